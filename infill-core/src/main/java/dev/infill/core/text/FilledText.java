package dev.infill.core.text;

import java.util.List;

/**
 * A text whose blanks are filled.
 *
 * @param text the text
 * @param fills the span of each fill in the text, in the order of the blanks
 */
public record FilledText(String text, List<CharSpan> fills) {
  /** Copies the list. */
  public FilledText {
    fills = List.copyOf(fills);
  }
}
