package dev.infill.evaluation.summary;

import java.util.List;

/**
 * How a sampler went from its start.
 *
 * @param sampler its label
 * @param points by ascending step; the first is the start
 */
public record Curve(String sampler, List<CurvePoint> points) {
  /** Copies the list. */
  public Curve {
    points = List.copyOf(points);
  }
}
