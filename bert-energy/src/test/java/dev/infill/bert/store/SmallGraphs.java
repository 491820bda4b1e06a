package dev.infill.bert.store;

import dev.infill.bert.graph.WeightsFile;
import dev.infill.bert.weights.BertConfiguration;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Counts how often it is asked for graphs, which are two lines of text. */
class SmallGraphs implements GraphCompiler {
  private final String version;
  private int compilations;

  SmallGraphs(String version) {
    this.version = version;
  }

  int compilations() {
    return compilations;
  }

  @Override
  public String version() {
    return version;
  }

  @Override
  public boolean storesMatricesInFloat16() {
    return false;
  }

  @Override
  public Map<String, byte[]> compile(BertConfiguration configuration, WeightsFile weights) {
    compilations++;
    return Map.of(
        "forward.onnx", text("forward " + configuration),
        "gradient.onnx", text("gradient " + weights.fileName()));
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
