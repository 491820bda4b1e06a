package dev.infill.evaluation.report;

import dev.infill.evaluation.paper.ExperimentData;
import dev.infill.evaluation.paper.Metric;
import java.util.Arrays;
import java.util.List;

/**
 * A row of a published table of the same experiment, BERT-base.
 *
 * @param source where it was published
 * @param kind the sampler
 * @param name how the source writes the sampler
 * @param figures in the order of {@link Metric#ofPaper}; NaN for one that we do not have
 */
record PublishedFigures(Source source, String kind, String name, List<Double> figures) {
  /** Where figures were published. */
  enum Source {
    /** Zhang, Liu &amp; Liu 2022, Table 3. */
    PAPER("paper", "Zhang, Liu & Liu 2022, Table 3, BERT-base"),
    /** Goshvadi et al. 2023; its own step sizes, and detokenised text. */
    DISCS(
        "DISCS",
        "DISCS benchmark (Goshvadi et al. 2023), BERT-base, its own step sizes, detokenised text;"
            + " – is a figure that we do not have");

    private final String label;
    private final String citation;

    Source(String label, String citation) {
      this.label = label;
      this.citation = citation;
    }

    String label() {
      return label;
    }

    String citation() {
      return citation;
    }
  }

  /** Returns the rows that an experiment is compared with: all, or none beside a trial. */
  static List<PublishedFigures> beside(ExperimentData data) {
    return data.isTrial() ? List.of() : all();
  }

  /** Returns all rows, the paper's first. */
  static List<PublishedFigures> all() {
    return List.of(
        row(Source.PAPER, "gibbs", "Gibbs", "86.84 10.98 16.08 18.57 32.21 21.22 33.05 23.82"),
        row(Source.PAPER, "gwg", "GWG", "81.97 15.12 21.79 22.76 37.59 24.72 37.98 22.84"),
        row(Source.PAPER, "dula", "DULA", "72.37 23.33 32.88 27.74 45.85 30.02 46.75 21.82"),
        row(Source.PAPER, "dmala", "DMALA", "72.59 23.26 32.64 27.99 45.77 30.32 46.49 21.85"),
        row(Source.DISCS, "gwg", "GWG √t", "85.93 11.22 17.14 23.16 35.56 23.58 35.56 16.75"),
        row(Source.DISCS, "dmala", "DMALA √t", "85.88 11.58 17.14 22.07 34.08 23.22 34.15 17.06"),
        row(Source.DISCS, "gwg", "PAS √t", "85.39 NaN NaN NaN NaN NaN NaN NaN"),
        row(Source.DISCS, "gwg", "GWG t/(t+1)", "81.15 NaN NaN NaN NaN NaN NaN NaN"),
        row(Source.DISCS, "dmala", "DMALA t/(t+1)", "80.21 16.36 23.71 NaN NaN NaN NaN 16.53"),
        row(Source.DISCS, "gwg", "PAS t/(t+1)", "81.02 NaN NaN NaN NaN NaN NaN NaN"));
  }

  /** Returns the sampler and where its figures were published. */
  String label() {
    return name + ", " + source.label();
  }

  double figure(Metric metric) {
    return figures.get(Metric.ofPaper().indexOf(metric));
  }

  private static PublishedFigures row(Source source, String kind, String name, String figures) {
    return new PublishedFigures(
        source, kind, name, Arrays.stream(figures.split(" ", -1)).map(Double::valueOf).toList());
  }
}
