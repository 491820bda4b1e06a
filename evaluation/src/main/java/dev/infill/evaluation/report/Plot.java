package dev.infill.evaluation.report;

/**
 * A plot of the HTML report.
 *
 * @param id names it within the page; the script draws it by this name
 * @param kind which way of drawing the script uses
 * @param comparison which comparison it shows; empty if it shows none in particular
 * @param subject the kind of sampler that it is about, the others in grey; empty if it is about all
 * @param title its title
 * @param reading one sentence that says how to read it
 * @param alternative what it shows, for those who cannot see it
 */
record Plot(
    String id,
    String kind,
    String comparison,
    String subject,
    String title,
    String reading,
    String alternative) {
  Plot(
      String id, String kind, String comparison, String title, String reading, String alternative) {
    this(id, kind, comparison, "", title, reading, alternative);
  }
}
