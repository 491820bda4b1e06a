package dev.infill.evaluation.report;

/** A piece of an HTML document. */
interface Markup {
  /** Writes it. */
  void appendTo(StringBuilder out);

  /** Returns plain text, escaped when it is written. */
  static Markup text(String text) {
    return out -> escape(text, out);
  }

  /** Returns something that is HTML already, such as the content of a style element. */
  static Markup verbatim(String html) {
    return out -> out.append(html);
  }

  /** Writes text so that it reads the same as content and within a quoted attribute. */
  static void escape(String text, StringBuilder out) {
    for (int i = 0; i < text.length(); i++) {
      char character = text.charAt(i);
      switch (character) {
        case '&' -> out.append("&amp;");
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '"' -> out.append("&quot;");
        case '\'' -> out.append("&#39;");
        default -> out.append(character);
      }
    }
  }
}
