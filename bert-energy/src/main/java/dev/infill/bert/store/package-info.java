/**
 * The model cache: weights compiled once into ONNX graphs and a memory-mapped file, keyed by
 * content, written atomically, checked when read.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.bert.store;
