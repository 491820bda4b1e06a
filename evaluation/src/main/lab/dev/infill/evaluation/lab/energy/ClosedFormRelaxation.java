package dev.infill.evaluation.lab.energy;

import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.Relaxation;
import dev.infill.core.energy.RelaxedState;
import java.util.List;
import java.util.function.Function;

/** The extension of an energy that is a formula, by the same formula; a gradient is one pass. */
public final class ClosedFormRelaxation implements Relaxation {
  private final Function<RelaxedState, double[][]> gradient;

  private ClosedFormRelaxation(Function<RelaxedState, double[][]> gradient) {
    this.gradient = gradient;
  }

  /**
   * Returns the extension.
   *
   * @param gradient ∇U of a point, the caller's own
   */
  public static ClosedFormRelaxation of(Function<RelaxedState, double[][]> gradient) {
    return new ClosedFormRelaxation(gradient);
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
    return points.stream().map(gradient).toList();
  }

  @Override
  public int passesPerGradient() {
    return 1;
  }
}
