/**
 * {@code tokenizer.json}, read and checked before the native library is given it, which ends the
 * process over what it does not expect.
 *
 * <p>May use {@code weights.format}.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.bert.weights.tokenizer;
