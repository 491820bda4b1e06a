/**
 * The parts of graphs: nodes and values with their types and shapes, operators, and the file of
 * parameters beside a graph.
 *
 * <p>Uses no other package of this module.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.bert.graph.ir;
