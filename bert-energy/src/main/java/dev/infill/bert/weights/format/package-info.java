/**
 * The formats of model files: safetensors, ONNX, TensorFlow's checkpoints, JSON and lists of word
 * pieces. Anyone may have written the files, so that all are read within {@code Limits}.
 *
 * <p>Knows bytes and tensors, not models. Uses no other package of this module.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.bert.weights.format;
