/**
 * Where models come from: what a user calls a model, the forms that models come in, and by which
 * names each family has its sizes and its tensors.
 *
 * <p>May use {@code weights}, {@code weights.format}, {@code weights.tokenizer} and {@code
 * download}.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.bert.weights.source;
