package dev.infill.evaluation.bench;

import dev.infill.core.energy.CategoricalDistribution;
import dev.infill.core.energy.ConditionalTerms;
import dev.infill.core.energy.Domain;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.Relaxation;
import dev.infill.core.energy.State;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.EnergyKind;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.core.text.ModelDescription;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.TokenizedText;
import dev.infill.core.text.Vocabulary;
import java.util.List;
import java.util.Optional;

/**
 * The same model whose energies offer less, to hold what makes use of it against what does not. The
 * draws of a seed are the same, with terms and without.
 *
 * @param model the model
 * @param terms whether its energies can be had term by term
 */
record ReducedModel(MaskedLanguageModel model, boolean terms) implements MaskedLanguageModel {
  /**
   * Returns the model without all that makes samplers fast: every state that one looks at is
   * evaluated whole, nothing is remembered and no move is refused early.
   *
   * @param model the model
   */
  static ReducedModel dense(MaskedLanguageModel model) {
    return new ReducedModel(model, false);
  }

  /**
   * Returns the model whose proposals are drawn by the samplers, even on a card, where its graph
   * would draw them from other uniforms.
   *
   * @param model the model
   */
  static ReducedModel drawnBySamplers(MaskedLanguageModel model) {
    return new ReducedModel(model, true);
  }

  @Override
  public ModelDescription description() {
    return model.description();
  }

  @Override
  public Vocabulary vocabulary() {
    return model.vocabulary();
  }

  @Override
  public int maxPieces() {
    return model.maxPieces();
  }

  @Override
  public TokenizedText tokenize(BlankedText text) {
    return model.tokenize(text);
  }

  @Override
  public Energy energy(EnergyKind kind, TokenizedText text, List<TokenSet> candidates) {
    return new ReducedEnergy(model.energy(kind, text, candidates), terms);
  }

  @Override
  public List<double[]> allMaskedLogProbabilities(TokenizedText text) {
    return model.allMaskedLogProbabilities(text);
  }

  @Override
  public void close() {
    model.close();
  }

  /** The energy, perhaps without its terms; whatever may be added to energies, it does not have. */
  private record ReducedEnergy(Energy energy, boolean hasTerms) implements Energy {
    @Override
    public List<Domain> domains() {
      return energy.domains();
    }

    @Override
    public boolean supports(GradientKind gradient) {
      return energy.supports(gradient);
    }

    @Override
    public List<Evaluation> evaluate(List<State> states, GradientKind gradient) {
      return energy.evaluate(states, gradient);
    }

    @Override
    public List<CategoricalDistribution> conditionals(List<State> states, int[] coordinates) {
      return energy.conditionals(states, coordinates);
    }

    @Override
    public Optional<Relaxation> relaxation() {
      return energy.relaxation();
    }

    @Override
    public Optional<ConditionalTerms> terms() {
      return hasTerms ? energy.terms() : Optional.empty();
    }

    @Override
    public int passesPerEvaluation() {
      return energy.passesPerEvaluation();
    }

    @Override
    public int passesPerConditional() {
      return energy.passesPerConditional();
    }
  }
}
