/**
 * Where a BERT's parameters come from: readers of checkpoints, all giving the same names and
 * layouts.
 *
 * <p>Uses no other package of this module.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.bert.weights;
