package dev.infill.core.task;

import dev.infill.core.InvalidInputException;
import dev.infill.core.energy.Categorical;
import dev.infill.core.energy.Domain;
import dev.infill.core.sampler.Sampler;
import dev.infill.core.text.TokenSet;
import java.util.List;

/**
 * Refuses samplers that would enumerate too many fillings in a step. Each takes as many passes of
 * the model as a text has blanks, less those whose contexts are remembered: with words of a whole
 * vocabulary a step would take hours.
 */
final class EnumerationLimit {
  /** The most fillings of one step of one chain: minutes of a large model without a GPU. */
  static final int MOST = 2000;

  private EnumerationLimit() {}

  /**
   * Returns how many fillings a step of a chain evaluates U at, at most.
   *
   * @param settings which sampler, and how
   * @param candidates what each blank may hold
   * @throws InvalidInputException if the sampler enumerates more than {@link #MOST}
   */
  static int fillingsPerStep(InfillSettings settings, List<TokenSet> candidates) {
    List<Domain> domains =
        candidates.stream().<Domain>map(tokens -> new Categorical(tokens.size())).toList();
    Sampler sampler = settings.sampler();
    double fillings = sampler.fillingsPerStep(domains);
    if (fillings > MOST) {
      boolean block = sampler.blockSize(domains.size()) > 1;
      throw new InvalidInputException(
          "sampler",
          "a step of %s would enumerate up to %.0f fillings, more than %d: allow only some words in each blank%s"
              .formatted(
                  sampler.label(), fillings, MOST, block ? ", or take a smaller block" : ""));
    }
    return (int) fillings;
  }
}
