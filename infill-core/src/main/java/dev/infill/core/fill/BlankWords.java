package dev.infill.core.fill;

import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * The words of one blank in a number of fillings, and their likeness: 1 for a word and itself. The
 * likeness of two words is ((1 + c)/2)⁴, with the cosine c of their embeddings, from which the mean
 * over all words of the blank is taken off; 0 if there are no embeddings. A word of several pieces
 * has the mean of their embeddings.
 *
 * <p>As a matrix it is positive semidefinite, as cosines are, and sums and products of such
 * matrices element by element.
 */
public final class BlankWords {
  private static final int POWER = 4;

  /** By filling the number of its word. */
  private final int[] wordOf;

  private final int count;

  /** By word the embeddings of its pieces; none where they are not known. */
  private final List<List<FloatBuffer>> embeddings;

  private final double[] centre;

  private BlankWords(int[] wordOf, int count, List<List<FloatBuffer>> embeddings) {
    this.wordOf = wordOf;
    this.count = count;
    this.embeddings = embeddings;
    centre = new double[embeddings.isEmpty() ? 0 : embeddings.get(0).get(0).capacity()];
    double[] sum = new double[centre.length];
    for (int word = 0; word < embeddings.size(); word++) {
      double[] own = fromCentre(word);
      for (int i = 0; i < sum.length; i++) {
        sum[i] += own[i];
      }
    }
    for (int i = 0; i < sum.length; i++) {
      centre[i] = sum[i] / count;
    }
  }

  /**
   * Collects the words of each blank.
   *
   * @param words by filling its words, one for each blank
   * @param pieces gives the tokens of a filling, by blank
   * @param embeddings gives the embeddings of tokens, if they are known
   * @return by blank; none if there is no filling
   */
  public static List<BlankWords> of(
      List<List<String>> words,
      IntFunction<List<int[]>> pieces,
      Function<int[], Optional<List<FloatBuffer>>> embeddings) {
    return IntStream.range(0, words.isEmpty() ? 0 : words.get(0).size())
        .mapToObj(
            blank ->
                ofBlank(
                    words.stream().map(filling -> filling.get(blank)).toList(),
                    filling -> pieces.apply(filling).get(blank),
                    embeddings))
        .toList();
  }

  private static BlankWords ofBlank(
      List<String> words,
      Function<Integer, int[]> pieces,
      Function<int[], Optional<List<FloatBuffer>>> embeddings) {
    Map<String, Integer> numbers = new LinkedHashMap<>();
    List<int[]> distinct = new ArrayList<>();
    int[] wordOf = new int[words.size()];
    for (int filling = 0; filling < wordOf.length; filling++) {
      wordOf[filling] = numbers.computeIfAbsent(words.get(filling), first -> distinct.size());
      if (wordOf[filling] == distinct.size()) {
        distinct.add(pieces.apply(filling));
      }
    }
    List<List<FloatBuffer>> ofWords = new ArrayList<>();
    embeddings
        .apply(distinct.stream().flatMapToInt(IntStream::of).toArray())
        .ifPresent(
            rows -> {
              int next = 0;
              for (int[] word : distinct) {
                ofWords.add(rows.subList(next, next + word.length));
                next += word.length;
              }
            });
    return new BlankWords(wordOf, distinct.size(), ofWords);
  }

  /** Returns which word stands there in a filling, from 0. */
  int word(int filling) {
    return wordOf[filling];
  }

  /** Returns the likeness of each word to one of them, from 0 to 1. */
  double[] likeTo(int word) {
    double[] like = new double[count];
    double[] own = embeddings.isEmpty() ? new double[0] : fromCentre(word);
    for (int other = 0; other < embeddings.size(); other++) {
      like[other] = Math.pow((1 + cosine(own, fromCentre(other))) / 2, POWER);
    }
    like[word] = 1;
    return like;
  }

  private double[] fromCentre(int word) {
    List<FloatBuffer> pieces = embeddings.get(word);
    double[] vector = new double[centre.length];
    for (int i = 0; i < vector.length; i++) {
      for (FloatBuffer piece : pieces) {
        vector[i] += piece.get(i);
      }
      vector[i] = vector[i] / pieces.size() - centre[i];
    }
    return vector;
  }

  /** The centre itself has no direction: it is at right angles to all others. */
  private static double cosine(double[] one, double[] other) {
    double product = 0;
    double square = 0;
    double otherSquare = 0;
    for (int i = 0; i < one.length; i++) {
      product += one[i] * other[i];
      square += one[i] * one[i];
      otherSquare += other[i] * other[i];
    }
    double lengths = Math.sqrt(square * otherSquare);
    return lengths == 0 ? 0 : Math.max(-1, Math.min(1, product / lengths));
  }
}
