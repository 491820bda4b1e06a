/**
 * The formats of model files, read within bounds, as they may come from strangers: safetensors,
 * ONNX, TensorFlow's checkpoints, JSON and lists of word pieces.
 *
 * <p>Knows of bytes and tensors, not of models. Uses no other package of this module.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.bert.weights.format;
