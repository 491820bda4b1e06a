package dev.infill.evaluation.table;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Headings, paragraphs, lists and tables in order, printed as Markdown or as text for a terminal.
 * Not thread-safe.
 */
public final class Document {
  /** The name of a character, as Markdown reads it (CommonMark 0.31, section 2.5). */
  private static final Pattern CHARACTER_REFERENCE =
      Pattern.compile("&(?=(#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]*);)");

  private static final Pattern MARKS = Pattern.compile("[|\\\\*_`]");

  private final List<Block> blocks = new ArrayList<>();

  /** A part of a document. Neither form ends with a line's end. */
  private interface Block {
    String markdown();

    String text(int width);
  }

  private record Heading(int level, String words) implements Block {
    @Override
    public String markdown() {
      return "#".repeat(level) + " " + escaped(words);
    }

    @Override
    public String text(int width) {
      return wrapped(words, width)
          + "\n"
          + (level == 1 ? "=" : "-").repeat(Math.min(width, words.length()));
    }
  }

  private record Paragraph(String words) implements Block {
    @Override
    public String markdown() {
      return escaped(words);
    }

    @Override
    public String text(int width) {
      return wrapped(words, width);
    }
  }

  private record Items(List<String> items) implements Block {
    @Override
    public String markdown() {
      return items.stream().map(item -> "- " + escaped(item)).collect(Collectors.joining("\n"));
    }

    @Override
    public String text(int width) {
      return items.stream()
          .map(item -> "- " + String.join("\n  ", TextForm.wrapped(item, width - 2)))
          .collect(Collectors.joining("\n"));
    }
  }

  private record Captioned(Table table, boolean isCaptioned) implements Block {
    @Override
    public String markdown() {
      String caption = isCaptioned ? "**" + escaped(table.caption()) + "**\n\n" : "";
      return caption + table.markdown().stripTrailing();
    }

    @Override
    public String text(int width) {
      String caption = isCaptioned ? wrapped(table.caption(), width) + "\n\n" : "";
      return caption + table.text(width).stripTrailing();
    }
  }

  /**
   * Adds a heading.
   *
   * @param level 1 for the title, 2 for a section
   * @param words what it says
   */
  public Document heading(int level, String words) {
    return with(new Heading(level, words));
  }

  /** Adds a paragraph. */
  public Document paragraph(String words) {
    return with(new Paragraph(words));
  }

  /** Adds a list; nothing if there are no items. */
  public Document items(List<String> items) {
    return items.isEmpty() ? this : with(new Items(List.copyOf(items)));
  }

  /** Adds a table below its caption. */
  public Document table(Table table) {
    return with(new Captioned(table, true));
  }

  /** Adds a table without its caption, where the heading above says the same. */
  public Document plainTable(Table table) {
    return with(new Captioned(table, false));
  }

  private Document with(Block block) {
    blocks.add(block);
    return this;
  }

  /** Returns the document as Markdown, ending with a line's end. */
  public String markdown() {
    return blocks.stream().map(Block::markdown).collect(Collectors.joining("\n\n", "", "\n"));
  }

  /**
   * Returns the document as text, ending with a line's end.
   *
   * @param width the width of a line, in characters
   */
  public String text(int width) {
    return blocks.stream()
        .map(block -> block.text(width))
        .collect(Collectors.joining("\n\n", "", "\n"));
  }

  private static String wrapped(String words, int width) {
    return String.join("\n", TextForm.wrapped(words, width));
  }

  /** Returns a text in which nothing is a mark of Markdown or of the HTML in it. */
  static String escaped(String text) {
    String line = text.replaceAll("\\R", " ");
    String plain = CHARACTER_REFERENCE.matcher(line).replaceAll("&amp;").replace("<", "&lt;");
    return MARKS.matcher(plain).replaceAll("\\\\$0");
  }
}
