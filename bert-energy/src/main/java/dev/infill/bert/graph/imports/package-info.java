/**
 * Networks that were exported to ONNX, rebuilt in the operators of {@code graph.op}, or run as they
 * are where that cannot be.
 *
 * <p>May use the other packages of graphs, and {@code weights} for the exports.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.bert.graph.imports;
