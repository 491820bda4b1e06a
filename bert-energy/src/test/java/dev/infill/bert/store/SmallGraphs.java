package dev.infill.bert.store;

import dev.infill.bert.graph.ir.WeightsFile;
import dev.infill.bert.weights.ModelBundle;
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
  public CachedModel.NumberFormat matrices() {
    return CachedModel.NumberFormat.FLOAT32;
  }

  @Override
  public Map<String, byte[]> compile(ModelBundle model, WeightsFile weights) {
    compilations++;
    return Map.of(
        "forward.onnx", text("forward " + model.configuration()),
        "gradient.onnx", text("gradient " + weights.fileName()));
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
