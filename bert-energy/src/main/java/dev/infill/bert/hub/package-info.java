/**
 * Models from the Hugging Face hub: downloaded into the cache that Python's {@code huggingface_hub}
 * keeps, and found there again; and from a Maven repository.
 *
 * <p>Uses {@code download}, and of {@code weights.format} the reader of bounded JSON.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.bert.hub;
