package dev.infill.bert.store;

import dev.infill.bert.graph.WeightsFile;
import dev.infill.bert.weights.BertConfiguration;
import java.util.Map;

/** Makes the graphs that stand beside a file of weights. */
public interface GraphCompiler {
  /**
   * Returns the version of the graphs: compiled models of another version are not used. Letters,
   * digits, dots and hyphens.
   */
  String version();

  /**
   * Says whether matrices are stored in float16, the nearest number for each; other parameters are
   * stored in float32 in any case.
   */
  boolean storesMatricesInFloat16();

  /**
   * Makes the graphs.
   *
   * @param configuration the model's sizes
   * @param weights where its parameters stand, in the folder that the graphs will be in
   * @return the content of each graph by its file name
   */
  Map<String, byte[]> compile(BertConfiguration configuration, WeightsFile weights);
}
