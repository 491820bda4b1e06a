/**
 * The operators of graphs, one a file, each with its vector-Jacobian product; the builder of
 * graphs, and reverse-mode differentiation. Standard operators only.
 *
 * <p>May use {@code graph.ir}.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.bert.graph.op;
