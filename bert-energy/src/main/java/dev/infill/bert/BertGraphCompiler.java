package dev.infill.bert;

import dev.infill.bert.graph.BertGraph;
import dev.infill.bert.graph.WeightsFile;
import dev.infill.bert.store.GraphCompiler;
import dev.infill.bert.weights.BertConfiguration;
import java.util.Map;

/** Makes the two graphs that {@link BertModel} runs. */
final class BertGraphCompiler implements GraphCompiler {
  static final String CONDITIONALS = "conditionals.onnx";
  static final String GRADIENT = "gradient.onnx";

  /** To be raised with every change of what the graphs compute or how they are written. */
  private static final String VERSION = "1";

  @Override
  public String version() {
    return VERSION;
  }

  @Override
  public Map<String, byte[]> compile(BertConfiguration configuration, WeightsFile weights) {
    return Map.of(
        CONDITIONALS, BertGraph.conditionals(configuration, weights),
        GRADIENT, BertGraph.gradient(configuration, weights));
  }
}
