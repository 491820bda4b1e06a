/**
 * ONNX graphs made from scratch: a builder, reverse-mode differentiation with one rule per
 * operator, and the BERT graphs that energies are evaluated with. Standard operators only.
 *
 * <p>May use {@code weights} for the sizes of a model only.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.bert.graph;
