package dev.infill.corpora;

import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.commonmark.ext.front.matter.YamlFrontMatterExtension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Block;
import org.commonmark.node.Code;
import org.commonmark.node.CustomBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.IncludeSourceSpans;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.text.LineBreakRendering;
import org.commonmark.renderer.text.TextContentRenderer;

/**
 * A Markdown document. It must be whole before it means anything (a link's address may stand at its
 * end), so its size is bounded.
 */
final class MarkdownDocument implements SentenceCutter {
  static final int DOCUMENT_LIMIT = 8_000_000;

  /** Deeper lists and quotations are read as text; no writer nests like that. */
  private static final int MOST_OPEN_BLOCKS = 100;

  private final FileErrors errors;
  private final Prose prose;
  private final StringBuilder source = new StringBuilder();
  private long last;

  MarkdownDocument(FileErrors errors, Prose prose) {
    this.errors = errors;
    this.prose = prose;
  }

  @Override
  public void accept(Line line, Consumer<Sentence> found) {
    if (source.length() + line.text().length() >= DOCUMENT_LIMIT) {
      throw errors.at(
          line.number(),
          "the Markdown document has more than %,d characters; give it in several files, or read it"
                  .formatted(DOCUMENT_LIMIT)
              + " as text");
    }
    // A lone CR would count as a line here and nowhere else.
    source.append(line.text().replace('\r', ' ')).append('\n');
    last = line.number();
  }

  @Override
  public void end(Consumer<Sentence> found) {
    try {
      Parser.builder()
          .extensions(List.of(TablesExtension.create(), YamlFrontMatterExtension.create()))
          .includeSourceSpans(IncludeSourceSpans.BLOCKS)
          .maxOpenBlockParsers(MOST_OPEN_BLOCKS)
          .build()
          .parse(source.toString())
          .accept(new TextBlocks(found));
    } catch (StackOverflowError e) {
      // Parser and renderer call themselves for emphasis within emphasis, without a bound.
      throw errors.at(last, "the Markdown document nests too deeply to be read", e);
    }
    source.setLength(0);
  }

  /** Goes to paragraphs and headings. Code, HTML and its like hold none, so are passed over. */
  private final class TextBlocks extends AbstractVisitor {
    private final Consumer<Sentence> found;
    private final TextContentRenderer renderer =
        TextContentRenderer.builder().lineBreakRendering(LineBreakRendering.COMPACT).build();

    TextBlocks(Consumer<Sentence> found) {
      this.found = found;
    }

    @Override
    public void visit(Paragraph paragraph) {
      cut(paragraph, paragraph);
    }

    @Override
    public void visit(Heading heading) {
      cut(heading, heading);
    }

    /** Tables and front matter. */
    @Override
    public void visit(CustomBlock block) {}

    private void cut(Block block, Node content) {
      long line = block.getSourceSpans().get(0).getLineIndex() + 1L;
      Paragraph plain = new Paragraph();
      move(content, plain);
      plain.accept(new PlainInlines());
      String text = renderer.render(plain);
      for (Prose.Piece piece : prose.sentences(text.replace('\n', ' '))) {
        long breaks = text.substring(0, piece.start()).chars().filter(c -> c == '\n').count();
        found.accept(new Sentence(piece.words(), line + breaks));
      }
    }
  }

  /** Puts its text in the place of everything that the renderer would show as more than that. */
  private static final class PlainInlines extends AbstractVisitor {
    @Override
    public void visit(Link link) {
      unwrap(link);
    }

    @Override
    public void visit(Image image) {
      unwrap(image);
    }

    @Override
    public void visit(Code code) {
      replace(code, new Text(code.getLiteral()));
    }

    @Override
    public void visit(HtmlInline html) {
      if (html.getLiteral().toLowerCase(Locale.ROOT).startsWith("<br")) {
        replace(html, new SoftLineBreak());
      } else {
        html.unlink();
      }
    }

    private void unwrap(Node node) {
      visitChildren(node);
      for (Node child = node.getFirstChild(); child != null; child = node.getFirstChild()) {
        node.insertBefore(child);
      }
      node.unlink();
    }

    private static void replace(Node node, Node other) {
      node.insertBefore(other);
      node.unlink();
    }
  }

  private static void move(Node from, Node to) {
    for (Node child = from.getFirstChild(); child != null; child = from.getFirstChild()) {
      to.appendChild(child);
    }
  }
}
