package dev.infill.evaluation.bench;

import dev.infill.core.energy.ConditionalTerms;
import dev.infill.core.energy.DecoratedEnergy;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Relaxation;
import dev.infill.core.text.DecoratedModel;
import dev.infill.core.text.MaskedLanguageModel;
import java.util.Optional;

/**
 * An energy that offers less, to hold what makes use of it against what does not: perhaps without
 * its terms, and without whatever may be added to energies. The draws of a seed are the same, with
 * terms and without.
 *
 * @param energy the energy
 * @param hasTerms whether it can be had term by term
 */
record ReducedEnergy(Energy energy, boolean hasTerms) implements DecoratedEnergy {
  /**
   * Returns a model without all that makes samplers fast: every state that one looks at is
   * evaluated whole, nothing is remembered and no move is refused early.
   *
   * @param model the model
   */
  static MaskedLanguageModel dense(MaskedLanguageModel model) {
    return new DecoratedModel(model, energy -> new ReducedEnergy(energy, false));
  }

  /**
   * Returns a model whose proposals are drawn by the samplers, even on a card, where its graph
   * would draw them from other uniforms.
   *
   * @param model the model
   */
  static MaskedLanguageModel drawnBySamplers(MaskedLanguageModel model) {
    return new DecoratedModel(model, energy -> new ReducedEnergy(energy, true));
  }

  @Override
  public Optional<Relaxation> relaxation() {
    return energy.relaxation();
  }

  @Override
  public Optional<ConditionalTerms> terms() {
    return hasTerms ? energy.terms() : Optional.empty();
  }
}
