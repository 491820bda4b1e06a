/** Word pieces of texts with blanks, by DJL's binding of the Hugging Face tokenizers. */
@org.jspecify.annotations.NullMarked
package dev.infill.bert.tokenizer;
