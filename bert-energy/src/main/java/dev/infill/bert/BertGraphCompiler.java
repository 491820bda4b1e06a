package dev.infill.bert;

import dev.infill.bert.graph.imports.ExportedConditionals;
import dev.infill.bert.graph.imports.ImportedNetwork;
import dev.infill.bert.graph.ir.Float16Arithmetic;
import dev.infill.bert.graph.ir.WeightsFile;
import dev.infill.bert.graph.network.BertGraph;
import dev.infill.bert.graph.network.BertGraph.Kind;
import dev.infill.bert.graph.network.BertNetwork;
import dev.infill.bert.graph.network.NetworkPlan;
import dev.infill.bert.graph.op.UnsupportedNodeException;
import dev.infill.bert.runtime.BertGraphs;
import dev.infill.bert.store.CachedModel.NumberFormat;
import dev.infill.bert.store.CompiledGraphs;
import dev.infill.bert.store.CompiledModel;
import dev.infill.bert.store.GraphCompiler;
import dev.infill.bert.weights.BertConfiguration;
import dev.infill.bert.weights.BertWeights;
import dev.infill.bert.weights.OnnxExport;
import dev.infill.core.InvalidInputException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Makes the graphs that {@link BertModel} runs; in float16 one of each for processors and one for
 * cards, which have arithmetic of their own for it.
 *
 * @param matrices what products are computed in; FLOAT32 for TF32 as well
 */
record BertGraphCompiler(NumberFormat matrices) implements GraphCompiler {
  /** To be raised with every change of what the graphs compute or how they are written. */
  private static final String VERSION = "4";

  private static final List<Kind> WITHOUT_GRADIENTS = List.of(Kind.CONDITIONALS, Kind.PROPOSALS);
  private static final List<Kind> GRADIENTS =
      List.of(Kind.GRADIENT, Kind.RELAXED_CONDITIONALS, Kind.RELAXED_GRADIENT);

  /** Returns all there are. */
  static List<BertGraphCompiler> all() {
    return Arrays.stream(NumberFormat.values()).map(BertGraphCompiler::new).toList();
  }

  @Override
  public String version() {
    return matrices == NumberFormat.FLOAT32
        ? VERSION
        : VERSION + "-" + matrices.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public CompiledGraphs compile(BertWeights model, WeightsFile weights) {
    if (model.export().isPresent()) {
      return compile(model.name(), model.export().get(), weights);
    }
    NetworkPlan plan = BertNetwork.plan((BertConfiguration) model.configuration(), weights);
    Map<String, byte[]> graphs = files(plan, WITHOUT_GRADIENTS);
    graphs.putAll(files(plan, GRADIENTS));
    return new CompiledGraphs(graphs, Optional.empty());
  }

  /** Makes as many graphs of an export as its operators allow. */
  private CompiledGraphs compile(String name, OnnxExport export, WeightsFile weights) {
    NetworkPlan plan = ImportedNetwork.plan(export, weights);
    try {
      Map<String, byte[]> graphs = new HashMap<>();
      Optional<String> limitation = Optional.empty();
      try {
        graphs.putAll(files(plan, WITHOUT_GRADIENTS));
        graphs.putAll(files(plan, GRADIENTS));
      } catch (UnsupportedNodeException e) {
        limitation = Optional.ofNullable(e.getMessage());
      }
      if (graphs.isEmpty()) {
        byte[] conditionals = ExportedConditionals.of(export, weights);
        arithmetics().forEach(each -> graphs.put(file(Kind.CONDITIONALS, each), conditionals));
      }
      return new CompiledGraphs(graphs, limitation);
    } catch (InvalidInputException e) {
      throw new InvalidInputException(e.field(), "model %s %s".formatted(name, e.getMessage()), e);
    }
  }

  /** Makes graphs for processors and for cards. */
  private Map<String, byte[]> files(NetworkPlan plan, List<Kind> kinds) {
    Map<String, byte[]> files = new HashMap<>();
    for (Float16Arithmetic arithmetic : arithmetics()) {
      for (Kind kind : kinds) {
        files.put(file(kind, arithmetic), BertGraph.of(kind, plan, arithmetic));
      }
    }
    return files;
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
  BertGraphs cardGraphs(CompiledModel compiled) {
    return graphs(compiled, Float16Arithmetic.NATIVE);
  }

  /** Returns the graphs for processors. */
  BertGraphs processorGraphs(CompiledModel compiled) {
    return graphs(
        compiled,
        matrices == NumberFormat.FLOAT16
            ? Float16Arithmetic.ROUNDED_FLOAT32
            : Float16Arithmetic.NATIVE);
  }

  private static BertGraphs graphs(CompiledModel compiled, Float16Arithmetic arithmetic) {
    Function<Kind, Optional<Path>> graph = kind -> compiled.graph(file(kind, arithmetic));
    return new BertGraphs(
        graph.apply(Kind.CONDITIONALS).orElseThrow(),
        graph.apply(Kind.PROPOSALS),
        graph
            .apply(Kind.GRADIENT)
            .map(
                gradient ->
                    new BertGraphs.OfGradients(
                        gradient,
                        graph.apply(Kind.RELAXED_CONDITIONALS).orElseThrow(),
                        graph.apply(Kind.RELAXED_GRADIENT).orElseThrow())));
  }
}
