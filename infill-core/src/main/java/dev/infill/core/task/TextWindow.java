package dev.infill.core.task;

import dev.infill.core.InvalidInputException;
import dev.infill.core.text.Blank;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.CharSpan;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.core.text.Spacing;
import dev.infill.core.text.TokenizedText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * The part of a text around its blanks that a model reads. It is the whole text if that fits. If
 * not, it has as many words before the first blank as behind the last one, and more on one side if
 * the other side has no more.
 *
 * @param before the number of chars before the part
 * @param behind the number of chars behind the part
 * @param longest the part with every blank as long as it may be, each of its blanks one piece
 * @param tokenized the longest part as the model reads it
 */
public record TextWindow(int before, int behind, BlankedText longest, TokenizedText tokenized) {
  /** The first and the last piece of a text are [CLS] and [SEP]. */
  private static final int ENDS = 2;

  /**
   * Finds the part.
   *
   * @param model reads it
   * @param text a text with at least one blank
   * @throws InvalidInputException for field {@code text} if the blanks are too far apart
   */
  public static TextWindow of(MaskedLanguageModel model, BlankedText text) {
    Optional<TextWindow> whole = tried(model, text, 0, 0);
    if (whole.isPresent()) {
      return whole.get();
    }
    int length = text.text().length();
    Blank last = text.blanks().get(text.blanks().size() - 1);
    // A word is a piece at least.
    List<Integer> before = cuts(text, text.blanks().get(0).start(), 0, model.maxPieces());
    List<Integer> behind = cuts(text, last.end(), length, model.maxPieces());
    int fits = -1;
    int fitsNot = Math.max(before.size(), behind.size());
    Optional<TextWindow> best = Optional.empty();
    while (fitsNot - fits > 1) {
      int words = fits < 0 ? 0 : (fits + fitsNot) / 2;
      int start = before.get(Math.min(words, before.size() - 1));
      int end = length - behind.get(Math.min(words, behind.size() - 1));
      Optional<TextWindow> tried = tried(model, text, start, end);
      if (tried.isPresent()) {
        fits = words;
        best = tried;
      } else if (words == 0) {
        throw tooFarApart(model, text, part(text, start, end).atLongest());
      } else {
        fitsNot = words;
      }
    }
    return best.orElseThrow();
  }

  private static Optional<TextWindow> tried(
      MaskedLanguageModel model, BlankedText text, int before, int behind) {
    BlankedText longest = part(text, before, behind).atLongest();
    return tokenized(model, longest)
        .map(tokenized -> new TextWindow(before, behind, longest, tokenized));
  }

  private static BlankedText part(BlankedText text, int before, int behind) {
    return text.within(new CharSpan(before, text.text().length() - behind));
  }

  /**
   * Returns the part as the model reads it. The model is asked only if it has not read it yet.
   *
   * @param model the model
   * @param text the text, each of its blanks one piece
   */
  public TokenizedText tokenize(MaskedLanguageModel model, BlankedText text) {
    BlankedText part = part(text, before, behind);
    return part.equals(longest) ? tokenized : model.tokenize(part);
  }

  /**
   * Returns where the part stands; empty if it is the whole text.
   *
   * @param text the text, its blanks filled or not
   */
  public Optional<CharSpan> cut(String text) {
    return before == 0 && behind == 0
        ? Optional.empty()
        : Optional.of(new CharSpan(before, text.length() - behind));
  }

  /** Returns a text as the model reads it; empty if it has more pieces than the model reads. */
  private static Optional<TokenizedText> tokenized(MaskedLanguageModel model, BlankedText text) {
    try {
      return Optional.of(model.tokenize(text));
    } catch (InvalidInputException e) {
      if (!e.field().equals("text")) {
        throw e;
      }
      return Optional.empty();
    }
  }

  /** Returns where a text may be cut between a blank and its end, the nearest first. */
  private static List<Integer> cuts(BlankedText text, int blank, int end, int most) {
    int step = Integer.signum(end - blank);
    List<Integer> cuts = new ArrayList<>();
    for (int at = blank; at != end && cuts.size() < most; at += step) {
      if (isCut(text, at)) {
        cuts.add(at);
      }
    }
    if (cuts.size() < most) {
      cuts.add(end);
    }
    return cuts;
  }

  /**
   * Says whether a text may be cut at a place: before white space, around ideographs, and anywhere
   * if words are letters.
   */
  private static boolean isCut(BlankedText blanked, int at) {
    String text = blanked.text();
    int left = text.codePointBefore(at);
    int right = text.codePointAt(at);
    boolean splitsPair =
        Character.isHighSurrogate(text.charAt(at - 1)) && Character.isLowSurrogate(text.charAt(at));
    return !splitsPair
        && (blanked.spacing() == Spacing.NONE
            || (Character.isWhitespace(right) && !Character.isWhitespace(left))
            || Character.isIdeographic(left)
            || Character.isIdeographic(right));
  }

  private static InvalidInputException tooFarApart(
      MaskedLanguageModel model, BlankedText text, BlankedText least) {
    int blanks = text.blanks().size();
    return new InvalidInputException(
        "text",
        "%s %d word pieces, and the model reads at most %d at once: %s"
            .formatted(
                blanks == 1
                    ? "the blank, with what is written right beside it, takes"
                    : "from the first of the %d blanks to the last there are".formatted(blanks),
                pieces(model, least),
                model.maxPieces() - ENDS,
                blanks == 1
                    ? "write it shorter"
                    : "fill those that are far from each other in texts of their own"));
  }

  /** Counts the pieces of a text that is too long to be read: its halves are not. */
  private static int pieces(MaskedLanguageModel model, BlankedText text) {
    Optional<TokenizedText> tokenized = tokenized(model, text);
    if (tokenized.isPresent()) {
      return tokenized.get().length() - ENDS;
    }
    int length = text.text().length();
    int half = length / 2;
    OptionalInt cut =
        IntStream.rangeClosed(0, half)
            .flatMap(away -> IntStream.of(half - away, half + away))
            .filter(at -> at > 0 && at < length && isCut(text, at) && !isInBlank(text, at))
            .findFirst();
    // A cut within a word would change its pieces. The model's own refusal tells their number.
    return cut.isEmpty()
        ? model.tokenize(text).length()
        : pieces(model, text.within(new CharSpan(0, cut.getAsInt())))
            + pieces(model, text.within(new CharSpan(cut.getAsInt(), length)));
  }

  private static boolean isInBlank(BlankedText text, int at) {
    return text.blanks().stream().anyMatch(blank -> blank.start() < at && at < blank.end());
  }
}
