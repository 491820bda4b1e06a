package dev.infill.bert.graph.ir;

/**
 * What is known of a tensor before a graph runs.
 *
 * @param element what its elements are
 * @param shape its dimensions
 */
public record TensorType(ElementType element, Shape shape) {}
