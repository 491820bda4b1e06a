/**
 * ONNX Runtime sessions: devices, threads, and the BERT graphs run on batches of sequences of one
 * length.
 *
 * <p>May use {@code graph} for the names of inputs and outputs only, and {@code store} for native
 * libraries.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.bert.runtime;
