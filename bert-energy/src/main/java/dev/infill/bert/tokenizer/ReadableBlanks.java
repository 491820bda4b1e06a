package dev.infill.bert.tokenizer;

import dev.infill.bert.tokenizer.ReadPieces.Place;
import dev.infill.core.InvalidInputException;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.Spacing;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.Vocabulary;
import dev.infill.core.text.Vocabulary.TokenClass;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Tells what a blank may hold by the text around it: whether its filling goes on the text before
 * it, and which pieces the tokenizer makes of their letters there. Behind an apostrophe, for
 * instance, it has pieces of its own for words that begin like "'t".
 */
final class ReadableBlanks {
  /** Every tokenizer leaves these as they are. */
  private static final Pattern PLAIN = Pattern.compile("[a-z0-9]{1,40}");

  private final Vocabulary vocabulary;
  private final boolean marksSpaces;
  private final Probes probes;
  private final NativeTokenizer tokenizer;
  private final ReadPieces pieces;
  private Optional<BitSet> everywhere = Optional.empty();

  /**
   * Asks nothing yet.
   *
   * @param probes pieces that the tokenizer makes of their letters
   * @param marksSpaces whether pieces tell the spaces before them, not the words that they go on
   */
  ReadableBlanks(Probes probes, boolean marksSpaces, NativeTokenizer tokenizer) {
    this.vocabulary = probes.vocabulary();
    this.marksSpaces = marksSpaces;
    this.probes = probes;
    this.tokenizer = tokenizer;
    pieces = new ReadPieces(probes, tokenizer);
  }

  /**
   * Returns a text whose blanks say whether their fillings go on the text before them: the
   * tokenizer makes continuations of words there.
   */
  BlankedText written(BlankedText text) {
    if (text.spacing() == Spacing.NONE) {
      return partsLetters() ? text : text.with(Spacing.WORDS);
    }
    if (probes.words().isEmpty()) {
      return text;
    }
    List<Boolean> continuing = new ArrayList<>();
    for (int blank = 0; blank < text.blanks().size(); blank++) {
      continuing.add(!text.touches(blank) && goesOn(probes.before(text, blank)));
    }
    BlankedText written = text.withContinuing(continuing);
    return marksSpaces ? written.with(Spacing.IDEOGRAPHS) : written;
  }

  /** Says whether letters that are tokens are read one by one without spaces between them. */
  private boolean partsLetters() {
    int letter = ids(TokenClass.WORD).nextSetBit(0);
    int[] pieces = tokenizer.encode(vocabulary.token(letter).repeat(2)).ids();
    return IntStream.of(pieces).filter(id -> id == letter).count() == 2;
  }

  private boolean goesOn(String before) {
    for (int probe : probes.words()) {
      String near = before + vocabulary.token(probe);
      Encoded read = tokenizer.encode(near);
      int position = read.pieceAt(before.length(), 0);
      if (position >= 0) {
        int from = read.spans().get(position).start();
        TokenClass it = vocabulary.classOf(read.ids()[position]);
        if (it == TokenClass.CONTINUATION || !Encoded.isBlank(near, from, before.length())) {
          return true;
        }
        if (it == TokenClass.WORD) {
          return false;
        }
      }
    }
    return false;
  }

  /** Says whether the tokenizer makes a piece of its letters, behind a space or behind a word. */
  synchronized boolean isRead(int piece) {
    if (probes.words().isEmpty() || vocabulary.classOf(piece) == TokenClass.SPECIAL) {
      return true;
    }
    if (everywhere.isEmpty()) {
      String word = " " + vocabulary.token(probes.words().get(0));
      BitSet read = pieces.at(new Place(" ", false, ""), unusual(TokenClass.WORD));
      read.or(pieces.at(new Place(word, true, ""), unusual(TokenClass.CONTINUATION)));
      everywhere = Optional.of(read);
    }
    return isPlain(piece) || everywhere.get().get(piece);
  }

  private boolean isPlain(int piece) {
    return PLAIN.matcher(vocabulary.letters(piece)).matches();
  }

  private BitSet unusual(TokenClass wanted) {
    BitSet ids = ids(wanted);
    ids.stream().filter(this::isPlain).forEach(ids::clear);
    return ids;
  }

  private BitSet ids(TokenClass wanted) {
    BitSet ids = new BitSet();
    IntStream.range(0, vocabulary.size())
        .filter(id -> vocabulary.classOf(id) == wanted)
        .forEach(ids::set);
    return ids;
  }

  /**
   * Leaves out pieces that the tokenizer does not make of their letters in a blank.
   *
   * @param text a text as {@link #written} returns it
   * @throws InvalidInputException for field {@code text} if none is left
   */
  TokenSet readable(BlankedText text, int blank, TokenSet candidates) {
    if (text.spacing() == Spacing.NONE || probes.words().isEmpty()) {
      return candidates;
    }
    boolean isContinued = text.isContinued(blank) && !marksSpaces;
    return beside(text, blank, isContinued ? withoutIdeographs(blank, candidates) : candidates);
  }

  /** Word pieces go on no ideograph, which is a word of its own. */
  private TokenSet withoutIdeographs(int blank, TokenSet candidates) {
    return selected(
            candidates,
            id -> {
              String token = vocabulary.token(id);
              return !Character.isIdeographic(token.codePointBefore(token.length()));
            })
        .orElseThrow(() -> unreadable(blank, "right before letters", "behind"));
  }

  private TokenSet beside(BlankedText text, int blank, TokenSet candidates) {
    String behind = text.signsBehind(blank);
    if (text.continuesWord(blank)) {
      String near = probes.before(text, blank);
      boolean isBehindLetters = text.isBehindLetters(blank);
      String before = isBehindLetters ? " " + lastWord(near) : lastSigns(near);
      Place place = new Place(before, isBehindLetters, behind);
      return read(place, TokenClass.CONTINUATION, candidates)
          .orElseThrow(() -> unreadable(blank, placeBehind(near), "before"));
    }
    return behind.isEmpty()
        ? candidates
        : read(new Place(" ", false, behind), TokenClass.WORD, candidates)
            .orElseThrow(() -> unreadable(blank, "right before '%s'".formatted(behind), "behind"));
  }

  /** Leaves out candidates of a class that are not read at a place; empty if none is left. */
  private Optional<TokenSet> read(Place place, TokenClass wanted, TokenSet candidates) {
    BitSet asked = new BitSet();
    candidates.ids().filter(id -> vocabulary.classOf(id) == wanted).forEach(asked::set);
    BitSet read = pieces.at(place, asked);
    return selected(candidates, id -> !asked.get(id) || read.get(id));
  }

  private static Optional<TokenSet> selected(TokenSet candidates, IntPredicate isRead) {
    int[] read = candidates.ids().filter(isRead).toArray();
    if (read.length == candidates.size()) {
      return Optional.of(candidates);
    }
    return read.length == 0 ? Optional.empty() : Optional.of(TokenSet.of(read));
  }

  private static InvalidInputException unreadable(int blank, String place, String side) {
    return new InvalidInputException(
        "text",
        "blank %d is %s, where the model has none of the words that it may hold as one piece: put a space %s it, or allow others"
            .formatted(blank + 1, place, side));
  }

  private static String placeBehind(String near) {
    String signs = near.substring(beginOfSigns(near));
    return signs.isBlank()
        ? "at the beginning of a line"
        : "right behind '%s'".formatted(signs.strip());
  }

  /** Returns the text behind the last space. */
  private static String lastWord(String near) {
    int from = near.length();
    while (from > 0 && !Encoded.isBlank(near, from - 1, from)) {
      from--;
    }
    return near.substring(from);
  }

  /** Returns the signs at the end, with the letter or the space before them. */
  private static String lastSigns(String near) {
    String signs = near.substring(beginOfSigns(near));
    return !signs.isEmpty() && Character.isLetterOrDigit(signs.charAt(0)) ? " " + signs : signs;
  }

  private static int beginOfSigns(String near) {
    int from = near.length();
    while (from > 0
        && !Character.isLetterOrDigit(near.charAt(from - 1))
        && !Character.isWhitespace(near.charAt(from - 1))) {
      from--;
    }
    return Math.max(0, from - 1);
  }
}
