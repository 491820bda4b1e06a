package dev.infill.core.sampler;

import dev.infill.core.InvalidInputException;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.LangevinDraws;
import dev.infill.core.kernel.DiscreteLangevin;
import dev.infill.core.kernel.InGraphLangevin;
import dev.infill.core.kernel.Kernel;
import dev.infill.core.kernel.StochasticLangevin;
import dev.infill.core.proposal.BalancingFunction;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Discrete unadjusted Langevin: accepts every proposal; approximate.
 *
 * @param alpha α, the step size, from 1e-9 to 1e9
 * @param balancing the balancing function g
 * @param gradient the gradient that proposals are informed by: {@code EXACT} or {@code OWN_TERM}
 * @param precondition whether α differs from blank to blank
 * @param minibatch how many blanks, drawn again in every step, the gradient is estimated from, from
 *     1 to 1,000,000, which needs own terms; empty for all
 */
public record Dula(
    double alpha,
    BalancingFunction balancing,
    GradientKind gradient,
    Precondition precondition,
    OptionalInt minibatch)
    implements Sampler {
  /** Checks the ranges, and what goes together. */
  public Dula {
    Settings.ALPHA.require(alpha);
    Settings.GRADIENT.require(gradient);
    Settings.MINIBATCH.require(minibatch);
    if (minibatch.isPresent() && gradient != GradientKind.OWN_TERM) {
      throw new InvalidInputException(
          "minibatch", "a minibatch is of own terms, so it needs the gradient own-term");
    }
  }

  @Override
  public boolean isExact() {
    return false;
  }

  @Override
  public String summary() {
    return "All blanks at once, never corrected: fast, biased by α.";
  }

  @Override
  public Kernel kernel(Energy target, Optional<double[]> scales) {
    Optional<LangevinDraws> draws = canBeDrawn() ? target.langevinDraws() : Optional.empty();
    if (draws.isPresent()) {
      return InGraphLangevin.dula(target, draws.get(), (BalancingFunction.Power) balancing, alpha);
    }
    if (minibatch.isPresent()) {
      StochasticLangevin kernel =
          StochasticLangevin.of(target, balancing, alpha, minibatch.getAsInt());
      return scales.map(kernel::withPreconditioner).orElse(kernel);
    }
    DiscreteLangevin kernel = DiscreteLangevin.dula(target, gradient, balancing, alpha);
    return scales.map(kernel::withPreconditioner).orElse(kernel);
  }

  @Override
  public boolean canBeDrawn() {
    return gradient == GradientKind.OWN_TERM
        && balancing instanceof BalancingFunction.Power
        && precondition == Precondition.NONE
        && minibatch.isEmpty();
  }
}
