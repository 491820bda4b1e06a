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

  /** Returns the figure, empty until the script draws it. */
  Element figure() {
    return Element.of(
            "figure",
            Element.of("h3", title).with("id", id + "-title"),
            Element.of("p", reading).with("class", "reading"),
            Element.of("div")
                .with("class", "plot")
                .with("id", id)
                .with("data-plot", kind)
                .with("data-comparison", comparison)
                .with("data-subject", subject)
                .with("role", "img")
                .with("aria-label", title + ". " + alternative))
        .with("aria-labelledby", id + "-title");
  }
}
