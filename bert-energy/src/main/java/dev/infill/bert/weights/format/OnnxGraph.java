package dev.infill.bert.weights.format;

import ai.onnx.proto.OnnxMl.NodeProto;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The graph of an ONNX file, in which every node comes after those it reads from. Constants of
 * nodes stand among the tensors.
 *
 * @param operatorSets the version of each domain's operators, that of ONNX itself being empty
 * @param nodes the nodes
 * @param inputs its inputs by their names, without those that are tensors as well
 * @param outputs its outputs by their names
 * @param tensors its weights and constants by their names
 */
public record OnnxGraph(
    Map<String, Long> operatorSets,
    List<NodeProto> nodes,
    Map<String, OnnxInput> inputs,
    Map<String, OnnxInput> outputs,
    Map<String, OnnxTensor> tensors) {
  /** Copies the collections. */
  public OnnxGraph {
    operatorSets = Map.copyOf(operatorSets);
    nodes = List.copyOf(nodes);
    inputs = Collections.unmodifiableMap(new LinkedHashMap<>(inputs));
    outputs = Collections.unmodifiableMap(new LinkedHashMap<>(outputs));
    tensors = Map.copyOf(tensors);
  }

  /** Returns the version of the standard's operators. */
  public int operatorSet() {
    return operatorSets.getOrDefault("", 0L).intValue();
  }
}
