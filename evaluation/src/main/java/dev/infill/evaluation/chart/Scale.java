package dev.infill.evaluation.chart;

import java.util.List;

/** An axis of a drawing. */
sealed interface Scale permits LinearScale, LogScale {
  /** Returns where a number stands in the drawing. */
  double at(double number);

  /** Returns the numbers that are written at the axis. */
  List<Double> ticks();
}
