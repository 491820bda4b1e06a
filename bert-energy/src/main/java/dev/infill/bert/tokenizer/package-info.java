/**
 * Word pieces of texts with blanks, by DJL's binding of the Hugging Face tokenizers.
 *
 * <p>Uses no other package of this module.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.bert.tokenizer;
