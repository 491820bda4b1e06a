package dev.infill.evaluation.lab.energy;

import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.Relaxation;
import dev.infill.core.energy.RelaxedState;
import java.util.List;
import java.util.function.Function;

/** The extension of an energy that is a formula, by the same formula; a gradient is one pass. */
public final class ClosedFormRelaxation implements Relaxation {
  private final Function<List<RelaxedState>, List<double[][]>> gradients;

  private ClosedFormRelaxation(Function<List<RelaxedState>, List<double[][]>> gradients) {
    this.gradients = gradients;
  }

  /**
   * Returns the extension.
   *
   * @param gradient ∇U of a point, the caller's own
   */
  public static ClosedFormRelaxation of(Function<RelaxedState, double[][]> gradient) {
    return ofBatches(points -> points.stream().map(gradient).toList());
  }

  /**
   * Returns the extension of an energy that is asked for many points at once.
   *
   * @param gradients ∇U of each point of a batch that may be empty, the caller's own
   */
  public static ClosedFormRelaxation ofBatches(
      Function<List<RelaxedState>, List<double[][]>> gradients) {
    return new ClosedFormRelaxation(gradients);
  }

  @Override
  public boolean supports(GradientKind kind) {
    return kind == GradientKind.EXACT;
  }

  @Override
  public List<double[][]> gradients(List<RelaxedState> points, GradientKind kind) {
    if (!supports(kind)) {
      throw new UnsupportedOperationException("no own terms: U is not a sum of conditionals");
    }
    return gradients.apply(points);
  }

  @Override
  public int passesPerGradient() {
    return 1;
  }
}
