package dev.infill.bert.tokenizer;

import dev.infill.core.text.CharSpan;
import dev.infill.core.text.Vocabulary;
import dev.infill.core.text.Vocabulary.TokenClass;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Tells which pieces a tokenizer makes of their letters at a place. A vocabulary may have others:
 * words with accents where the tokenizer takes accents away, and rows of ideographs where it parts
 * them. A text that shows such a piece is read as another one. Thousands of pieces are asked about
 * for every text, at few places, so answers are remembered. Thread-safe.
 */
final class ReadPieces {
  /** Chars that are cut at once. */
  private static final int MOST_CHARS = 4_000;

  private static final int MOST_PLACES = 16;
  private static final Pattern SPACES = Pattern.compile("[\u2581\u0120]*");

  private final Vocabulary vocabulary;
  private final NativeTokenizer tokenizer;
  private final List<Integer> probes;

  /** The place that was asked about last is the last one. */
  private final Map<Place, Answers> places = new LinkedHashMap<>(MOST_PLACES, 0.75f, true);

  /**
   * What stands right before and right behind a piece.
   *
   * @param before begins with a space, unless what stands before is the beginning of the text
   * @param continuesLetters whether the piece goes on the letters of a word; it may be cut together
   *     with them, in other places
   * @param behind signs
   */
  record Place(String before, boolean continuesLetters, String behind) {
    private boolean beginsWithSpace() {
      return before.startsWith(" ");
    }
  }

  /** The ids that were asked about, and those of them that are read. */
  private record Answers(BitSet asked, BitSet read) {}

  /** Judges whether a piece is read in a text that was cut. */
  @FunctionalInterface
  private interface Judge {
    /**
     * Says whether the piece is read.
     *
     * @param from the position of the first piece of its place
     * @param part where its letters stand
     */
    boolean isRead(Encoded cut, int from, CharSpan part, int id);
  }

  /**
   * Asks nothing yet.
   *
   * @param probes words that the tokenizer makes of their letters
   */
  ReadPieces(Probes probes, NativeTokenizer tokenizer) {
    this.vocabulary = probes.vocabulary();
    this.probes = probes.words();
    this.tokenizer = tokenizer;
  }

  /** Returns the pieces that are read at a place. Pieces that nobody asked about may be missing. */
  synchronized BitSet at(Place place, BitSet asked) {
    Answers answers =
        places.computeIfAbsent(place, missing -> new Answers(new BitSet(), new BitSet()));
    if (places.size() > MOST_PLACES) {
      places.remove(places.keySet().iterator().next());
    }
    BitSet open = (BitSet) asked.clone();
    open.andNot(answers.asked());
    if (!open.isEmpty()) {
      answers.read().or(ask(place, open));
      answers.asked().or(open);
    }
    return (BitSet) answers.read().clone();
  }

  private BitSet ask(Place place, BitSet asked) {
    BitSet read = new BitSet();
    Optional<Judge> judge = judge(place);
    int next = judge.isPresent() ? asked.nextSetBit(0) : -1;
    while (next >= 0) {
      List<Integer> together = new ArrayList<>();
      StringBuilder text = new StringBuilder();
      do {
        together.add(next);
        text.append(place.before()).append(vocabulary.letters(next)).append(place.behind());
        next = asked.nextSetBit(next + 1);
      } while (next >= 0 && place.beginsWithSpace() && text.length() < MOST_CHARS);
      Encoded cut = tokenizer.encode(text.toString());
      int start = 0;
      int position = 0;
      for (int id : together) {
        int before = start + (place.beginsWithSpace() ? 1 : 0);
        int letters = start + place.before().length();
        CharSpan part = new CharSpan(letters, letters + vocabulary.letters(id).length());
        position = Math.max(position, cut.pieceAt(before, position));
        read.set(id, judge.get().isRead(cut, position, part, id));
        start = part.end() + place.behind().length();
      }
    }
    return read;
  }

  /** Returns the judge of a place; empty if the signs behind it change every word. */
  private Optional<Judge> judge(Place place) {
    if (place.continuesLetters() && place.behind().isEmpty()) {
      Encoded read = tokenizer.encode(place.before());
      Optional<String> spelled = spelled(read, 0, read.ids().length);
      return Optional.of((cut, from, part, id) -> keepsLetters(cut, from, part, id, spelled));
    }
    int behind = place.behind().length();
    return signs(place.behind())
        .map(
            signs ->
                (cut, from, part, id) -> {
                  int position = cut.positionOf(id, part, from);
                  return position >= 0 && cut.holds(signs, position + 1, part.end() + behind);
                });
  }

  /** Returns the pieces of signs behind a word; empty if the signs change every word. */
  private Optional<int[]> signs(String signs) {
    if (signs.isEmpty()) {
      return Optional.of(new int[0]);
    }
    for (int probe : probes) {
      String word = " " + vocabulary.token(probe);
      Encoded read = tokenizer.encode(word + signs);
      int position = read.positionOf(probe, new CharSpan(1, word.length()), 0);
      if (position >= 0) {
        return Optional.of(Arrays.copyOfRange(read.ids(), position + 1, read.ids().length - 1));
      }
    }
    return Optional.empty();
  }

  /**
   * Says whether the letters before a piece and its own are kept. Both may be cut together in other
   * places, and "playing" not at all.
   *
   * @param spelled the letters before it
   */
  private boolean keepsLetters(
      Encoded cut, int from, CharSpan part, int id, Optional<String> spelled) {
    int end = from;
    while (end < cut.ids().length && cut.isText(end) && cut.spans().get(end).start() < part.end()) {
      CharSpan span = cut.spans().get(end);
      boolean isNewWord =
          span.start() >= part.start() && vocabulary.classOf(cut.ids()[end]) == TokenClass.WORD;
      if (isNewWord || (isUnknown(cut.ids()[end]) && span.end() > part.start())) {
        return false;
      }
      end++;
    }
    Optional<String> now = spelled(cut, from, end);
    return now.isEmpty()
        || spelled.isEmpty()
        || now.get().equals(spelled.get() + vocabulary.letters(id));
  }

  private boolean isUnknown(int id) {
    return vocabulary.unknown().isPresent() && vocabulary.unknown().getAsInt() == id;
  }

  /** Returns the letters of pieces; empty if a special one is among them. */
  private Optional<String> spelled(Encoded pieces, int from, int to) {
    StringBuilder letters = new StringBuilder();
    for (int position = from; position < to; position++) {
      int id = pieces.ids()[position];
      if (pieces.isText(position) && !SPACES.matcher(vocabulary.token(id)).matches()) {
        if (vocabulary.classOf(id) == TokenClass.SPECIAL && !isUnknown(id)) {
          return Optional.empty();
        }
        letters.append(vocabulary.letters(id));
      }
    }
    return Optional.of(letters.toString());
  }
}
