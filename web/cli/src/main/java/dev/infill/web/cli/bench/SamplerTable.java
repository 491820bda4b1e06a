package dev.infill.web.cli.bench;

import dev.infill.core.infill.Diagnostics;
import dev.infill.core.sampler.Settings;
import dev.infill.evaluation.bench.ComparedSampler;
import dev.infill.evaluation.bench.SamplerBenchmark;
import dev.infill.evaluation.bench.SamplerMedians;
import dev.infill.web.cli.console.Figures;
import java.util.List;
import java.util.OptionalDouble;

/** The results of one text as a table, whose rows are written as they come. */
final class SamplerTable {
  private static final String ROW = "%-7s%8s%8s%7s%8s%9s%6s%7s%8s%8s  %s%n";

  private String heading;

  /**
   * Creates a table.
   *
   * @param heading what stands above it, ending with a line's end
   */
  SamplerTable(String heading) {
    this.heading =
        heading
            + ROW.formatted(
                "alpha",
                "accept",
                "change",
                "blanks",
                "mean U",
                "fillings",
                "ESS",
                "R-hat",
                "passes",
                "ESS/100",
                "sampler");
  }

  /**
   * Returns the next row; the first one with what stands above it.
   *
   * @param result the row's result
   */
  String row(SamplerBenchmark.Result result) {
    Diagnostics diagnostics = result.infilling().diagnostics();
    return row(
        result.sampler(),
        Figures.percent(diagnostics.acceptanceRate()),
        Figures.percent(diagnostics.acceptedAndChangedRate()),
        Figures.decimal(diagnostics.meanChangedCoordinates(), 2),
        decimal(diagnostics.meanEnergy(), 2),
        String.valueOf(result.distinctLast()),
        decimal(diagnostics.effectiveSampleSize(), 0),
        decimal(diagnostics.rHat(), 2),
        Figures.count(diagnostics.modelPasses()),
        decimal(result.effectiveSampleSizePer100Passes(), 2));
  }

  /**
   * Returns the medians of several texts as a table.
   *
   * @param medians at least one
   */
  static String medians(List<SamplerMedians> medians) {
    SamplerTable table =
        new SamplerTable(
            "medians of %d texts (of U: the mean)%n".formatted(medians.get(0).texts()));
    StringBuilder rows = new StringBuilder();
    for (SamplerMedians sampler : medians) {
      rows.append(
          table.row(
              sampler.sampler(),
              Figures.percent(sampler.acceptanceRate().orElse(Double.NaN)),
              Figures.percent(sampler.acceptedAndChangedRate().orElse(Double.NaN)),
              decimal(sampler.meanChangedCoordinates(), 2),
              decimal(sampler.meanEnergy(), 2),
              decimal(sampler.distinctLast(), 1),
              decimal(sampler.effectiveSampleSize(), 0),
              decimal(sampler.rHat(), 2),
              decimal(sampler.modelPasses(), 0),
              decimal(sampler.effectiveSampleSizePer100Passes(), 2)));
    }
    return rows.toString();
  }

  private String row(ComparedSampler sampler, String... figures) {
    Object[] cells = new Object[figures.length + 2];
    cells[0] =
        sampler.settings().sampler().has(Settings.ALPHA)
            ? String.valueOf(sampler.settings().get(Settings.ALPHA))
            : "-";
    System.arraycopy(figures, 0, cells, 1, figures.length);
    cells[figures.length + 1] = sampler.label();
    String row = ROW.formatted(cells);
    String above = heading;
    heading = "";
    return above + row;
  }

  private static String decimal(OptionalDouble figure, int digits) {
    return Figures.decimal(figure.orElse(Double.NaN), digits);
  }
}
