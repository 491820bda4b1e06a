/**
 * The operators of graphs, one a file, each with its vector-Jacobian product and with how it is
 * rebuilt from an exported graph; the builder of graphs, and reverse-mode differentiation. Standard
 * operators only.
 *
 * <p>May use {@code graph.ir}, and {@code weights} for constants of exported graphs.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.bert.graph.op;
