package dev.infill.bert.runtime;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.providers.OrtCUDAProviderOptions;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * One ONNX graph in ONNX Runtime. Any number of threads may run it, but none while another closes
 * it. All tensors of a run are freed before it returns.
 */
final class GraphSession implements AutoCloseable {
  private final OrtSession session;

  private GraphSession(OrtSession session) {
    this.session = session;
  }

  /**
   * Opens a graph on the processor or on a CUDA device.
   *
   * @param execution where and how it is run
   * @param packed whether the weights are copied into the layout that matrix products read: the
   *     fewer the sequences, the more time that saves (half for one of 19 pieces, a seventh for
   *     75), for a third of a second when the graph is opened and 100 MB of resident memory
   * @throws RuntimeFailureException if ONNX Runtime cannot open it there
   */
  static GraphSession open(Path graph, Execution execution, boolean packed) {
    OrtEnvironment environment = OnnxRuntime.environment();
    try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
      options.setIntraOpNumThreads(execution.threads());
      options.addConfigEntry("session.disable_prepacking", packed ? "0" : "1");
      // Patterns reserve the memory of the largest run ahead: half a gigabyte with a gradient.
      // The arena stays: without it the process came to 7 GB in place of 2, with two gradients of
      // 512 pieces at a time.
      options.setMemoryPatternOptimization(false);
      if (execution.device() == Device.CUDA) {
        addCuda(options, execution.precision() == Precision.TF32);
      }
      return new GraphSession(environment.createSession(graph.toString(), options));
    } catch (OrtException e) {
      throw new RuntimeFailureException("ONNX Runtime cannot open " + graph, e);
    }
  }

  private static void addCuda(OrtSession.SessionOptions options, boolean tf32) throws OrtException {
    OnnxRuntime.addCuda();
    try (OrtCUDAProviderOptions cuda = new OrtCUDAProviderOptions()) {
      // Left alone, the provider computes products of float32 in TF32 wherever a card can.
      cuda.add("use_tf32", tf32 ? "1" : "0");
      options.addCUDA(cuda);
    }
  }

  /**
   * Runs the graph.
   *
   * @return each asked output as a heap buffer of its own
   */
  Map<String, FloatBuffer> run(Inputs inputs, Set<String> outputs) {
    try (OrtSession.Result result = session.run(inputs.tensors, outputs)) {
      Map<String, FloatBuffer> values = new HashMap<>();
      for (String output : outputs) {
        // getFloatBuffer copies out of native memory, so the result may be closed.
        values.put(output, ((OnnxTensor) result.get(output).orElseThrow()).getFloatBuffer());
      }
      return values;
    } catch (OrtException e) {
      throw new RuntimeFailureException("ONNX Runtime failed on the model's graph", e);
    }
  }

  /** Starts the inputs of a run. */
  static Inputs inputs() {
    return new Inputs(OnnxRuntime.environment());
  }

  @Override
  public void close() {
    try {
      session.close();
    } catch (OrtException e) {
      throw new RuntimeFailureException("ONNX Runtime cannot close a session", e);
    }
  }

  /** The named input tensors of one run; closing frees them. */
  static final class Inputs implements AutoCloseable {
    private final OrtEnvironment environment;
    private final Map<String, OnnxTensor> tensors = new HashMap<>();

    private Inputs(OrtEnvironment environment) {
      this.environment = environment;
    }

    void put(String name, long[] values, long... shape) {
      put(name, () -> OnnxTensor.createTensor(environment, LongBuffer.wrap(values), shape));
    }

    void put(String name, float[] values, long... shape) {
      put(name, () -> OnnxTensor.createTensor(environment, FloatBuffer.wrap(values), shape));
    }

    private void put(String name, TensorSource source) {
      try {
        tensors.put(name, source.create());
      } catch (OrtException e) {
        throw new RuntimeFailureException("ONNX Runtime cannot hold the input " + name, e);
      }
    }

    @Override
    public void close() {
      tensors.values().forEach(OnnxTensor::close);
    }

    @FunctionalInterface
    private interface TensorSource {
      OnnxTensor create() throws OrtException;
    }
  }
}
