package dev.infill.bert.tokenizer;

import dev.infill.core.InvalidInputException;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.FilledText;
import dev.infill.core.text.Spacing;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.TokenizedText;
import dev.infill.core.text.Vocabulary;
import dev.infill.core.text.Vocabulary.TokenClass;
import dev.infill.core.text.WordEnds;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Reads texts with blanks as their fillings are read. A tokenizer that finds a mask cuts the text
 * there, and may read what stands around it otherwise than around a word: SentencePiece begins
 * another word behind it. So blanks are filled with words first, which the masks then take the
 * place of. A blank for which no word comes out as one piece is read with its mask.
 */
final class BlankReader {
  private static final int MOST_PROBES = 6;
  private static final int MOST_TRIED = 400;

  /** What a tokenizer reads at a blank does not depend on what is further away. */
  private static final int NEAR = 64;

  private static final Pattern SHORTENED = Pattern.compile("(?i:s|t|re|ve|m|ll|d)");

  /** What probes are made of: Latin letters, or others where a vocabulary has none. */
  private static final List<Pattern> LETTERS =
      List.of(
          Pattern.compile("[A-Za-z]{2,8}"),
          Pattern.compile("[\\p{L}&&[^\\p{IsIdeographic}]]{2,8}"));

  private final Vocabulary vocabulary;
  private final int mask;
  private final boolean marksSpaces;
  private final Function<String, Encoded> encoder;
  private final List<Integer> words;
  private final List<Integer> continuations;
  private final ReadableWords readable;

  /**
   * Makes a reader.
   *
   * @param vocabulary the model's pieces
   * @param mask the id of the mask
   * @param marksSpaces whether pieces tell the spaces before them, and not what they go on
   * @param encoder cuts a text into pieces
   */
  BlankReader(
      Vocabulary vocabulary, int mask, boolean marksSpaces, Function<String, Encoded> encoder) {
    this.vocabulary = vocabulary;
    this.mask = mask;
    this.marksSpaces = marksSpaces;
    this.encoder = encoder;
    words = probes(TokenClass.WORD, id -> isLast(id, " "));
    readable = new ReadableWords(vocabulary, encoder, words);
    // Word pieces continue letters and signs alone, which are tried in their place.
    continuations = probes(TokenClass.CONTINUATION, id -> !marksSpaces || isLast(id, "("));
  }

  /** Returns pieces of letters that a tokenizer makes of them behind something. */
  private List<Integer> probes(TokenClass wanted, IntPredicate isMade) {
    return LETTERS.stream()
        .map(letters -> probes(letters, wanted, isMade))
        .filter(found -> !found.isEmpty())
        .findFirst()
        .orElse(List.of());
  }

  private List<Integer> probes(Pattern letters, TokenClass wanted, IntPredicate isMade) {
    return IntStream.range(0, vocabulary.size())
        .filter(id -> vocabulary.classOf(id) == wanted)
        .filter(id -> letters.matcher(vocabulary.letters(id)).matches())
        .limit(MOST_TRIED)
        .filter(isMade)
        .limit(MOST_PROBES)
        .boxed()
        .toList();
  }

  private boolean isLast(int id, String before) {
    int[] pieces = encoder.apply(before + vocabulary.letters(id)).ids();
    return pieces.length > 2 && pieces[pieces.length - 2] == id;
  }

  /**
   * Returns a text whose blanks say whether what stands in them goes on what is before them, by
   * what the tokenizer makes of a word there.
   */
  BlankedText written(BlankedText text) {
    if (text.spacing() == Spacing.NONE) {
      return partsLetters() ? text : text.with(Spacing.WORDS);
    }
    if (words.isEmpty()) {
      return text;
    }
    List<Boolean> continuing = new ArrayList<>();
    for (int blank = 0; blank < text.blanks().size(); blank++) {
      continuing.add(!text.touches(blank) && goesOn(before(text, blank)));
    }
    BlankedText written = text.withContinuing(continuing);
    return marksSpaces ? written.with(Spacing.IDEOGRAPHS) : written;
  }

  /** Says whether letters that are tokens are read one by one without spaces between them. */
  private boolean partsLetters() {
    int letter =
        IntStream.range(0, vocabulary.size())
            .filter(id -> vocabulary.classOf(id) == TokenClass.WORD)
            .findFirst()
            .orElseThrow();
    int[] pieces = encoder.apply(vocabulary.token(letter).repeat(2)).ids();
    return IntStream.of(pieces).filter(id -> id == letter).count() == 2;
  }

  private boolean goesOn(String before) {
    for (int probe : words) {
      String near = before + vocabulary.token(probe);
      Encoded read = encoder.apply(near);
      int position = read.pieceAt(before.length());
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

  /** Returns what is right before a blank, words in the blanks there. */
  private String before(BlankedText text, int blank) {
    String probe = vocabulary.token(words.get(0));
    FilledText filled =
        text.fill(
            IntStream.range(0, text.blanks().size())
                .mapToObj(each -> each == blank ? BlankedText.MASK : probe)
                .toList());
    int end = filled.fills().get(blank).start();
    int from = Math.max(0, end - NEAR);
    boolean splitsPair = from > 0 && Character.isLowSurrogate(filled.text().charAt(from));
    return filled.text().substring(splitsPair ? from - 1 : from, end);
  }

  /**
   * Returns those pieces that the tokenizer makes of their letters where a blank is: behind an
   * apostrophe, for instance, it has pieces of its own for what begins like "'t".
   *
   * @throws InvalidInputException for field {@code text} if there are none
   * @param text a text as {@link #written} returns it
   * @param blank a blank of it
   * @param candidates pieces
   */
  TokenSet readable(BlankedText text, int blank, TokenSet candidates) {
    if (text.spacing() == Spacing.NONE || words.isEmpty()) {
      return candidates;
    }
    return text.isContinued(blank) && !marksSpaces
        ? beside(text, blank, withoutIdeographs(blank, candidates))
        : beside(text, blank, candidates);
  }

  /** Word pieces go on no ideograph, which is a word of its own. */
  private TokenSet withoutIdeographs(int blank, TokenSet candidates) {
    int[] left =
        candidates
            .ids()
            .filter(
                id -> {
                  String token = vocabulary.token(id);
                  return !Character.isIdeographic(token.codePointBefore(token.length()));
                })
            .toArray();
    if (left.length == 0) {
      throw unreadable(blank, "right before letters", "behind");
    }
    return left.length == candidates.size() ? candidates : TokenSet.of(left);
  }

  private TokenSet beside(BlankedText text, int blank, TokenSet candidates) {
    String behind = text.signsBehind(blank);
    boolean continues = text.continuesWord(blank);
    if (!continues && behind.isEmpty()) {
      return candidates;
    }
    if (!continues) {
      return readable
          .beforeSigns(behind, candidates)
          .orElseThrow(() -> unreadable(blank, "right before '%s'".formatted(behind), "behind"));
    }
    String near = before(text, blank);
    String signs = near.substring(beginOfWord(near));
    Optional<TokenSet> read =
        text.isBehindLetters(blank)
            ? readable.behindLetters(lastWord(near), behind, candidates)
            : readable.behindSigns(signs, behind, candidates);
    return read.orElseThrow(() -> unreadable(blank, place(signs), "before"));
  }

  private static InvalidInputException unreadable(int blank, String place, String side) {
    return new InvalidInputException(
        "text",
        "blank %d is %s, where the model has none of the words that it may hold as one piece: put a space %s it, or allow others"
            .formatted(blank + 1, place, side));
  }

  private static String place(String signs) {
    return signs.isBlank()
        ? "at the beginning of a line"
        : "right behind '%s'".formatted(signs.strip());
  }

  /** Says whether the tokenizer makes a piece of its letters. */
  boolean isRead(int piece) {
    return words.isEmpty() || readable.isRead(piece);
  }

  /** Returns what is written behind the last space. */
  private static String lastWord(String near) {
    int from = near.length();
    while (from > 0 && !Encoded.isBlank(near, from - 1, from)) {
      from--;
    }
    return near.substring(from);
  }

  /** Returns where the signs at the end begin, with the letter or the space before them. */
  private static int beginOfWord(String near) {
    int from = near.length();
    while (from > 0
        && !Character.isLetterOrDigit(near.charAt(from - 1))
        && !Character.isWhitespace(near.charAt(from - 1))) {
      from--;
    }
    return Math.max(0, from - 1);
  }

  /**
   * Cuts a text into pieces, each blank one mask.
   *
   * @throws IllegalArgumentException if the text has other masks than its blanks
   */
  TokenizedText tokenize(BlankedText text) {
    int blanks = text.blanks().size();
    int[] tries = new int[blanks];
    while (true) {
      List<Optional<Integer>> probes = new ArrayList<>();
      for (int blank = 0; blank < blanks; blank++) {
        probes.add(probe(text, blank, tries[blank]));
      }
      FilledText filled =
          text.fill(
              probes.stream()
                  .map(probe -> probe.map(vocabulary::token).orElse(BlankedText.MASK))
                  .toList());
      Encoded read = encoder.apply(filled.text());
      Optional<TokenizedText> masked = masked(filled, probes, read, tries);
      if (masked.isPresent()) {
        return WordEnds.joined(vocabulary, text, masked.get());
      }
    }
  }

  /**
   * Returns the next word that a blank is tried with. Where no piece without a space is read as it
   * is, a word with one leaves what is on both sides alone, too.
   */
  private Optional<Integer> probe(BlankedText text, int blank, int tried) {
    if (text.spacing() == Spacing.NONE) {
      return Optional.empty();
    }
    boolean goesOnSigns = text.continuesWord(blank) && !text.isBehindLetters(blank);
    int glued = goesOnSigns ? continuations.size() : 0;
    if (tried < glued) {
      return Optional.of(continuations.get(tried));
    }
    return tried - glued < words.size() ? Optional.of(words.get(tried - glued)) : Optional.empty();
  }

  /**
   * Puts masks in the place of what blanks were filled with. Where that is not one piece, the next
   * try is another; nothing is returned then.
   */
  private Optional<TokenizedText> masked(
      FilledText filled, List<Optional<Integer>> probes, Encoded read, int[] tries) {
    int[] positions = new int[probes.size()];
    int[] masks =
        IntStream.range(0, read.ids().length)
            .filter(position -> read.ids()[position] == mask)
            .toArray();
    int next = 0;
    boolean isRead = true;
    for (int blank = 0; blank < positions.length; blank++) {
      if (probes.get(blank).isEmpty()) {
        positions[blank] = next < masks.length ? masks[next] : -1;
        next++;
      } else {
        positions[blank] =
            read.positionOf(probes.get(blank).get(), filled.fills().get(blank), filled.text());
        if (positions[blank] < 0) {
          tries[blank]++;
          isRead = false;
        }
      }
    }
    if (next != masks.length) {
      throw new IllegalArgumentException(
          "%d blanks are listed, and the text has %d".formatted(next, masks.length));
    }
    if (!isRead) {
      return Optional.empty();
    }
    int[] pieces = read.ids().clone();
    BitSet beginnings = beginnings(read, masks);
    for (int position : positions) {
      pieces[position] = mask;
    }
    return Optional.of(new TokenizedText(pieces, positions, beginnings));
  }

  /** Returns where words begin without a space before them. */
  private BitSet beginnings(Encoded read, int[] masks) {
    BitSet masked = new BitSet();
    IntStream.of(masks).forEach(masked::set);
    BitSet beginnings = new BitSet();
    for (int position = 1; position + 1 < read.ids().length; position++) {
      int id = read.ids()[position];
      if (vocabulary.classOf(id) == TokenClass.CONTINUATION
          && !masked.get(position)
          && !masked.get(position - 1)
          && (read.words()[position] != read.words()[position - 1]
              || (marksSpaces && differ(read.ids()[position - 1], id)))) {
        beginnings.set(position);
      }
    }
    return beginnings;
  }

  /**
   * Says whether of two pieces one ends, or the other begins, with a letter or digit, not both.
   * Some tokenizers have a quote and the word behind it in one, and some have "house." so. An
   * apostrophe and what is short behind it are one word.
   */
  private boolean differ(int before, int id) {
    String left = vocabulary.letters(before);
    String right = vocabulary.letters(id);
    return !(left.equals("'") && SHORTENED.matcher(right).matches())
        && Character.isLetterOrDigit(left.codePointBefore(left.length()))
            != Character.isLetterOrDigit(right.codePointAt(0));
  }
}
