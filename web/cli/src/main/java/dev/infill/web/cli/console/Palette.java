package dev.infill.web.cli.console;

import java.util.Optional;

/**
 * How results are marked up.
 *
 * @param enabled whether they are, with ANSI escapes; otherwise text stays as it is
 */
public record Palette(boolean enabled) {
  /** Marks a fill. */
  public String fill(String text) {
    return marked("1;36", text);
  }

  /** Marks what is to be seen first. */
  public String strong(String text) {
    return marked("1", text);
  }

  /** Marks what is to be seen last. */
  public String faint(String text) {
    return marked("2", text);
  }

  /** Marks what must not be overlooked. */
  public String warning(String text) {
    return marked("33", text);
  }

  /**
   * Returns a line that heads what belongs to one of many texts.
   *
   * @param location where the text stood, if it did in a file
   * @param text the text
   */
  public String heading(Optional<String> location, String text) {
    return strong("== " + location.map(at -> AnnotatedText.printable(at) + "  ").orElse(""))
        + faint(AnnotatedText.printable(text))
        + "\n";
  }

  private String marked(String code, String text) {
    return enabled && !text.isEmpty() ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }
}
