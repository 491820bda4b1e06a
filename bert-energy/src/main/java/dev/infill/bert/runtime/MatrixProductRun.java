package dev.infill.bert.runtime;

import dev.infill.bert.graph.MatrixProductGraph;
import java.util.Set;

/**
 * One matrix product in ONNX Runtime, whose factors stay where they are: run again and again, it
 * tells the speed of this machine's matrix products. Not thread-safe.
 */
public final class MatrixProductRun implements AutoCloseable {
  private final GraphSession session;
  private final GraphSession.Inputs inputs;

  private MatrixProductRun(GraphSession session, GraphSession.Inputs inputs) {
    this.session = session;
    this.inputs = inputs;
  }

  /**
   * Prepares the product.
   *
   * @param graph a {@link MatrixProductGraph}
   * @param rows the first factor [R, inner], row-major
   * @param inner its columns
   * @param device where to run: {@code CPU}, or {@code CUDA} if it can be used
   * @param threads the threads of one product, at least 1
   * @param packed whether the second factor is copied ahead into the layout that products read, as
   *     it is for a model's passes without gradient
   * @throws RuntimeFailureException if ONNX Runtime fails
   */
  public static MatrixProductRun open(
      byte[] graph, float[] rows, int inner, Device device, int threads, boolean packed) {
    GraphSession session = GraphSession.open(graph, device == Device.CUDA, threads, packed);
    GraphSession.Inputs inputs = GraphSession.inputs();
    MatrixProductRun run = new MatrixProductRun(session, inputs);
    try {
      inputs.put(MatrixProductGraph.ROWS, rows, rows.length / inner, inner);
      return run;
    } catch (RuntimeException e) {
      run.close();
      throw e;
    }
  }

  /** Multiplies once; what comes out is dropped where it is. */
  public void run() {
    session.runOnly(inputs, Set.of(MatrixProductGraph.PRODUCT));
  }

  @Override
  public void close() {
    try (session) {
      inputs.close();
    }
  }
}
