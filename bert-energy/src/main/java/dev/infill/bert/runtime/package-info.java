/**
 * ONNX Runtime sessions: devices, threads, and the two BERT graphs run on batches of sequences of
 * one length.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.bert.runtime;
