/**
 * The model cache: weights are compiled once into ONNX graphs and a memory-mapped file, named by
 * their content, written atomically, and checked when they are read. Native libraries lie beside
 * them.
 *
 * <p>May use {@code weights}, and of {@code graph} the places of parameters.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.bert.store;
