package dev.infill.bert;

import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.Relaxation;
import dev.infill.core.energy.RelaxedState;
import dev.infill.core.energy.SparseVector;
import dev.infill.core.energy.State;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.TokenizedText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * A check of a model that needs no other model to compare it with: its likeliest words in a
 * sentence, and its gradients beside differences of its energy.
 *
 * <p>The exact gradient is held against finite differences of U between fillings, where U = Σᵢ Σ_v
 * xᵢ(v) hᵢ(v | x_\i) takes forward passes alone. The own-term gradient is held against log f of the
 * words of a filling.
 *
 * @param text the sentence, with one blank or more
 * @param guesses the likeliest words in its first blank, the likeliest first
 * @param exactError the largest difference of an entry of the exact gradient from the finite
 *     difference, relative where that is more than 1, else in nats; empty if the model has none
 * @param ownTermError the largest difference of an own term from log f, in nats
 * @param tolerance the largest error of the exact gradient of a model that works, in its precision
 */
public record ModelCheck(
    String text,
    List<Guess> guesses,
    OptionalDouble exactError,
    double ownTermError,
    double tolerance) {
  /** The text of {@link #of(MaskedLanguageModel)}. */
  public static final String DEFAULT_TEXT = "the capital of france is [MASK] .";

  private static final String BLANKS = "the [MASK] walked down the [MASK] .";
  private static final double OWN_TERM_TOLERANCE = 0.05;
  private static final int GUESSES = 5;
  private static final int CANDIDATES = 8;

  /**
   * The steps of finite differences, and the errors that they allow: steps so large that rounding
   * of U does not count, so small that U is nearly straight.
   *
   * @param step how much of a word is exchanged for another
   * @param tolerance the largest error of the exact gradient of a model that works
   */
  private record Scale(double step, double tolerance) {
    static Scale of(MaskedLanguageModel model) {
      // A logit in float16 has steps of 0.008.
      return model.description().precision().equals("float16")
          ? new Scale(0.25, 0.5)
          : new Scale(0.02, 0.05);
    }
  }

  /** Copies the list. */
  public ModelCheck {
    guesses = List.copyOf(guesses);
  }

  /**
   * A word that a model puts into a blank.
   *
   * @param token the word piece
   * @param probability its probability, from 0 to 1
   */
  public record Guess(String token, double probability) {}

  /** Says whether both errors are within their tolerances. */
  public boolean isPassed() {
    return exactError.orElse(0) <= tolerance && ownTermError <= OWN_TERM_TOLERANCE;
  }

  /**
   * Checks a model.
   *
   * @param model the model, whose energies have a {@linkplain Energy#relaxation() relaxation},
   *     unless it is one of those that {@linkplain Energy#limitation() have none}
   */
  public static ModelCheck of(MaskedLanguageModel model) {
    TokenizedText sentence = model.tokenize(BlankedText.parse(DEFAULT_TEXT));
    double[] first = model.allMaskedLogProbabilities(sentence).get(0);
    List<Guess> guesses =
        likeliest(first, GUESSES).stream()
            .map(id -> new Guess(model.vocabulary().token(id), Math.exp(first[id])))
            .toList();
    TokenizedText blanks = model.tokenize(BlankedText.parse(BLANKS));
    List<TokenSet> candidates =
        model.allMaskedLogProbabilities(blanks).stream()
            .map(
                row ->
                    TokenSet.of(
                        likeliest(row, CANDIDATES).stream().mapToInt(Integer::intValue).toArray()))
            .toList();
    Energy energy = model.energy(blanks, candidates);
    State state = State.of(new int[candidates.size()]);
    Scale scale = Scale.of(model);
    return new ModelCheck(
        DEFAULT_TEXT,
        guesses,
        energy.supports(GradientKind.EXACT)
            ? OptionalDouble.of(exactError(energy, state, scale.step()))
            : OptionalDouble.empty(),
        ownTermError(energy, state),
        scale.tolerance());
  }

  private static List<Integer> likeliest(double[] logProbabilities, int count) {
    return IntStream.range(0, logProbabilities.length)
        .boxed()
        .sorted(Comparator.comparingDouble((Integer id) -> logProbabilities[id]).reversed())
        .limit(count)
        .toList();
  }

  private static double ownTermError(Energy energy, State state) {
    Evaluation evaluation = energy.evaluate(List.of(state), GradientKind.OWN_TERM).get(0);
    double[] logProbabilities = evaluation.logProbabilities();
    return IntStream.range(0, state.size())
        .mapToDouble(i -> Math.abs(evaluation.gradient(i)[state.get(i)] - logProbabilities[i]))
        .max()
        .orElse(0);
  }

  private static double exactError(Energy energy, State state, double step) {
    Relaxation relaxation =
        energy
            .relaxation()
            .orElseThrow(() -> new IllegalArgumentException("the energy has no relaxation"));
    Evaluation evaluation = energy.evaluate(List.of(state), GradientKind.EXACT).get(0);
    double worst = 0;
    for (int i = 0; i < state.size(); i++) {
      for (int v = 0; v < energy.domains().get(i).gradientLength(); v++) {
        if (v != state.get(i)) {
          double difference = difference(relaxation, energy, state, i, v, step);
          double estimate = evaluation.gradient(i)[v] - evaluation.gradient(i)[state.get(i)];
          worst =
              Math.max(worst, Math.abs(estimate - difference) / Math.max(1, Math.abs(difference)));
        }
      }
    }
    return worst;
  }

  /** Returns dU/dt where blank i holds 1 − t of its word and t of another, at t = 0. */
  private static double difference(
      Relaxation relaxation, Energy energy, State state, int i, int v, double step) {
    return (energyAt(relaxation, moved(energy, state, i, v, step))
            - energyAt(relaxation, moved(energy, state, i, v, -step)))
        / (2 * step);
  }

  private static RelaxedState moved(Energy energy, State state, int i, int v, double t) {
    List<SparseVector> coordinates =
        new ArrayList<>(RelaxedState.of(energy.domains(), state).coordinates());
    int from = state.get(i);
    coordinates.set(
        i,
        SparseVector.of(
            energy.domains().get(i).gradientLength(),
            new int[] {Math.min(from, v), Math.max(from, v)},
            from < v ? new double[] {1 - t, t} : new double[] {t, 1 - t}));
    return new RelaxedState(coordinates);
  }

  private static double energyAt(Relaxation relaxation, RelaxedState point) {
    double[][] terms = relaxation.gradients(List.of(point), GradientKind.OWN_TERM).get(0);
    return IntStream.range(0, terms.length).mapToDouble(i -> point.get(i).dot(terms[i])).sum();
  }
}
