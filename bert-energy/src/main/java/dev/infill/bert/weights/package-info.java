/**
 * Where a model's parameters come from: readers of checkpoints, all giving the same names and
 * layouts, and of exports to ONNX, which have names and a network of their own.
 *
 * <p>Uses no other package of this module.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.bert.weights;
