package dev.infill.core.task;

import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.Restriction;
import dev.infill.core.energy.State;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.CharSpan;
import dev.infill.core.text.FilledText;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.TokenizedText;
import dev.infill.core.text.Vocabulary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/**
 * A text whose blanks have known lengths. A blank of k pieces takes k places. A filling is a state
 * θ ∈ Θ₁ × … × Θ_n over the places; this type turns states into text.
 *
 * @param vocabulary the model's
 * @param lengths the number of pieces of each blank of the user's text
 * @param blanked the text, every place a blank of one piece
 * @param tokenized the text as the model reads it; a part of a text that is too long
 * @param candidates Θ₁ … Θ_n, the pieces that may stand at each of the n places
 * @param restriction the fillings that are allowed; empty for all
 */
public record TextOfLengths(
    Vocabulary vocabulary,
    List<Integer> lengths,
    BlankedText blanked,
    TokenizedText tokenized,
    List<TokenSet> candidates,
    Optional<Restriction> restriction) {
  /** Copies the lists. */
  public TextOfLengths {
    lengths = List.copyOf(lengths);
    candidates = List.copyOf(candidates);
  }

  /** Returns how many pieces may stand at one place at most. */
  int largest() {
    return candidates.stream().mapToInt(TokenSet::size).max().orElseThrow();
  }

  /** Returns for each place its blank of the user's text, from 0. */
  public List<Integer> blankOfPlace() {
    return IntStream.range(0, lengths.size())
        .boxed()
        .flatMap(blank -> Collections.nCopies(lengths.get(blank), blank).stream())
        .toList();
  }

  /**
   * Returns the ids of the pieces of a filling, blank after blank.
   *
   * @param filling θ
   */
  public int[] ids(State filling) {
    return IntStream.range(0, filling.size())
        .map(place -> candidates.get(place).id(filling.get(place)))
        .toArray();
  }

  /**
   * Returns the ids of the pieces in each blank.
   *
   * @param filling θ
   */
  public List<int[]> idsByBlank(State filling) {
    int[] ids = ids(filling);
    return byBlank((from, to) -> Arrays.copyOfRange(ids, from, to));
  }

  /** Returns a value for each blank, from its first place and one past its last. */
  private <T> List<T> byBlank(BiFunction<Integer, Integer, T> value) {
    List<T> values = new ArrayList<>();
    int from = 0;
    for (int length : lengths) {
      values.add(value.apply(from, from + length));
      from += length;
    }
    return values;
  }

  /**
   * Returns the pieces of a filling, blank after blank, as the vocabulary spells them.
   *
   * @param filling θ
   */
  public List<String> tokens(State filling) {
    return IntStream.of(ids(filling)).mapToObj(vocabulary::token).toList();
  }

  /** Returns a piece as the vocabulary spells it, without the mark of a word's first piece. */
  private String word(State filling, int place) {
    int id = candidates.get(place).id(filling.get(place));
    return tokenized.beginsWord(tokenized.blankPosition(place))
        ? vocabulary.letters(id)
        : vocabulary.token(id);
  }

  /**
   * Returns the text with its blanks filled.
   *
   * @param filling θ
   */
  public FilledText filled(State filling) {
    return blanked.fill(tokens(filling));
  }

  /**
   * Returns the text with its blanks filled, and one span for each blank, whatever its length.
   *
   * @param filling θ
   */
  FilledText filledByBlank(State filling) {
    FilledText filled = filled(filling);
    List<CharSpan> spans = filled.fills();
    return new FilledText(
        filled.text(),
        byBlank((from, to) -> new CharSpan(spans.get(from).start(), spans.get(to - 1).end())));
  }

  /**
   * Returns the pieces in the blanks.
   *
   * @param filling θ
   */
  public List<Piece> pieces(State filling) {
    List<String> tokens = tokens(filling);
    List<CharSpan> spans = filled(filling).fills();
    List<Integer> blanks = blankOfPlace();
    return IntStream.range(0, tokens.size())
        .mapToObj(
            place ->
                new Piece(
                    blanks.get(place) + 1,
                    tokens.get(place),
                    spans.get(place).start(),
                    spans.get(place).end()))
        .toList();
  }

  /**
   * Returns the pieces in the blanks with their log f.
   *
   * @param filling θ
   * @param evaluation the energy's evaluation of it
   */
  public List<Fill> fills(State filling, Evaluation evaluation) {
    List<Piece> pieces = pieces(filling);
    double[] logProbabilities = evaluation.logProbabilities();
    return IntStream.range(0, pieces.size())
        .mapToObj(
            place -> {
              Piece piece = pieces.get(place);
              return new Fill(
                  piece.blank(),
                  piece.token(),
                  logProbabilities[place],
                  piece.start(),
                  piece.end());
            })
        .toList();
  }

  /**
   * Returns the words in each blank as in the filled text. A continuation of the word before the
   * blank has a leading {@code ##}.
   *
   * @param filling θ
   */
  public List<String> words(State filling) {
    List<String> tokens =
        IntStream.range(0, filling.size()).mapToObj(place -> word(filling, place)).toList();
    if (lengths.size() == tokens.size()) {
      return tokens;
    }
    FilledText filled = filled(filling);
    return byBlank(
        (from, to) -> {
          String first = tokens.get(from);
          if (to - from == 1) {
            return first;
          }
          String text =
              filled
                  .text()
                  .substring(filled.fills().get(from).start(), filled.fills().get(to - 1).end());
          // The mark shows that this is no word of its own, as with a single piece.
          return first.startsWith("##") && !text.startsWith("##") ? "##" + text : text;
        });
  }
}
