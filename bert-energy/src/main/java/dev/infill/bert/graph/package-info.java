/**
 * ONNX graphs: a builder, reverse-mode differentiation with one rule per operator, and the graphs
 * that energies are evaluated with, of a BERT by its sizes or of an exported graph that is built
 * again. Standard operators only.
 *
 * <p>May use {@code weights} for what a network is, not for its numbers.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.bert.graph;
