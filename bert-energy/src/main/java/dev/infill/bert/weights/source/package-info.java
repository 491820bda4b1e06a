/**
 * Where models come from: the user's word for a model, the forms of models, and the families of
 * Hugging Face's folders.
 *
 * <p>May use {@code weights}, {@code weights.format}, {@code weights.tokenizer} and {@code
 * download}.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.bert.weights.source;
