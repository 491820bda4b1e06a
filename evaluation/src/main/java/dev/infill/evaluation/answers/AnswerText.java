package dev.infill.evaluation.answers;

import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.task.Fill;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.TokenizedText;
import dev.infill.core.text.VocabularyChoice;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * A text with blanks, as all ways to fill it see it. Immutable.
 *
 * @param blanked the text
 * @param tokenized its pieces
 * @param words which tokens may stand in each blank
 */
public record AnswerText(BlankedText blanked, TokenizedText tokenized, TokenSet words) {
  /** The words that all methods may answer with. */
  static final VocabularyChoice CHOICE = VocabularyChoice.WORDS;

  /**
   * Reads a text.
   *
   * @param model cuts it into pieces, and has the words
   * @param masked a text with at least one blank of one piece
   */
  public static AnswerText of(MaskedLanguageModel model, String masked) {
    BlankedText blanked = model.written(BlankedText.parse(masked));
    return new AnswerText(blanked, model.tokenize(blanked), model.vocabulary().select(CHOICE));
  }

  /** Returns m, how many blanks there are. */
  int blanks() {
    return tokenized.blankCount();
  }

  /**
   * Returns log f of the words at each blank that is still masked, given those that are filled: one
   * model pass, as the model reads all masks at once.
   *
   * @param model f
   * @param filling a token for each blank; −1 where it is masked, in at least one
   * @return for each blank the log-probabilities of {@link #words} by index, in nats; none where it
   *     is filled
   */
  List<double[]> logProbabilities(MaskedLanguageModel model, List<Integer> filling) {
    int[] pieces = tokenized.pieces();
    List<Integer> masked = new ArrayList<>();
    for (int blank = 0; blank < blanks(); blank++) {
      if (filling.get(blank) < 0) {
        masked.add(blank);
      } else {
        pieces[tokenized.blankPosition(blank)] = filling.get(blank);
      }
    }
    int[] positions = masked.stream().mapToInt(tokenized::blankPosition).toArray();
    List<double[]> ofMasked = model.allMaskedLogProbabilities(new TokenizedText(pieces, positions));
    List<double[]> all = new ArrayList<>(Collections.nCopies(blanks(), new double[0]));
    for (int k = 0; k < positions.length; k++) {
      double[] ofPieces = ofMasked.get(k);
      all.set(masked.get(k), words.ids().mapToDouble(id -> ofPieces[id]).toArray());
    }
    return all;
  }

  /**
   * Returns log f of the words at each blank as a filling is read from left to right: the blanks
   * before it filled, later ones masked. As many model passes as there are blanks.
   *
   * @param model f
   * @param filling a token for each blank
   * @return for each blank the log-probabilities of {@link #words} by index, in nats
   */
  List<double[]> fromLeftToRight(MaskedLanguageModel model, List<Integer> filling) {
    List<Integer> read = new ArrayList<>(allMasked());
    List<double[]> known = new ArrayList<>();
    for (int blank = 0; blank < blanks(); blank++) {
      known.add(logProbabilities(model, read).get(blank));
      read.set(blank, filling.get(blank));
    }
    return known;
  }

  /**
   * Returns log p of a filling whose words are drawn from one distribution for each blank.
   *
   * @param known for each blank log f of {@link #words} by index, in nats; normalised over these
   *     here
   * @param filling a token for each blank
   * @return in nats
   */
  double logProbability(List<double[]> known, List<Integer> filling) {
    return IntStream.range(0, blanks())
        .mapToDouble(
            blank -> {
              double[] ofWords = known.get(blank);
              double all = DoubleStream.of(ofWords).map(Math::exp).sum();
              return ofWords[words.indexOf(filling.get(blank))] - Math.log(all);
            })
        .sum();
  }

  /** Returns the filling in which every blank is masked. */
  List<Integer> allMasked() {
    return Collections.nCopies(blanks(), -1);
  }

  /**
   * Returns U of fillings, in nats.
   *
   * @param model f
   * @param fillings for each a token for each blank
   */
  List<Double> energies(MaskedLanguageModel model, List<List<Integer>> fillings) {
    if (fillings.isEmpty()) {
      return List.of();
    }
    // The gradient, which would be as long as the vocabulary, is not asked for.
    Energy energy = model.energy(tokenized, Collections.nCopies(blanks(), words));
    return energy.evaluate(fillings.stream().map(this::state).toList(), GradientKind.NONE).stream()
        .map(Evaluation::energy)
        .toList();
  }

  private State state(List<Integer> filling) {
    return State.of(filling.stream().mapToInt(words::indexOf).toArray());
  }

  /**
   * Returns a filled text.
   *
   * @param model has the words
   * @param filling a token for each blank
   */
  String text(MaskedLanguageModel model, List<Integer> filling) {
    return blanked.fill(filling.stream().map(model.vocabulary()::token).toList()).text();
  }

  /** Returns the tokens of fills that are one piece each. */
  static List<Integer> tokens(MaskedLanguageModel model, List<Fill> fills) {
    return fills.stream().map(fill -> model.vocabulary().id(fill.token()).orElseThrow()).toList();
  }
}
