package dev.infill.web.cli;

import dev.infill.core.energy.CategoricalDistribution;
import dev.infill.core.energy.ConditionalTerms;
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
import java.util.Optional;

/** A model that does something before each evaluation of its energies. */
final class WatchedModel implements MaskedLanguageModel {
  private final MaskedLanguageModel model;
  private final Runnable beforeEvaluation;

  WatchedModel(MaskedLanguageModel model, Runnable beforeEvaluation) {
    this.model = model;
    this.beforeEvaluation = beforeEvaluation;
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
    return new WatchedEnergy(model.energy(kind, text, candidates));
  }

  @Override
  public List<double[]> allMaskedLogProbabilities(TokenizedText text) {
    return model.allMaskedLogProbabilities(text);
  }

  @Override
  public void close() {
    model.close();
  }

  private final class WatchedEnergy implements Energy {
    private final Energy energy;

    WatchedEnergy(Energy energy) {
      this.energy = energy;
    }

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
      beforeEvaluation.run();
      return energy.evaluate(states, gradient);
    }

    @Override
    public List<CategoricalDistribution> conditionals(List<State> states, int[] coordinates) {
      beforeEvaluation.run();
      return energy.conditionals(states, coordinates);
    }

    @Override
    public Optional<ConditionalTerms> terms() {
      return energy
          .terms()
          .map(
              terms ->
                  ConditionalTerms.of(
                      (states, coordinates) -> {
                        beforeEvaluation.run();
                        return terms.at(states, coordinates);
                      },
                      terms.upperBound()));
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
