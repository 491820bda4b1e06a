package dev.infill.evaluation.bench;

import dev.infill.bert.graph.network.MatrixProduct;
import dev.infill.bert.graph.network.MatrixProductGraph;
import dev.infill.bert.runtime.Device;
import dev.infill.bert.runtime.MatrixProductRun;
import dev.infill.bert.runtime.Precision;
import dev.infill.bert.weights.BertConfiguration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * The products with weights of one encoder layer, ready to be timed one by one: query, key, value
 * and output have one shape, the two halves of the feed-forward part have theirs.
 */
final class LayerProducts implements AutoCloseable {
  /**
   * As many rows as a model pass without gradient has at most. Products do not become faster with
   * more.
   */
  private static final int MOST_ROWS = 2048;

  /**
   * How many products are computed in one run on a card, where a run takes about as long to start
   * as a product. Not measured.
   */
  private static final int PRODUCTS_IN_A_CARDS_RUN = 16;

  /**
   * Threads of other sessions wait busily for more work for some 40 ms after a run, which halved
   * the speed of products of 3 ms on two cores.
   */
  private static final long WARM_UP_NANOS = 100_000_000;

  private static final long SEED = 1;

  private final List<MatrixProduct> products;
  private final int productsInARun;
  private final List<MatrixProductRun> runs = new ArrayList<>();

  private LayerProducts(List<MatrixProduct> products, int productsInARun) {
    this.products = products;
    this.productsInARun = productsInARun;
  }

  /**
   * Prepares the products.
   *
   * @param bert the model whose layer it is
   * @param rows how many pieces there are; no more than 2,048 of them are multiplied
   */
  static LayerProducts open(RunningBert bert, long rows) {
    LayerProducts layer =
        new LayerProducts(
            shapes(bert.configuration(), Math.min(rows, MOST_ROWS)),
            bert.device() == Device.CPU ? 1 : PRODUCTS_IN_A_CARDS_RUN);
    try {
      SplittableRandom random = new SplittableRandom(SEED);
      for (MatrixProduct product : layer.products) {
        layer.runs.add(open(product, layer.productsInARun, bert, random));
      }
      return layer;
    } catch (RuntimeException e) {
      layer.close();
      throw e;
    }
  }

  private static List<MatrixProduct> shapes(BertConfiguration configuration, long rows) {
    int hidden = configuration.hiddenSize();
    int intermediate = configuration.intermediateSize();
    return List.of(
        new MatrixProduct(4, rows, hidden, hidden),
        new MatrixProduct(1, rows, hidden, intermediate),
        new MatrixProduct(1, rows, intermediate, hidden));
  }

  private static MatrixProductRun open(
      MatrixProduct product, int count, RunningBert bert, SplittableRandom random) {
    int rows = Math.toIntExact(product.rows());
    int inner = Math.toIntExact(product.inner());
    int columns = Math.toIntExact(product.columns());
    return MatrixProductRun.open(
        MatrixProductGraph.of(
            elements(random, rows * inner),
            inner,
            columns,
            elements(random, inner * columns),
            count,
            bert.precision() == Precision.FLOAT16),
        count,
        bert.device(),
        bert.precision(),
        bert.threads(),
        /* packed= */ true);
  }

  private static float[] elements(SplittableRandom random, int count) {
    float[] elements = new float[count];
    for (int i = 0; i < count; i++) {
      elements[i] = (float) random.nextDouble(-1, 1);
    }
    return elements;
  }

  /**
   * Returns for each shape what computes products of it; each after runs that are not timed, so
   * that it finds its factors at hand and the processor's cores to itself, whatever was timed
   * before.
   */
  List<Supplier<Runnable>> timed() {
    return runs.stream()
        .<Supplier<Runnable>>map(
            run ->
                () -> {
                  long start = System.nanoTime();
                  do {
                    run.run();
                  } while (System.nanoTime() - start < WARM_UP_NANOS);
                  return run::run;
                })
        .toList();
  }

  /**
   * Returns the time of one product of each shape.
   *
   * @param timings of what {@link #timed} returned
   */
  List<Repetitions.Timing> ofOneProduct(List<Repetitions.Timing> timings) {
    return timings.stream().map(timing -> timing.dividedBy(productsInARun)).toList();
  }

  /**
   * Returns the speed of the layer as a whole, in additions and multiplications per second.
   *
   * @param timings for each shape the time of one product
   * @param seconds which time of them counts
   */
  double flopsPerSecond(
      List<Repetitions.Timing> timings, ToDoubleFunction<Repetitions.Timing> seconds) {
    double flops = products.stream().mapToDouble(MatrixProduct::flops).sum();
    double taken =
        IntStream.range(0, products.size())
            .mapToDouble(k -> products.get(k).count() * seconds.applyAsDouble(timings.get(k)))
            .sum();
    return flops / taken;
  }

  @Override
  public void close() {
    runs.forEach(MatrixProductRun::close);
  }
}
