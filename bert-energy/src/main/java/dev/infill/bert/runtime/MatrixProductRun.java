package dev.infill.bert.runtime;

import dev.infill.bert.graph.network.MatrixProductGraph;
import java.util.Set;

/**
 * Matrix products in ONNX Runtime, whose factors stay where they are: run again and again, they
 * tell the speed of this machine's matrix products. Not thread-safe.
 */
public final class MatrixProductRun implements AutoCloseable {
  private final GraphSession session;
  private final GraphSession.Inputs inputs = GraphSession.inputs();
  private final Set<String> products;

  private MatrixProductRun(GraphSession session, Set<String> products) {
    this.session = session;
    this.products = products;
  }

  /**
   * Prepares the products.
   *
   * @param graph a {@link MatrixProductGraph}; in float16 for {@code FLOAT16}
   * @param count how many products it has
   * @param device where to run: {@code CPU}, or {@code CUDA} if it can be used
   * @param precision of the products
   * @param threads the threads of one product, at least 1
   * @param packed whether the second factor is copied ahead into the layout that products read, as
   *     it is for a model's passes without gradient; on a processor only
   * @throws RuntimeFailureException if ONNX Runtime fails
   */
  public static MatrixProductRun open(
      byte[] graph, int count, Device device, Precision precision, int threads, boolean packed) {
    return new MatrixProductRun(
        GraphSession.openUnoptimized(graph, Execution.on(device, precision, threads), packed),
        MatrixProductGraph.products(count));
  }

  /** Multiplies as often as the graph does; what comes out is dropped where it is. */
  public void run() {
    session.runOnly(inputs, products);
  }

  @Override
  public void close() {
    try (session) {
      inputs.close();
    }
  }
}
