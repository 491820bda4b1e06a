package dev.infill.bert.store;

import dev.infill.bert.graph.ir.WeightsFile;
import dev.infill.bert.weights.ModelBundle;
import java.util.Map;

/** Makes the graphs that stand beside a file of weights. */
public interface GraphCompiler {
  /**
   * Returns the version of the graphs: compiled models of another version are not used. Letters,
   * digits, dots and hyphens.
   */
  String version();

  /** Returns what matrices are stored in; other parameters are stored in float32 in any case. */
  CachedModel.NumberFormat matrices();

  /**
   * Makes the graphs: the content of each by its file name.
   *
   * @param model the model
   * @param weights where its parameters stand, in the folder that the graphs will be in
   * @throws dev.infill.core.InvalidInputException for field {@code model} if no graphs can be made
   *     of it
   */
  Map<String, byte[]> compile(ModelBundle model, WeightsFile weights);
}
