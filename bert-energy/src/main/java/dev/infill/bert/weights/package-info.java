/**
 * An opened model, in whichever form it came: sizes, network, pieces and parameters. Parameters
 * have the same names and layouts for all models but exports to ONNX.
 *
 * <p>May use {@code weights.format} and {@code weights.tokenizer}.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.bert.weights;
