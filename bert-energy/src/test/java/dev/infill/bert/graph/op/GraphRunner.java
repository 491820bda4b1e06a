package dev.infill.bert.graph.op;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OnnxValue;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import dev.infill.bert.graph.ir.ElementType;
import dev.infill.bert.runtime.OnnxRuntime;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Runs a graph in ONNX Runtime, with float64 numbers on the outside. */
public final class GraphRunner implements AutoCloseable {
  private final OrtEnvironment environment = OnnxRuntime.environment();
  private final OrtSession session;

  public GraphRunner(GraphBuilder graph) throws OrtException {
    try (OrtSession.SessionOptions options = options()) {
      session = environment.createSession(graph.model("test").toByteArray(), options);
    }
  }

  public GraphRunner(Path model) throws OrtException {
    try (OrtSession.SessionOptions options = options()) {
      session = environment.createSession(model.toString(), options);
    }
  }

  private static OrtSession.SessionOptions options() throws OrtException {
    OrtSession.SessionOptions options = new OrtSession.SessionOptions();
    options.setIntraOpNumThreads(1);
    return options;
  }

  /** An input: its elements, row-major, as float64. */
  public static final class Tensor {
    private final ElementType element;
    private final long[] shape;
    private final double[] elements;

    public Tensor(ElementType element, long[] shape, double[] elements) {
      this.element = element;
      this.shape = shape.clone();
      this.elements = elements.clone();
    }

    public static Tensor integers(long[] shape, long... elements) {
      double[] converted = new double[elements.length];
      for (int i = 0; i < converted.length; i++) {
        converted[i] = elements[i];
      }
      return new Tensor(ElementType.INT64, shape, converted);
    }

    private OnnxTensor convert(OrtEnvironment environment) throws OrtException {
      FloatBuffer floats = FloatBuffer.allocate(elements.length);
      LongBuffer longs = LongBuffer.allocate(elements.length);
      for (double x : elements) {
        floats.put((float) x);
        longs.put((long) x);
      }
      return switch (element) {
        case FLOAT -> OnnxTensor.createTensor(environment, floats.flip(), shape);
        case DOUBLE -> OnnxTensor.createTensor(environment, DoubleBuffer.wrap(elements), shape);
        case INT64 -> OnnxTensor.createTensor(environment, longs.flip(), shape);
        case FLOAT16, BOOL ->
            throw new IllegalArgumentException("no graph has inputs of " + element);
      };
    }
  }

  /**
   * The outputs of a run.
   *
   * @param elements their elements, row-major, by their names
   */
  public record Outputs(Map<String, double[]> elements) {
    public double[] get(String name) {
      return Objects.requireNonNull(elements.get(name), name);
    }
  }

  /** Runs the graph. */
  public Outputs run(Map<String, Tensor> inputs) throws OrtException {
    List<OnnxTensor> opened = new ArrayList<>();
    try {
      Map<String, OnnxTensor> converted = new HashMap<>();
      for (Map.Entry<String, Tensor> input : inputs.entrySet()) {
        OnnxTensor tensor = input.getValue().convert(environment);
        opened.add(tensor);
        converted.put(input.getKey(), tensor);
      }
      try (OrtSession.Result result = session.run(converted)) {
        Map<String, double[]> outputs = new HashMap<>();
        for (Map.Entry<String, OnnxValue> output : result) {
          outputs.put(output.getKey(), elements((OnnxTensor) output.getValue()));
        }
        return new Outputs(outputs);
      }
    } finally {
      opened.forEach(OnnxTensor::close);
    }
  }

  private static double[] elements(OnnxTensor tensor) {
    DoubleBuffer doubles = tensor.getDoubleBuffer();
    if (doubles != null) {
      double[] elements = new double[doubles.remaining()];
      doubles.get(elements);
      return elements;
    }
    FloatBuffer floats = tensor.getFloatBuffer();
    double[] elements = new double[floats.remaining()];
    for (int i = 0; i < elements.length; i++) {
      elements[i] = floats.get(i);
    }
    return elements;
  }

  @Override
  public void close() throws OrtException {
    session.close();
  }
}
