package dev.infill.corpora;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Prose whose paragraphs are separated by blank lines. */
final class Paragraphs implements SentenceCutter {
  /** The most characters that the detector is given at once. */
  static final int PARAGRAPH_LIMIT = 1 << 16;

  private final Prose prose;
  private final StringBuilder text = new StringBuilder();
  private final List<LineStart> lines = new ArrayList<>();

  Paragraphs(Prose prose) {
    this.prose = prose;
  }

  /** Where in the paragraph a line begins. */
  private record LineStart(int offset, long number) {}

  @Override
  public void accept(Line line, Consumer<Sentence> found) {
    if (WhiteSpace.isBlank(line.text())) {
      end(found);
      return;
    }
    if (text.length() > 0) {
      text.append(' ');
    }
    lines.add(new LineStart(text.length(), line.number()));
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

  /** Lets go of the complete sentences at the front; at least, of a part of the first one. */
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
    int current = lineIndex(characters);
    LineStart first = new LineStart(0, lines.get(current).number());
    List<LineStart> kept =
        lines.subList(current + 1, lines.size()).stream()
            .map(line -> new LineStart(line.offset() - characters, line.number()))
            .toList();
    lines.clear();
    lines.add(first);
    lines.addAll(kept);
  }

  private Sentence sentence(Prose.Piece piece) {
    return new Sentence(piece.words(), lines.get(lineIndex(piece.start())).number());
  }

  /** Returns which line an offset is on. */
  private int lineIndex(int offset) {
    int low = 0;
    int high = lines.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (lines.get(middle).offset() <= offset) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }
}
