package dev.infill.evaluation.bench;

import dev.infill.core.energy.CategoricalDistribution;
import dev.infill.core.energy.Domain;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.EnergyKind;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.core.text.ModelDescription;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.TokenizedText;
import dev.infill.core.text.Vocabulary;
import java.util.List;

/**
 * The same model whose energies cannot be had term by term, so that every state a sampler looks at
 * is evaluated whole, nothing is remembered and no move is refused early: what anything faster is
 * held against. The draws of a seed are the same.
 *
 * @param model the model
 */
record DenseModel(MaskedLanguageModel model) implements MaskedLanguageModel {
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
    return new DenseEnergy(model.energy(kind, text, candidates));
  }

  @Override
  public List<double[]> allMaskedLogProbabilities(TokenizedText text) {
    return model.allMaskedLogProbabilities(text);
  }

  @Override
  public void close() {
    model.close();
  }

  /** The energy without its terms; whatever else may be added to energies, it does not have. */
  private record DenseEnergy(Energy energy) implements Energy {
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
    public int passesPerEvaluation() {
      return energy.passesPerEvaluation();
    }

    @Override
    public int passesPerConditional() {
      return energy.passesPerConditional();
    }
  }
}
