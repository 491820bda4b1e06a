package dev.infill.core.task;

import dev.infill.core.energy.DisjointUnion;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.State;
import dev.infill.core.text.CharSpan;
import dev.infill.core.text.FilledText;
import dev.infill.core.text.Vocabulary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What states say as text.
 *
 * @param vocabulary the model's
 * @param union the states, those of each way to choose the lengths of the blanks being a part
 * @param parts the text of each part
 */
public record Fillings(Vocabulary vocabulary, DisjointUnion union, List<TextOfLengths> parts) {
  /** Copies the list. */
  public Fillings {
    parts = List.copyOf(parts);
  }

  /**
   * Returns the piece that stands at each place, blank after blank, as the vocabulary spells it.
   *
   * @param state a state of the union
   */
  public List<String> tokens(State state) {
    return IntStream.of(ids(state)).mapToObj(vocabulary::token).toList();
  }

  /**
   * Returns the ids of these.
   *
   * @param state a state of the union
   */
  public int[] ids(State state) {
    TextOfLengths text = part(state);
    State inPart = union.inPart(state);
    return IntStream.range(0, inPart.size())
        .map(place -> text.candidates().get(place).id(inPart.get(place)))
        .toArray();
  }

  /**
   * Returns the ids of those in each blank.
   *
   * @param state a state of the union
   */
  public List<int[]> idsByBlank(State state) {
    int[] ids = ids(state);
    List<int[]> byBlank = new ArrayList<>();
    int place = 0;
    for (int length : part(state).lengths()) {
      byBlank.add(Arrays.copyOfRange(ids, place, place + length));
      place += length;
    }
    return byBlank;
  }

  /**
   * Returns the text with its blanks filled.
   *
   * @param state a state of the union
   */
  public FilledText filled(State state) {
    return part(state).blanked().fill(tokens(state));
  }

  /**
   * Returns the text with its blanks filled, and one span for each blank, whatever its length.
   *
   * @param state a state of the union
   */
  FilledText filledByBlank(State state) {
    FilledText filled = filled(state);
    List<CharSpan> spans = new ArrayList<>();
    int place = 0;
    for (int length : part(state).lengths()) {
      int last = place + length - 1;
      spans.add(new CharSpan(filled.fills().get(place).start(), filled.fills().get(last).end()));
      place += length;
    }
    return new FilledText(filled.text(), spans);
  }

  /**
   * Returns what stands in the blanks, piece by piece.
   *
   * @param state a state of the union
   */
  public List<Piece> pieces(State state) {
    List<String> tokens = tokens(state);
    List<CharSpan> spans = filled(state).fills();
    List<Integer> blanks = part(state).blankOfPlace();
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
   * Returns what stands in the blanks, piece by piece, with its log f.
   *
   * @param state a state of the union
   * @param evaluation what the energy of its part says of it
   */
  public List<Fill> fills(State state, Evaluation evaluation) {
    List<Piece> pieces = pieces(state);
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
   * Returns what stands in each blank: a word or several, as in the filled text; a continuation of
   * a word before the blank with a leading {@code ##}.
   *
   * @param state a state of the union
   */
  public List<String> words(State state) {
    List<String> tokens = tokens(state);
    List<Integer> lengths = part(state).lengths();
    if (lengths.size() == tokens.size()) {
      return tokens;
    }
    FilledText filled = filledByBlank(state);
    List<String> words = new ArrayList<>();
    int place = 0;
    for (int blank = 0; blank < lengths.size(); blank++) {
      int length = lengths.get(blank);
      CharSpan span = filled.fills().get(blank);
      String text = filled.text().substring(span.start(), span.end());
      // Spelled as where it is one piece, so that it does not read as a word.
      boolean continues = tokens.get(place).startsWith("##") && !text.startsWith("##");
      words.add(length == 1 ? tokens.get(place) : continues ? "##" + text : text);
      place += length;
    }
    return words;
  }

  /**
   * Returns the text of the part that a state is of.
   *
   * @param state a state of the union
   */
  public TextOfLengths part(State state) {
    return parts.get(union.part(state));
  }
}
