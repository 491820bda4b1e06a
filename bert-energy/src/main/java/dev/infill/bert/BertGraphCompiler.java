package dev.infill.bert;

import dev.infill.bert.graph.ir.Float16Arithmetic;
import dev.infill.bert.graph.ir.WeightsFile;
import dev.infill.bert.graph.network.BertGraph;
import dev.infill.bert.graph.network.BertGraph.Kind;
import dev.infill.bert.graph.network.ExportedConditionals;
import dev.infill.bert.runtime.Precision;
import dev.infill.bert.store.CachedModel.NumberFormat;
import dev.infill.bert.store.CompiledModel;
import dev.infill.bert.store.GraphCompiler;
import dev.infill.bert.weights.BertConfiguration;
import dev.infill.bert.weights.ModelBundle;
import dev.infill.bert.weights.OnnxExport;
import dev.infill.core.InvalidInputException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Makes the graphs that {@link BertModel} runs. In float16 there is one of each for processors and
 * one for cards, since only cards compute in float16.
 *
 * @param matrices the format of the matrices; FLOAT32 for TF32 as well
 */
record BertGraphCompiler(NumberFormat matrices) implements GraphCompiler {
  /** Raised with every change of the graphs, or of the form of a compiled model. */
  private static final String VERSION = "11";

  /** Returns all there are. */
  static List<BertGraphCompiler> all() {
    return Arrays.stream(NumberFormat.values()).map(BertGraphCompiler::new).toList();
  }

  /** Returns the compiler of models of a precision. */
  static BertGraphCompiler of(Precision precision) {
    return new BertGraphCompiler(
        precision == Precision.FLOAT16 ? NumberFormat.FLOAT16 : NumberFormat.FLOAT32);
  }

  /** Returns the precision that its models are opened in without being asked for another. */
  Precision precision() {
    return matrices == NumberFormat.FLOAT16 ? Precision.FLOAT16 : Precision.FLOAT32;
  }

  @Override
  public String version() {
    return matrices == NumberFormat.FLOAT32
        ? VERSION
        : VERSION + "-" + matrices.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public Map<String, byte[]> compile(ModelBundle model, WeightsFile weights) {
    Map<String, byte[]> graphs = new HashMap<>();
    if (model.export().isPresent()) {
      byte[] conditionals = conditionals(model.name(), model.export().get(), weights);
      arithmetics().forEach(each -> graphs.put(file(Kind.CONDITIONALS, each), conditionals));
      return graphs;
    }
    BertConfiguration configuration = (BertConfiguration) model.configuration();
    for (Float16Arithmetic arithmetic : arithmetics()) {
      for (Kind kind : Kind.values()) {
        graphs.put(file(kind, arithmetic), BertGraph.of(kind, configuration, weights, arithmetic));
      }
    }
    return graphs;
  }

  private static byte[] conditionals(String name, OnnxExport export, WeightsFile weights) {
    try {
      return ExportedConditionals.of(export, weights);
    } catch (InvalidInputException e) {
      throw new InvalidInputException(e.field(), "model %s %s".formatted(name, e.getMessage()), e);
    }
  }

  private List<Float16Arithmetic> arithmetics() {
    return matrices == NumberFormat.FLOAT16
        ? List.of(Float16Arithmetic.NATIVE, Float16Arithmetic.ROUNDED_FLOAT32)
        : List.of(Float16Arithmetic.NATIVE);
  }

  private static String file(Kind kind, Float16Arithmetic arithmetic) {
    return kind.title() + (arithmetic == Float16Arithmetic.NATIVE ? ".onnx" : "-cpu.onnx");
  }

  /** Returns the graphs for cards. */
  Map<Kind, Path> cardGraphs(CompiledModel compiled) {
    return graphs(compiled, Float16Arithmetic.NATIVE);
  }

  /** Returns the graphs for processors. */
  Map<Kind, Path> processorGraphs(CompiledModel compiled) {
    return graphs(
        compiled,
        matrices == NumberFormat.FLOAT16
            ? Float16Arithmetic.ROUNDED_FLOAT32
            : Float16Arithmetic.NATIVE);
  }

  private static Map<Kind, Path> graphs(CompiledModel compiled, Float16Arithmetic arithmetic) {
    Map<Kind, Path> graphs = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      compiled.graph(file(kind, arithmetic)).ifPresent(graph -> graphs.put(kind, graph));
    }
    return graphs;
  }
}
