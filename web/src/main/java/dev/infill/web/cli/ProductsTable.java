package dev.infill.web.cli;

import dev.infill.core.energy.GradientKind;
import dev.infill.evaluation.bench.ProductsBenchmark;
import dev.infill.web.Choices;

/** The speed of matrix products as a table. */
final class ProductsTable {
  private static final String SHAPE = "%-30s%9s%12s%9s%11s%9s%n";
  private static final String STEP = "%-12s%12s%15s%n";

  private ProductsTable() {}

  static String render(ProductsBenchmark.Result result, BenchSession session) {
    StringBuilder table =
        new StringBuilder(
            session.denseStep(
                result.chains(), result.blanks(), result.pieces(), result.repetitions()));
    table.append(SHAPE.formatted("products", "a layer", "packed", "GFLOP/s", "plain", "GFLOP/s"));
    for (ProductsBenchmark.Shape shape : result.shapes()) {
      table.append(
          SHAPE.formatted(
              "[%d, %d] x [%d, %d]"
                  .formatted(shape.rows(), shape.inner(), shape.inner(), shape.columns()),
              shape.perLayer(),
              Figures.decimal(1e3 * shape.packedMedianSeconds(), 3) + " ms",
              giga(shape.packedFlopsPerSecond()),
              Figures.decimal(1e3 * shape.plainMedianSeconds(), 3) + " ms",
              giga(shape.plainFlopsPerSecond())));
    }
    table.append(
        SHAPE.formatted(
            "a layer",
            "",
            "",
            giga(result.packedFlopsPerSecond()),
            "",
            giga(result.plainFlopsPerSecond())));
    table.append("%n".formatted());
    table.append(STEP.formatted("dense step", "GFLOP", "products alone"));
    table.append(step(GradientKind.OWN_TERM, result.ownTermFlops(), result));
    table.append(step(GradientKind.EXACT, result.exactFlops(), result));
    return table.toString();
  }

  private static String step(GradientKind gradient, double flops, ProductsBenchmark.Result result) {
    return STEP.formatted(
        Choices.label(gradient),
        giga(flops),
        Figures.decimal(result.stepSeconds(gradient), 3) + " s");
  }

  private static String giga(double number) {
    return Figures.decimal(number / 1e9, 1);
  }
}
