/** Tests of the tokenizer. */
@org.jspecify.annotations.NullMarked
package dev.infill.bert.tokenizer;
