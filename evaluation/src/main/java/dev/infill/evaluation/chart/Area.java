package dev.infill.evaluation.chart;

import dev.infill.evaluation.chart.Series.Point;

/** The area of a panel in which numbers stand, with its scales. */
record Area(int left, int top, int width, int height, Scale across, Scale up) {
  double x(Point point) {
    return across.at(point.x());
  }
}
