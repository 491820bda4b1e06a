package dev.infill.bert.store;

import dev.infill.bert.graph.ir.WeightsFile;
import dev.infill.bert.weights.ModelBundle;
import java.util.Map;

/** Makes the graphs that lie beside a file of weights. */
public interface GraphCompiler {
  /**
   * Returns the version of the graphs, in letters, digits, dots and hyphens. Compiled models of
   * another version are not used.
   */
  String version();

  /** Returns the numbers that matrices are stored in. Other parameters are stored in float32. */
  CachedModel.NumberFormat matrices();

  /**
   * Makes the graphs, each by the name of its file, which ends with {@code .onnx}.
   *
   * @param model the model
   * @param weights where its parameters stand, in the folder of the graphs
   * @throws dev.infill.core.InvalidInputException for field {@code model} if the model has no
   *     graphs
   */
  Map<String, byte[]> compile(ModelBundle model, WeightsFile weights);
}
