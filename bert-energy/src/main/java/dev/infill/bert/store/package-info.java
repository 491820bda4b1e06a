/**
 * The model cache: weights compiled once into ONNX graphs and a memory-mapped file, keyed by
 * content, written atomically, checked when read; and the native libraries beside them.
 *
 * <p>May use {@code weights}, and of {@code graph} only where parameters stand; graphs come from
 * whoever opens a model. Its lock is for whatever several processes write.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.bert.store;
