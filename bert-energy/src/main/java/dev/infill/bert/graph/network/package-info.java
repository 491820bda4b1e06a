/**
 * The graphs that energies are evaluated with, and the networks in them: BERT and its relatives by
 * their sizes, exports to ONNX as they are.
 *
 * <p>May use {@code graph.ir} and {@code graph.op}, and {@code weights} for what a network is, not
 * for its numbers.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.bert.graph.network;
