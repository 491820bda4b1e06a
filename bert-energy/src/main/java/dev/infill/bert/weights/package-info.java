/**
 * Where a BERT's parameters come from: readers of checkpoints, all giving the same names and
 * layouts.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.bert.weights;
