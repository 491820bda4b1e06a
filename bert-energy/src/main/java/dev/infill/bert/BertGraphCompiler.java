package dev.infill.bert;

import dev.infill.bert.graph.BertGraph;
import dev.infill.bert.graph.ExportedConditionals;
import dev.infill.bert.graph.Float16Arithmetic;
import dev.infill.bert.graph.NetworkPlan;
import dev.infill.bert.graph.UnsupportedNodeException;
import dev.infill.bert.graph.WeightsFile;
import dev.infill.bert.runtime.BertGraphs;
import dev.infill.bert.store.CompiledGraphs;
import dev.infill.bert.store.CompiledModel;
import dev.infill.bert.store.GraphCompiler;
import dev.infill.bert.weights.BertConfiguration;
import dev.infill.bert.weights.BertWeights;
import dev.infill.bert.weights.OnnxExport;
import dev.infill.core.InvalidInputException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Makes the graphs that {@link BertModel} runs; in float16 one of each for processors and one for
 * cards, which have arithmetic of their own for it.
 *
 * @param storesMatricesInFloat16 whether products are computed in float16, else in float32 or TF32
 */
record BertGraphCompiler(boolean storesMatricesInFloat16) implements GraphCompiler {
  private static final String CONDITIONALS = "conditionals";
  private static final String GRADIENT = "gradient";
  private static final String PROPOSALS = "proposals";
  private static final String RELAXED_CONDITIONALS = "relaxed-conditionals";
  private static final String RELAXED_GRADIENT = "relaxed-gradient";

  /** To be raised with every change of what the graphs compute or how they are written. */
  private static final String VERSION = "3";

  /** Returns all there are. */
  static List<BertGraphCompiler> all() {
    return List.of(new BertGraphCompiler(false), new BertGraphCompiler(true));
  }

  @Override
  public String version() {
    return storesMatricesInFloat16 ? VERSION + "-float16" : VERSION;
  }

  @Override
  public CompiledGraphs compile(BertWeights model, WeightsFile weights) {
    if (model.export().isPresent()) {
      return compile(model.name(), model.export().get(), weights);
    }
    NetworkPlan plan = NetworkPlan.of((BertConfiguration) model.configuration(), weights);
    return new CompiledGraphs(
        files(
            arithmetic -> {
              Map<String, byte[]> graphs = withoutGradients(plan, arithmetic);
              graphs.putAll(gradients(plan, arithmetic));
              return graphs;
            }),
        Optional.empty());
  }

  /** Makes as many graphs of an export as its operators allow. */
  private CompiledGraphs compile(String name, OnnxExport export, WeightsFile weights) {
    NetworkPlan plan = NetworkPlan.of(export, weights);
    try {
      Map<String, byte[]> graphs = new HashMap<>();
      Optional<String> limitation = Optional.empty();
      try {
        graphs.putAll(files(arithmetic -> withoutGradients(plan, arithmetic)));
        graphs.putAll(files(arithmetic -> gradients(plan, arithmetic)));
      } catch (UnsupportedNodeException e) {
        limitation = Optional.ofNullable(e.getMessage());
      }
      if (graphs.isEmpty()) {
        graphs.putAll(
            files(arithmetic -> Map.of(CONDITIONALS, ExportedConditionals.of(export, weights))));
      }
      return new CompiledGraphs(graphs, limitation);
    } catch (InvalidInputException e) {
      throw new InvalidInputException(e.field(), "model %s %s".formatted(name, e.getMessage()), e);
    }
  }

  /** Makes graphs for processors and for cards. */
  private Map<String, byte[]> files(Function<Float16Arithmetic, Map<String, byte[]>> graphs) {
    Map<String, byte[]> files = new HashMap<>();
    List<Float16Arithmetic> kinds =
        storesMatricesInFloat16
            ? List.of(Float16Arithmetic.NATIVE, Float16Arithmetic.ROUNDED_FLOAT32)
            : List.of(Float16Arithmetic.NATIVE);
    for (Float16Arithmetic arithmetic : kinds) {
      graphs
          .apply(arithmetic)
          .forEach((graph, content) -> files.put(file(graph, arithmetic), content));
    }
    return files;
  }

  private static Map<String, byte[]> withoutGradients(
      NetworkPlan plan, Float16Arithmetic arithmetic) {
    Map<String, byte[]> graphs = new HashMap<>();
    graphs.put(CONDITIONALS, BertGraph.conditionals(plan, arithmetic));
    graphs.put(PROPOSALS, BertGraph.proposals(plan, arithmetic));
    return graphs;
  }

  private static Map<String, byte[]> gradients(NetworkPlan plan, Float16Arithmetic arithmetic) {
    return Map.of(
        GRADIENT, BertGraph.gradient(plan, arithmetic),
        RELAXED_CONDITIONALS, BertGraph.relaxedConditionals(plan, arithmetic),
        RELAXED_GRADIENT, BertGraph.relaxedGradient(plan, arithmetic));
  }

  private static String file(String graph, Float16Arithmetic arithmetic) {
    return graph + (arithmetic == Float16Arithmetic.NATIVE ? ".onnx" : "-cpu.onnx");
  }

  /** Returns the graphs for cards. */
  BertGraphs cardGraphs(CompiledModel compiled) {
    return graphs(compiled, Float16Arithmetic.NATIVE);
  }

  /** Returns the graphs for processors. */
  BertGraphs processorGraphs(CompiledModel compiled) {
    return graphs(
        compiled,
        storesMatricesInFloat16 ? Float16Arithmetic.ROUNDED_FLOAT32 : Float16Arithmetic.NATIVE);
  }

  private static BertGraphs graphs(CompiledModel compiled, Float16Arithmetic arithmetic) {
    Function<String, Optional<Path>> graph =
        name -> Optional.ofNullable(compiled.graphs().get(file(name, arithmetic)));
    return new BertGraphs(
        graph.apply(CONDITIONALS).orElseThrow(),
        graph.apply(PROPOSALS),
        graph
            .apply(GRADIENT)
            .map(
                gradient ->
                    new BertGraphs.OfGradients(
                        gradient,
                        graph.apply(RELAXED_CONDITIONALS).orElseThrow(),
                        graph.apply(RELAXED_GRADIENT).orElseThrow())));
  }
}
