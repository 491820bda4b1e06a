package dev.infill.bert.tokenizer;

import dev.infill.core.text.BlankedText;
import dev.infill.core.text.FilledText;
import dev.infill.core.text.Spacing;
import dev.infill.core.text.TokenizedText;
import dev.infill.core.text.Vocabulary;
import dev.infill.core.text.Vocabulary.TokenClass;
import dev.infill.core.text.WordEnds;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Reads texts with blanks as their fillings are read. A tokenizer cuts a text at each mask, and may
 * read the neighbours of a mask in another way than those of a word: SentencePiece begins another
 * word behind it. So blanks are filled with words first ({@link Probes}), and masks take their
 * places afterwards. A blank is read with its mask if no word comes out as one piece there.
 */
final class BlankReader {
  private static final Pattern SHORTENED = Pattern.compile("(?i:s|t|re|ve|m|ll|d)");

  private final Vocabulary vocabulary;
  private final int mask;
  private final boolean marksSpaces;
  private final NativeTokenizer tokenizer;
  private final Probes probes;

  /**
   * Makes a reader.
   *
   * @param probes words to try in blanks
   * @param mask the id of the mask
   * @param marksSpaces whether pieces tell the spaces before them, not the words that they go on
   */
  BlankReader(Probes probes, int mask, boolean marksSpaces, NativeTokenizer tokenizer) {
    this.vocabulary = probes.vocabulary();
    this.mask = mask;
    this.marksSpaces = marksSpaces;
    this.tokenizer = tokenizer;
    this.probes = probes;
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
      List<Optional<Integer>> pieces = new ArrayList<>();
      for (int blank = 0; blank < blanks; blank++) {
        pieces.add(probe(text, blank, tries[blank]));
      }
      FilledText filled =
          text.fill(
              pieces.stream()
                  .map(probe -> probe.map(vocabulary::token).orElse(BlankedText.MASK))
                  .toList());
      Encoded read = tokenizer.encode(filled.text());
      Optional<TokenizedText> masked = masked(filled, pieces, read, tries);
      if (masked.isPresent()) {
        return WordEnds.joined(vocabulary, text, masked.get());
      }
    }
  }

  /**
   * Returns the next piece to try in a blank. Behind signs continuations come first. A word with a
   * space leaves both sides alone, too.
   */
  private Optional<Integer> probe(BlankedText text, int blank, int tried) {
    if (text.spacing() == Spacing.NONE) {
      return Optional.empty();
    }
    boolean goesOnSigns = text.continuesWord(blank) && !text.isBehindLetters(blank);
    List<Integer> all = new ArrayList<>(goesOnSigns ? probes.continuations() : List.of());
    all.addAll(probes.words());
    return tried < all.size() ? Optional.of(all.get(tried)) : Optional.empty();
  }

  /**
   * Puts masks in the places of the pieces in blanks. Returns nothing if a piece was not read as
   * itself, and counts the try.
   */
  private Optional<TokenizedText> masked(
      FilledText filled, List<Optional<Integer>> inBlanks, Encoded read, int[] tries) {
    int[] positions = new int[inBlanks.size()];
    int[] masks =
        IntStream.range(0, read.ids().length)
            .filter(position -> read.ids()[position] == mask)
            .toArray();
    int next = 0;
    boolean isRead = true;
    for (int blank = 0; blank < positions.length; blank++) {
      if (inBlanks.get(blank).isEmpty()) {
        positions[blank] = next < masks.length ? masks[next] : -1;
        next++;
      } else {
        positions[blank] = read.positionOf(inBlanks.get(blank).get(), filled.fills().get(blank), 0);
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
   * Says whether a sign and a letter or digit stand where two pieces meet. Some tokenizers take a
   * quote and the word behind it for one word, or "house.". An apostrophe and a short ending are
   * one.
   */
  private boolean differ(int before, int id) {
    String left = vocabulary.letters(before);
    String right = vocabulary.letters(id);
    return !(left.equals("'") && SHORTENED.matcher(right).matches())
        && Character.isLetterOrDigit(left.codePointBefore(left.length()))
            != Character.isLetterOrDigit(right.codePointAt(0));
  }
}
