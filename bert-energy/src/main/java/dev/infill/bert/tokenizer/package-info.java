/**
 * Word pieces of texts with blanks, by DJL's binding of the Hugging Face tokenizers.
 *
 * <p>Of this module uses {@code weights} for models' own tokenizers, {@code runtime} and {@code
 * store} for the native library only.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.bert.tokenizer;
