package dev.infill.evaluation.bench;

import dev.infill.core.energy.GradientKind;
import dev.infill.core.proposal.BalancingFunction;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.InfillSettings;
import java.util.List;

/** A whole job, from a text to its fillings, done in one of the ways that are compared. */
public enum JobKind {
  /**
   * DMALA with the paper's g = √t and own-term proposals, densely: every state is evaluated whole,
   * nothing is remembered. What the others are held against.
   */
  DENSE,
  /** The same with the exact gradient. */
  DENSE_EXACT,
  /** The kernel of {@link #DENSE} as Infill runs it: the same draws. */
  FAST,
  /** The default kernel as Infill runs it. */
  DEFAULT;

  /**
   * Returns the settings of such jobs, one for each step size where it is not the default kernel.
   *
   * @param common what the jobs have in common: chains, steps and the like
   * @param stepSizes α of the paper's kernel
   */
  List<InfillSettings> settings(InfillSettings common, List<Double> stepSizes) {
    return switch (this) {
      case DEFAULT -> List.of(common);
      case DENSE, FAST -> paper(common, GradientKind.OWN_TERM, stepSizes);
      case DENSE_EXACT -> paper(common, GradientKind.EXACT, stepSizes);
    };
  }

  private static List<InfillSettings> paper(
      InfillSettings common, GradientKind gradient, List<Double> stepSizes) {
    return stepSizes.stream()
        .map(
            stepSize ->
                common.toBuilder()
                    .sampler("dmala")
                    .set(Settings.BALANCING, BalancingFunction.SQUARE_ROOT)
                    .set(Settings.GRADIENT, gradient)
                    .set(Settings.ALPHA, stepSize)
                    .build())
        .toList();
  }
}
