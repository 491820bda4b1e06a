package dev.infill.bert;

import dev.infill.bert.graph.BertGraph;
import dev.infill.bert.graph.Float16Arithmetic;
import dev.infill.bert.graph.WeightsFile;
import dev.infill.bert.runtime.BertGraphs;
import dev.infill.bert.store.CompiledModel;
import dev.infill.bert.store.GraphCompiler;
import dev.infill.bert.weights.BertConfiguration;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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
  public Map<String, byte[]> compile(BertConfiguration configuration, WeightsFile weights) {
    Map<String, byte[]> graphs = new HashMap<>();
    put(graphs, configuration, weights, Float16Arithmetic.NATIVE);
    if (storesMatricesInFloat16) {
      put(graphs, configuration, weights, Float16Arithmetic.ROUNDED_FLOAT32);
    }
    return graphs;
  }

  private static void put(
      Map<String, byte[]> graphs,
      BertConfiguration configuration,
      WeightsFile weights,
      Float16Arithmetic arithmetic) {
    graphs.put(
        file(CONDITIONALS, arithmetic), BertGraph.conditionals(configuration, weights, arithmetic));
    graphs.put(file(GRADIENT, arithmetic), BertGraph.gradient(configuration, weights, arithmetic));
    graphs.put(
        file(PROPOSALS, arithmetic), BertGraph.proposals(configuration, weights, arithmetic));
    graphs.put(
        file(RELAXED_CONDITIONALS, arithmetic),
        BertGraph.relaxedConditionals(configuration, weights, arithmetic));
    graphs.put(
        file(RELAXED_GRADIENT, arithmetic),
        BertGraph.relaxedGradient(configuration, weights, arithmetic));
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
    return new BertGraphs(
        graph(compiled, file(CONDITIONALS, arithmetic)),
        graph(compiled, file(GRADIENT, arithmetic)),
        graph(compiled, file(PROPOSALS, arithmetic)),
        graph(compiled, file(RELAXED_CONDITIONALS, arithmetic)),
        graph(compiled, file(RELAXED_GRADIENT, arithmetic)));
  }

  private static Path graph(CompiledModel compiled, String name) {
    Path graph = compiled.graphs().get(name);
    if (graph == null) {
      throw new IllegalStateException("the compiled model has no " + name);
    }
    return graph;
  }
}
