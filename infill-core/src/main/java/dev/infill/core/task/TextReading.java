package dev.infill.core.task;

import dev.infill.core.text.CharSpan;
import java.util.Optional;

/**
 * How a model reads a text, as far as its user should know.
 *
 * @param pieces how many word pieces the model reads of it, {@code [CLS]} and {@code [SEP]}
 *     included, every blank as long as it may be
 * @param unknownPieces how many of these stand for what the model does not know ({@code [UNK]})
 * @param window the part of the text that the model reads, with all of its blanks, if the text has
 *     more pieces than fit: U, and so every figure, is that of this part
 */
public record TextReading(int pieces, int unknownPieces, Optional<CharSpan> window) {}
