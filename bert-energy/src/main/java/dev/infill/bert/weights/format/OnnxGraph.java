package dev.infill.bert.weights.format;

import ai.onnx.proto.OnnxMl.NodeProto;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The graph of an ONNX file. Every node stands behind those whose results it reads; constants of
 * nodes stand among the tensors.
 *
 * @param operatorSets the version of each domain's operators; the name of ONNX's own is empty
 * @param nodes the nodes
 * @param inputs its inputs by their names, without those that are also tensors
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
