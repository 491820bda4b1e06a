package dev.infill.bert.tokenizer;

import dev.infill.core.text.CharSpan;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.Vocabulary;
import dev.infill.core.text.Vocabulary.TokenClass;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;

/**
 * Tells pieces that a tokenizer makes of their letters. A vocabulary may have others: words with
 * accents where the tokenizer takes accents away, and rows of ideographs where it parts them. A
 * text that shows such a piece is read as another one. Thread-safe.
 */
final class ReadableWords {
  /** Chars that are cut at once. */
  private static final int MOST_CHARS = 4_000;

  /** Every tokenizer leaves these as they are. */
  private static final Pattern PLAIN = Pattern.compile("[a-z0-9]{1,40}");

  private static final Pattern SPACES = Pattern.compile("[\u2581\u0120]*");

  private final Vocabulary vocabulary;
  private final Function<String, Encoded> encoder;
  private final List<Integer> probes;
  private final ReadPieces isRead = new ReadPieces(this::isRead);
  private Optional<BitSet> pieces = Optional.empty();

  /**
   * Asks nothing yet.
   *
   * @param vocabulary the model's pieces
   * @param encoder cuts a text into pieces
   * @param probes words that blanks are tried with
   */
  ReadableWords(Vocabulary vocabulary, Function<String, Encoded> encoder, List<Integer> probes) {
    this.vocabulary = vocabulary;
    this.encoder = encoder;
    this.probes = probes;
  }

  /**
   * Says whether the tokenizer makes a word of its letters behind a space, or keeps those of a
   * continuation behind a word.
   */
  boolean isRead(int id) {
    return vocabulary.classOf(id) == TokenClass.SPECIAL || pieces().get(id);
  }

  private synchronized BitSet pieces() {
    if (pieces.isEmpty()) {
      BitSet words = new BitSet();
      BitSet continuations = new BitSet();
      BitSet read = new BitSet();
      for (int id = 0; id < vocabulary.size(); id++) {
        if (PLAIN.matcher(vocabulary.letters(id)).matches()) {
          read.set(id);
        } else if (vocabulary.classOf(id) == TokenClass.WORD) {
          words.set(id);
        } else if (vocabulary.classOf(id) == TokenClass.CONTINUATION) {
          continuations.set(id);
        }
      }
      String word = vocabulary.token(probes.get(0));
      read.or(of(words, "", "", whole(0, "", new int[0])));
      read.or(of(continuations, word, "", keeps(word)));
      pieces = Optional.of(read);
    }
    return pieces.get();
  }

  /**
   * Returns the candidates that the tokenizer makes of their letters behind signs; none if it makes
   * none.
   *
   * @param signs the signs right before them, with the letter or the space before those
   * @param behind the signs right behind them
   */
  Optional<TokenSet> behindSigns(String signs, String behind, TokenSet candidates) {
    Optional<int[]> pieces = pieces(behind);
    return selected(
        candidates,
        id ->
            isRead.contains(signs, id)
                && (behind.isEmpty()
                    || (pieces.isPresent() && isRead(signs, id, behind, pieces.get()))));
  }

  private boolean isRead(String before, int id) {
    return isRead(before, id, "", new int[0]);
  }

  private boolean isRead(String before, int id, String behind, int[] pieces) {
    if (vocabulary.classOf(id) != TokenClass.CONTINUATION) {
      return true;
    }
    String text = before + vocabulary.letters(id) + behind;
    CharSpan part = new CharSpan(before.length(), text.length() - behind.length());
    Encoded read = encoder.apply(text);
    int position = read.positionOf(id, part, text);
    return position >= 0 && read.holds(pieces, position + 1, text.length());
  }

  /** Returns the pieces of signs behind a word; empty if they change every word. */
  private Optional<int[]> pieces(String behind) {
    for (int probe : probes) {
      String text = " " + vocabulary.token(probe) + behind;
      CharSpan part = new CharSpan(1, text.length() - behind.length());
      Encoded read = encoder.apply(text);
      int position = read.positionOf(probe, part, text);
      if (position >= 0) {
        return Optional.of(Arrays.copyOfRange(read.ids(), position + 1, read.ids().length - 1));
      }
    }
    return Optional.empty();
  }

  /**
   * Returns the candidates whose letters the tokenizer keeps behind the letters of a word; none if
   * it keeps none. It may cut both together in other places, and "playing" not at all.
   *
   * @param letters the beginning of the word
   * @param behind the signs right behind them
   */
  Optional<TokenSet> behindLetters(String letters, String behind, TokenSet candidates) {
    BitSet asked = ofClass(candidates, TokenClass.CONTINUATION);
    BitSet read =
        behind.isEmpty()
            ? of(asked, letters, behind, keeps(letters))
            : pieces(behind)
                .map(pieces -> of(asked, letters, behind, whole(letters.length(), behind, pieces)))
                .orElseGet(BitSet::new);
    return selected(
        candidates, id -> vocabulary.classOf(id) != TokenClass.CONTINUATION || read.get(id));
  }

  private BitSet ofClass(TokenSet candidates, TokenClass wanted) {
    BitSet ids = new BitSet();
    candidates.ids().filter(id -> vocabulary.classOf(id) == wanted).forEach(ids::set);
    return ids;
  }

  /**
   * Returns the candidates that the tokenizer makes of their letters behind a space and before
   * signs; none if it makes none.
   */
  Optional<TokenSet> beforeSigns(String behind, TokenSet candidates) {
    BitSet asked = ofClass(candidates, TokenClass.WORD);
    BitSet read =
        pieces(behind)
            .map(pieces -> of(asked, "", behind, whole(0, behind, pieces)))
            .orElseGet(BitSet::new);
    return selected(candidates, id -> vocabulary.classOf(id) != TokenClass.WORD || read.get(id));
  }

  private static Optional<TokenSet> selected(TokenSet candidates, IntPredicate isRead) {
    int[] read = candidates.ids().filter(isRead).toArray();
    if (read.length == candidates.size()) {
      return Optional.of(candidates);
    }
    return read.length == 0 ? Optional.empty() : Optional.of(TokenSet.of(read));
  }

  /** Many texts, cut as one. */
  private record Cut(String text, Encoded pieces) {}

  /** Judges how a piece was cut. */
  @FunctionalInterface
  private interface Judge {
    /**
     * Says whether a piece is read.
     *
     * @param first the position of the first piece of its text
     * @param part where its letters stand, with the letters before them
     */
    boolean isRead(Cut cut, int first, CharSpan part, int id);
  }

  /** Returns the pieces that are read between letters and signs, with a space before each text. */
  private BitSet of(BitSet asked, String letters, String behind, Judge judge) {
    BitSet read = new BitSet();
    int next = asked.nextSetBit(0);
    while (next >= 0) {
      BitSet together = new BitSet();
      StringBuilder text = new StringBuilder();
      while (next >= 0 && text.length() < MOST_CHARS) {
        together.set(next);
        text.append(' ').append(letters).append(vocabulary.letters(next)).append(behind);
        next = asked.nextSetBit(next + 1);
      }
      Cut cut = new Cut(text.toString(), encoder.apply(text.toString()));
      int from = 0;
      int first = 0;
      for (int id = together.nextSetBit(0); id >= 0; id = together.nextSetBit(id + 1)) {
        int end = from + 1 + letters.length() + vocabulary.letters(id).length();
        CharSpan part = new CharSpan(from + 1, end);
        first = Math.max(first, cut.pieces().pieceAt(part.start(), Math.max(0, first)));
        read.set(id, first >= 0 && judge.isRead(cut, first, part, id));
        from = end + behind.length();
      }
    }
    return read;
  }

  /** Returns a judge that wants the piece itself, and the pieces of the signs behind it. */
  private static Judge whole(int letters, String behind, int[] pieces) {
    return (cut, first, part, id) -> {
      CharSpan its = new CharSpan(part.start() + letters, part.end());
      int position = cut.pieces().positionOf(id, its, cut.text(), first);
      return position >= 0
          && cut.pieces().holds(pieces, position + 1, part.end() + behind.length());
    };
  }

  /** Returns a judge that wants letters kept behind the beginning of a word. */
  private Judge keeps(String letters) {
    Encoded before = encoder.apply(" " + letters);
    Optional<String> spelled = spelled(before, 0, before.ids().length);
    return (cut, first, part, id) -> goesOn(cut, first, part, id, letters.length(), spelled);
  }

  private boolean goesOn(
      Cut cut, int first, CharSpan part, int id, int letters, Optional<String> spelled) {
    Encoded pieces = cut.pieces();
    int end = first;
    while (end < pieces.ids().length
        && pieces.isText(end)
        && pieces.spans().get(end).start() < part.end()) {
      boolean isBehind = pieces.spans().get(end).start() >= part.start() + letters;
      boolean isUnknown =
          vocabulary.unknown().isPresent()
              && vocabulary.unknown().getAsInt() == pieces.ids()[end]
              && pieces.spans().get(end).end() > part.start() + letters;
      if (isUnknown || (isBehind && vocabulary.classOf(pieces.ids()[end]) == TokenClass.WORD)) {
        return false;
      }
      end++;
    }
    Optional<String> now = spelled(pieces, first, end);
    return now.isEmpty()
        || spelled.isEmpty()
        || now.get().equals(spelled.get() + vocabulary.letters(id));
  }

  /** Returns the letters of pieces; empty if a special one is among them. */
  private Optional<String> spelled(Encoded pieces, int from, int to) {
    StringBuilder letters = new StringBuilder();
    for (int position = from; position < to; position++) {
      int id = pieces.ids()[position];
      if (pieces.isText(position) && !SPACES.matcher(vocabulary.token(id)).matches()) {
        boolean isUnknown =
            vocabulary.unknown().isPresent() && vocabulary.unknown().getAsInt() == id;
        if (vocabulary.classOf(id) == TokenClass.SPECIAL && !isUnknown) {
          return Optional.empty();
        }
        letters.append(vocabulary.letters(id));
      }
    }
    return Optional.of(letters.toString());
  }
}
