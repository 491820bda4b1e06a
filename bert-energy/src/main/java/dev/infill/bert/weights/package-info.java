/**
 * An opened model, in whatever form it came: sizes, network, pieces and parameters, which all have
 * the same names and layouts but for those of exports to ONNX.
 *
 * <p>May use {@code weights.format} and {@code weights.tokenizer}.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.bert.weights;
