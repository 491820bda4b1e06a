package dev.infill.bert.graph.op;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The operators of exported graphs that can be rebuilt. */
public final class Operators {
  private static final String RUNTIME = "com.microsoft:";

  private final Map<String, Function<ImportedNode, List<Imported>>> imports = new HashMap<>();

  private Operators() {
    for (BinaryFunction function : BinaryFunction.values()) {
      put(function.type(), function::imported);
    }
    put("Pow", BinaryFunction::importedPower);
    for (ElementwiseFunction function : ElementwiseFunction.values()) {
      put(function.type(), function::imported);
    }
    for (String type : List.of("Sin", "Cos", "Floor", "Ceil", "Round", "Sign")) {
      put(type, node -> PlainImports.elementwise(node, type, node.input(0).element()));
    }
    put("Cast", Cast::imported);
    put("Concat", Concat::imported);
    put("ConstantOfShape", PlainImports::constantOfShape);
    put("CumSum", PlainImports::cumulativeSum);
    put("Dropout", node -> node.input(0));
    put("Einsum", PlainImports::outerProduct);
    put("Expand", Expand::imported);
    put("Flatten", Reshape::importedFlatten);
    put("Gather", Gather::imported);
    put("GatherElements", Gather::importedElements);
    put("GatherND", Gather::importedByTuples);
    put("Gelu", Gelu::imported);
    put("Gemm", Gemm::imported);
    put("Identity", node -> node.input(0));
    put("IsNaN", PlainImports::isNotANumber);
    put("LayerNormalization", LayerNormalization::imported);
    put("LogSoftmax", Softmax::importedLogarithm);
    put("MatMul", MatMul::imported);
    put("Not", PlainImports::not);
    put("Range", PlainImports::range);
    put("ReduceMean", node -> Reduction.imported(node, true));
    put("ReduceSum", node -> Reduction.imported(node, false));
    put("Reshape", Reshape::imported);
    put("Shape", PlainImports::shape);
    put("Size", PlainImports::size);
    put("Slice", Slice::imported);
    put("Softmax", Softmax::imported);
    imports.put("Split", Slice::importedParts);
    put("Squeeze", Reshape::importedSqueeze);
    put("Transpose", Transpose::imported);
    put("Unsqueeze", Reshape::importedUnsqueeze);
    put("Where", Where::imported);
    put(RUNTIME + "Attention", Attention::imported);
    put(RUNTIME + "BiasGelu", new Gelu(false)::importedWithBias);
    imports.put(RUNTIME + "EmbedLayerNormalization", LayerNormalization::importedEmbeddings);
    put(RUNTIME + "FastGelu", new Gelu(true)::importedWithBias);
    put(RUNTIME + "FusedMatMul", MatMul::importedFused);
    put(RUNTIME + "Gelu", Gelu::imported);
    put(RUNTIME + "MultiHeadAttention", Attention::importedMultiHead);
    imports.put(RUNTIME + "SkipLayerNormalization", LayerNormalization::importedSkip);
  }

  /** Adds an operator of one output. */
  private void put(String name, Function<ImportedNode, Imported> imported) {
    imports.put(name, node -> List.of(imported.apply(node)));
  }

  /**
   * Returns what rebuilds each operator, by its name with its domain, unless that is ONNX's own: it
   * gives the outputs that are needed, or an {@link IllegalArgumentException} that says what of the
   * node is not supported.
   */
  public static Map<String, Function<ImportedNode, List<Imported>>> imports() {
    return Map.copyOf(new Operators().imports);
  }
}
