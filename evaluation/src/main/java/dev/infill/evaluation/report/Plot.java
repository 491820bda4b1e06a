package dev.infill.evaluation.report;

import dev.infill.evaluation.chart.Chart;
import dev.infill.evaluation.chart.Panel;

/**
 * A plot of the HTML report.
 *
 * @param id names it within the page
 * @param panel what is drawn, with its title
 * @param reading one sentence that says how to read it
 */
record Plot(String id, Panel panel, String reading) {
  String title() {
    return panel.title();
  }

  String svg() {
    return Chart.inline(panel, id);
  }
}
