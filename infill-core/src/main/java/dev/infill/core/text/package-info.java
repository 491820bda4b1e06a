/**
 * Texts with blanks, vocabularies, and the masked language model that makes an energy of them.
 *
 * <p>May use {@code energy}. A model library implements {@link
 * dev.infill.core.text.MaskedLanguageModel}; nothing here knows which.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.core.text;
