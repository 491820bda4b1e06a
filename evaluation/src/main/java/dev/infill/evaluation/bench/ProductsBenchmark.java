package dev.infill.evaluation.bench;

import dev.infill.bert.graph.MatrixProduct;
import dev.infill.core.InvalidInputException;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.text.MaskedLanguageModel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * How fast this machine multiplies matrices of a model's shapes, in ONNX Runtime itself, on the
 * model's device, in its precision and with its threads; and how much of that a dense step takes.
 */
public final class ProductsBenchmark {
  private final int chains;
  private final Repetitions repetitions;

  /**
   * Creates the benchmark.
   *
   * @param chains how many states a step evaluates, at least 1
   * @param repetitions how many products of each shape are timed, at least 1
   * @throws InvalidInputException if one is less
   */
  public ProductsBenchmark(int chains, int repetitions) {
    Repetitions.requireCount("chains", chains);
    this.chains = chains;
    this.repetitions = new Repetitions(repetitions);
  }

  /**
   * Times the products with weights of one encoder layer, those with packed and with plain weights
   * in turn.
   *
   * @param model the model
   * @param bert what it is and what it runs on
   * @param text a text with blanks, whose dense step the rows and the sums are of
   * @throws InvalidInputException if the text has no blank, or does not fit the model
   */
  public Result run(MaskedLanguageModel model, RunningBert bert, String text) {
    DenseStep step = DenseStep.of(chains, BenchmarkText.tokenize(model, text));
    try (LayerProducts packed = LayerProducts.open(bert, step.rows(), true);
        LayerProducts plain = LayerProducts.open(bert, step.rows(), false)) {
      List<Supplier<Runnable>> timed = new ArrayList<>(packed.timed());
      timed.addAll(plain.timed());
      List<Repetitions.Timing> timings = packed.ofOneProduct(repetitions.timeInTurn(timed));
      List<MatrixProduct> products = packed.products();
      int shapes = products.size();
      return new Result(
          chains,
          step.blanks(),
          step.pieces(),
          repetitions.count(),
          IntStream.range(0, shapes)
              .mapToObj(k -> Shape.of(products.get(k), timings.get(k), timings.get(shapes + k)))
              .toList(),
          packed.flopsPerSecond(timings.subList(0, shapes), Repetitions.Timing::medianSeconds),
          plain.flopsPerSecond(
              timings.subList(shapes, 2 * shapes), Repetitions.Timing::medianSeconds),
          step.flops(bert.configuration(), GradientKind.OWN_TERM),
          step.flops(bert.configuration(), GradientKind.EXACT));
    }
  }

  /**
   * The speed of this machine's matrix products.
   *
   * @param chains how many states a step evaluates
   * @param blanks m
   * @param pieces T, the length of each sequence
   * @param repetitions how many products of each shape were timed
   * @param shapes the shapes
   * @param packedFlopsPerSecond the speed of a layer's products whose weights are packed ahead, as
   *     they are for passes without gradient; from median times
   * @param plainFlopsPerSecond the same with weights as they stand in the file, as for passes with
   *     gradient
   * @param ownTermFlops additions and multiplications that the matrix products of a dense step with
   *     the own term take
   * @param exactFlops the same with the exact gradient
   */
  public record Result(
      int chains,
      int blanks,
      int pieces,
      int repetitions,
      List<Shape> shapes,
      double packedFlopsPerSecond,
      double plainFlopsPerSecond,
      double ownTermFlops,
      double exactFlops) {
    /** Copies the list. */
    public Result {
      shapes = List.copyOf(shapes);
    }

    /**
     * Returns the seconds that the matrix products of a dense step alone would take, at the speed
     * of packed weights.
     *
     * @param gradient {@code OWN_TERM} or {@code EXACT}
     */
    public double stepSeconds(GradientKind gradient) {
      return (gradient == GradientKind.EXACT ? exactFlops : ownTermFlops) / packedFlopsPerSecond;
    }
  }

  /**
   * Products [rows, inner] × [inner, columns].
   *
   * @param perLayer how many a layer has
   * @param rows rows of the first matrix
   * @param inner its columns
   * @param columns columns of the second matrix
   * @param packedMinimumSeconds the fastest product with packed weights
   * @param packedMedianSeconds the median one
   * @param plainMinimumSeconds the fastest product with plain weights
   * @param plainMedianSeconds the median one
   */
  public record Shape(
      long perLayer,
      long rows,
      long inner,
      long columns,
      double packedMinimumSeconds,
      double packedMedianSeconds,
      double plainMinimumSeconds,
      double plainMedianSeconds) {
    private static Shape of(
        MatrixProduct product, Repetitions.Timing packed, Repetitions.Timing plain) {
      return new Shape(
          product.count(),
          product.rows(),
          product.inner(),
          product.columns(),
          packed.minimumSeconds(),
          packed.medianSeconds(),
          plain.minimumSeconds(),
          plain.medianSeconds());
    }

    /** Returns additions and multiplications per second with packed weights; from the median. */
    public double packedFlopsPerSecond() {
      return 2.0 * rows * inner * columns / packedMedianSeconds;
    }

    /** Returns additions and multiplications per second with plain weights; from the median. */
    public double plainFlopsPerSecond() {
      return 2.0 * rows * inner * columns / plainMedianSeconds;
    }
  }
}
