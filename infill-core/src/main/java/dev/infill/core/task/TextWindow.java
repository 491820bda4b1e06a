package dev.infill.core.task;

import dev.infill.core.InvalidInputException;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.CharSpan;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.core.text.TokenizedText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The part of a text around its blanks that a model reads: all of it where it fits, else as many
 * words before the first blank as behind the last one, or more on one side where the other has no
 * more.
 *
 * @param before how many chars of the text stand before it
 * @param behind how many chars of the text stand behind it
 * @param longest the part with every blank as long as it may be, each of its blanks one piece
 * @param tokenized that as the model reads it
 */
public record TextWindow(int before, int behind, BlankedText longest, TokenizedText tokenized) {
  /** The first and the last piece of a text are [CLS] and [SEP]. */
  private static final int ENDS = 2;

  /**
   * Finds the part.
   *
   * @param model what reads it
   * @param text a text with at least one blank
   * @throws InvalidInputException for field {@code text} if the blanks are too far apart
   */
  public static TextWindow of(MaskedLanguageModel model, BlankedText text) {
    Optional<TextWindow> whole = tried(model, text, 0, 0);
    if (whole.isPresent()) {
      return whole.get();
    }
    // A word is a piece at least.
    List<Integer> before = cutsBefore(text, model.maxPieces());
    List<Integer> behind = cutsBehind(text, model.maxPieces());
    int fits = -1;
    int fitsNot = Math.max(before.size(), behind.size());
    Optional<TextWindow> best = Optional.empty();
    while (fitsNot - fits > 1) {
      int words = fits < 0 ? 0 : (fits + fitsNot) / 2;
      int start = before.get(Math.min(words, before.size() - 1));
      int end = text.text().length() - behind.get(Math.min(words, behind.size() - 1));
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
    return before == 0 && behind == 0
        ? text
        : text.within(new CharSpan(before, text.text().length() - behind));
  }

  /**
   * Returns the part as the model reads it, which is asked only if it has not read it yet.
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

  private static Optional<TokenizedText> tokenized(MaskedLanguageModel model, BlankedText text) {
    try {
      return Optional.of(model.tokenize(text));
    } catch (InvalidInputException e) {
      if (!e.field().equals("text")) {
        throw e;
      }
      // It has more pieces than the model reads.
      return Optional.empty();
    }
  }

  /** Returns where a text may be cut before its first blank, the nearest first. */
  private static List<Integer> cutsBefore(BlankedText text, int most) {
    List<Integer> cuts = new ArrayList<>();
    for (int at = text.blanks().get(0).start(); at > 0 && cuts.size() < most; at--) {
      if (isCut(text, at)) {
        cuts.add(at);
      }
    }
    if (cuts.size() < most) {
      cuts.add(0);
    }
    return cuts;
  }

  /** Returns where a text may be cut behind its last blank, the nearest first. */
  private static List<Integer> cutsBehind(BlankedText text, int most) {
    List<Integer> cuts = new ArrayList<>();
    int length = text.text().length();
    int last = text.blanks().size() - 1;
    for (int at = text.blanks().get(last).end(); at < length && cuts.size() < most; at++) {
      if (isCut(text, at)) {
        cuts.add(at);
      }
    }
    if (cuts.size() < most) {
      cuts.add(length);
    }
    return cuts;
  }

  /** Before white space, and around ideographs, which are words without any; else at any letter. */
  private static boolean isCut(BlankedText blanked, int at) {
    String text = blanked.text();
    int left = text.codePointBefore(at);
    int right = text.codePointAt(at);
    boolean splitsPair =
        Character.isHighSurrogate(text.charAt(at - 1)) && Character.isLowSurrogate(text.charAt(at));
    return !splitsPair
        && (!blanked.spaced()
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

  /** Returns how many pieces a text has that is too long to be read. */
  private static int pieces(MaskedLanguageModel model, BlankedText text) {
    Optional<TokenizedText> tokenized = tokenized(model, text);
    if (tokenized.isPresent()) {
      return tokenized.get().length() - ENDS;
    }
    int length = text.text().length();
    int half = length / 2;
    for (int away = 0; away <= half; away++) {
      for (int at : new int[] {half - away, half + away}) {
        if (at > 0 && at < length && isCut(text, at) && !isInBlank(text, at)) {
          return pieces(model, text.within(new CharSpan(0, at)))
              + pieces(model, text.within(new CharSpan(at, length)));
        }
      }
    }
    // Cut within a word it would have other pieces: the model tells their number as it refuses
    // them.
    return model.tokenize(text).length();
  }

  private static boolean isInBlank(BlankedText text, int at) {
    return text.blanks().stream().anyMatch(blank -> blank.start() < at && at < blank.end());
  }
}
