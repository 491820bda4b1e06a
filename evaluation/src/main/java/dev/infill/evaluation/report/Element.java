package dev.infill.evaluation.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** An element of an HTML document with its attributes and content. Immutable. */
final class Element implements Markup {
  private static final Set<String> VOID = Set.of("meta", "wbr");

  /** After these a line ends, so that the document can be read and compared by line. */
  private static final Set<String> OWN_LINE =
      Set.of(
          "head",
          "title",
          "meta",
          "style",
          "body",
          "header",
          "main",
          "section",
          "nav",
          "footer",
          "table",
          "caption",
          "thead",
          "tbody",
          "tr",
          "figure",
          "div",
          "details",
          "summary",
          "h1",
          "h2",
          "h3",
          "h4",
          "p",
          "ul",
          "ol",
          "li",
          "dl",
          "dt",
          "dd",
          "script",
          "noscript");

  private final String name;
  private final String attributes;
  private final List<Markup> content;

  private Element(String name, String attributes, List<Markup> content) {
    this.name = name;
    this.attributes = attributes;
    this.content = content;
  }

  static Element of(String name, Markup... content) {
    return new Element(name, "", List.of(content));
  }

  static Element of(String name, List<? extends Markup> content) {
    return new Element(name, "", List.copyOf(content));
  }

  /** Returns an element that holds text. */
  static Element of(String name, String text) {
    return of(name, Markup.text(text));
  }

  /** Returns the element with one more attribute; the value is escaped. */
  Element with(String attribute, String value) {
    StringBuilder all = new StringBuilder(attributes).append(' ').append(attribute).append("=\"");
    Markup.escape(value, all);
    return new Element(name, all.append('"').toString(), content);
  }

  /** Returns the element with more content at its end. */
  Element containing(Markup... more) {
    List<Markup> all = new ArrayList<>(content);
    all.addAll(Arrays.asList(more));
    return new Element(name, attributes, List.copyOf(all));
  }

  @Override
  public void appendTo(StringBuilder out) {
    out.append('<').append(name).append(attributes).append('>');
    content.forEach(part -> part.appendTo(out));
    if (!VOID.contains(name)) {
      out.append("</").append(name).append('>');
    }
    if (OWN_LINE.contains(name)) {
      out.append('\n');
    }
  }
}
