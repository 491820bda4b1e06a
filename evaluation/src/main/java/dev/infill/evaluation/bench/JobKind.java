package dev.infill.evaluation.bench;

import dev.infill.core.energy.GradientKind;
import dev.infill.core.infill.InfillSettings;
import dev.infill.core.infill.SamplerKind;
import dev.infill.core.kernel.BalancingFunction;

/** A whole job, from a text to its fillings, done in one of the ways that are compared. */
public enum JobKind {
  /**
   * DMALA with the paper's g = √t, α = 0.3 and own-term proposals, densely: every state is
   * evaluated whole, nothing is remembered. What the others are held against.
   */
  DENSE,
  /** The same with the exact gradient. */
  DENSE_EXACT,
  /** The kernel of {@link #DENSE} as Infill runs it: the same draws. */
  FAST,
  /** The default kernel as Infill runs it. */
  DEFAULT;

  private static final double PAPER_STEP_SIZE = 0.3;

  /** Says whether every state is evaluated whole. */
  boolean isDense() {
    return this == DENSE || this == DENSE_EXACT;
  }

  /**
   * Returns the settings of such a job.
   *
   * @param common what the jobs have in common: chains, steps and the like
   */
  InfillSettings settings(InfillSettings common) {
    InfillSettings.Builder builder = common.toBuilder().sampler(SamplerKind.DMALA);
    return switch (this) {
      case DEFAULT -> builder.build();
      case DENSE, FAST -> paper(builder).gradient(GradientKind.OWN_TERM).build();
      case DENSE_EXACT -> paper(builder).gradient(GradientKind.EXACT).build();
    };
  }

  private static InfillSettings.Builder paper(InfillSettings.Builder builder) {
    return builder.balancing(BalancingFunction.SQUARE_ROOT).stepSize(PAPER_STEP_SIZE);
  }
}
