package dev.infill.bert.weights.tokenizer;

import dev.infill.core.text.Vocabulary;
import dev.infill.core.text.Vocabulary.TokenClass;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The pieces of a tokenizer, so that its file need not be parsed to know them.
 *
 * @param tokens the tokens in order of their ids, as this project spells them
 * @param classes the first letter of each token's {@link TokenClass}, in the same order
 * @param unknown the id of the token for unknown words, if there is one
 * @param mask the id of the token of a blank
 * @param found the ids of tokens that are found in texts as they are written; the mask is one, as
 *     {@code [MASK]}
 * @param marksSpaces whether pieces tell the spaces before them, and not the words that they
 *     continue
 * @param lowerCase whether upper case is taken away before a text is cut
 */
public record Pieces(
    List<String> tokens,
    String classes,
    OptionalInt unknown,
    int mask,
    Map<String, Integer> found,
    boolean marksSpaces,
    boolean lowerCase) {
  /** Copies the collections. */
  public Pieces {
    tokens = List.copyOf(tokens);
    found = Map.copyOf(found);
  }

  static Pieces of(
      Vocabulary vocabulary,
      int mask,
      Map<String, Integer> found,
      boolean marksSpaces,
      boolean lowerCase) {
    return new Pieces(
        IntStream.range(0, vocabulary.size()).mapToObj(vocabulary::token).toList(),
        IntStream.range(0, vocabulary.size())
            .mapToObj(id -> vocabulary.classOf(id).name().substring(0, 1))
            .collect(Collectors.joining()),
        vocabulary.unknown(),
        mask,
        found,
        marksSpaces,
        lowerCase);
  }

  /** Makes the vocabulary. */
  Vocabulary vocabulary() {
    Map<Integer, TokenClass> byLetter =
        Arrays.stream(TokenClass.values())
            .collect(Collectors.toMap(its -> (int) its.name().charAt(0), its -> its));
    return new Vocabulary(tokens, classes.chars().mapToObj(byLetter::get).toList(), unknown);
  }
}
