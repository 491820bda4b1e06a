package dev.infill.corpora;

import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Prose whose paragraphs are separated by blank lines. */
final class Paragraphs implements SentenceCutter {
  /** The most characters that the detector is given at once. */
  static final int PARAGRAPH_LIMIT = 1 << 16;

  private final Prose prose;
  private final StringBuilder text = new StringBuilder();

  /** The numbers of the lines, by the place in the paragraph where each begins. */
  private final TreeMap<Integer, Long> lines = new TreeMap<>();

  Paragraphs(Prose prose) {
    this.prose = prose;
  }

  @Override
  public void accept(LineSource.Line line, Consumer<Sentence> found) {
    if (WhiteSpace.isBlank(line.text())) {
      end(found);
      return;
    }
    if (text.length() > 0) {
      text.append(' ');
    }
    lines.put(text.length(), line.number());
    text.append(line.text());
    while (text.length() > PARAGRAPH_LIMIT) {
      release(found);
    }
  }

  @Override
  public void end(Consumer<Sentence> found) {
    for (Prose.Piece piece : prose.sentences(text.toString())) {
      found.accept(sentence(piece));
    }
    text.setLength(0);
    lines.clear();
  }

  /** Gives the complete sentences at the front, or at least a part of the first one. */
  private void release(Consumer<Sentence> found) {
    int end = cut();
    List<Prose.Piece> pieces = prose.sentences(text.substring(0, end));
    // The last one may go on behind the cut.
    int complete = Math.max(1, pieces.size() - 1);
    if (complete < pieces.size()) {
      end = pieces.get(complete).start();
    }
    pieces.stream().limit(complete).map(this::sentence).forEach(found);
    forget(end);
  }

  /** Returns the last place below the limit to cut at: white space, or else between characters. */
  private int cut() {
    for (int end = PARAGRAPH_LIMIT; end > 0; end--) {
      if (WhiteSpace.is(text.charAt(end))) {
        return end;
      }
    }
    return Character.isLowSurrogate(text.charAt(PARAGRAPH_LIMIT))
        ? PARAGRAPH_LIMIT - 1
        : PARAGRAPH_LIMIT;
  }

  private void forget(int characters) {
    text.delete(0, characters);
    TreeMap<Integer, Long> kept = new TreeMap<>();
    lines
        .tailMap(lines.floorKey(characters))
        .forEach((offset, number) -> kept.put(Math.max(0, offset - characters), number));
    lines.clear();
    lines.putAll(kept);
  }

  private Sentence sentence(Prose.Piece piece) {
    return new Sentence(piece.words(), lines.floorEntry(piece.start()).getValue());
  }
}
