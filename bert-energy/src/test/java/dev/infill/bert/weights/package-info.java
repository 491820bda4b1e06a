/** Tests of the readers, and a writer of small checkpoints to read. */
@org.jspecify.annotations.NullMarked
package dev.infill.bert.weights;
