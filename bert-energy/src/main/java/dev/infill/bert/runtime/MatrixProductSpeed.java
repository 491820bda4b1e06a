package dev.infill.bert.runtime;

import dev.infill.bert.graph.network.MatrixProduct;
import dev.infill.bert.graph.network.MatrixProductGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * The speed of this machine's matrix products, measured in ONNX Runtime: the second factor is
 * copied ahead into the layout that products read, as it is for passes without gradient. Not
 * thread-safe.
 */
public final class MatrixProductSpeed implements AutoCloseable {
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
  private final Set<String> outputs;
  private final List<GraphSession> sessions = new ArrayList<>();

  private MatrixProductSpeed(List<MatrixProduct> products, int productsInARun) {
    this.products = products;
    this.productsInARun = productsInARun;
    this.outputs = MatrixProductGraph.products(productsInARun);
  }

  /**
   * Prepares the products.
   *
   * @param products their shapes, and how much each counts
   * @param execution how they are run
   * @param float16 whether in float16, else in float32
   * @throws RuntimeFailureException if ONNX Runtime fails
   */
  static MatrixProductSpeed open(
      List<MatrixProduct> products, Execution execution, boolean float16) {
    int productsInARun = execution.cuda() ? PRODUCTS_IN_A_CARDS_RUN : 1;
    MatrixProductSpeed speed = new MatrixProductSpeed(products, productsInARun);
    try {
      SplittableRandom random = new SplittableRandom(SEED);
      for (MatrixProduct product : products) {
        int inner = Math.toIntExact(product.inner());
        int columns = Math.toIntExact(product.columns());
        float[] rows = elements(random, Math.toIntExact(product.rows()) * inner);
        byte[] graph =
            MatrixProductGraph.of(
                rows, inner, columns, elements(random, inner * columns), productsInARun, float16);
        speed.sessions.add(GraphSession.openUnoptimized(graph, execution));
      }
      return speed;
    } catch (RuntimeException e) {
      speed.close();
      throw e;
    }
  }

  private static float[] elements(SplittableRandom random, int count) {
    float[] elements = new float[count];
    for (int i = 0; i < count; i++) {
      elements[i] = (float) random.nextDouble(-1, 1);
    }
    return elements;
  }

  /**
   * Measures the speed of all products together, in additions and multiplications per second. Each
   * shape is timed once, after runs that are not timed, so that it finds its factors at hand and
   * the processor's cores to itself, whatever ran before.
   */
  public double flopsPerSecond() {
    double seconds = 0;
    for (int k = 0; k < sessions.size(); k++) {
      long start = System.nanoTime();
      do {
        sessions.get(k).runOnly(outputs);
      } while (System.nanoTime() - start < WARM_UP_NANOS);
      long began = System.nanoTime();
      sessions.get(k).runOnly(outputs);
      seconds += products.get(k).count() * (System.nanoTime() - began) / 1e9 / productsInARun;
    }
    return products.stream().mapToDouble(MatrixProduct::flops).sum() / seconds;
  }

  @Override
  public void close() {
    sessions.forEach(GraphSession::close);
  }
}
