package dev.infill.core.score;

import dev.infill.core.InvalidInputException;
import dev.infill.core.energy.State;
import dev.infill.core.task.TextOfLengths;
import dev.infill.core.task.TextWindow;
import dev.infill.core.task.WordPieces;
import dev.infill.core.text.BlankLength;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.core.text.TokenSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Fills that were given, piece by piece.
 *
 * @param text the text with as many places as there are pieces; each place can hold its own piece
 *     alone
 * @param window the part of the text that is read
 */
record GivenFills(TextOfLengths text, TextWindow window) {
  /**
   * Reads fills.
   *
   * @param model whose pieces they are
   * @param blanked the text
   * @param fills one for each blank
   * @throws InvalidInputException if they do not fit the text
   */
  static GivenFills of(MaskedLanguageModel model, BlankedText blanked, List<String> fills) {
    requireFillForEach(blanked.blanks().size(), notNull(fills, "fills"));
    WordPieces pieces = new WordPieces(model);
    List<Integer> lengths = new ArrayList<>();
    List<TokenSet> tokens = new ArrayList<>();
    for (int blank = 0; blank < fills.size(); blank++) {
      List<Integer> its = pieces(pieces, blanked, blank, fills.get(blank));
      lengths.add(its.size());
      its.forEach(piece -> tokens.add(TokenSet.of(piece)));
    }
    BlankedText places = blanked.withLengths(lengths);
    TextWindow window = TextWindow.of(model, blanked);
    return new GivenFills(
        new TextOfLengths(
            model.vocabulary(),
            lengths,
            places,
            window.tokenize(model, places),
            tokens,
            Optional.empty()),
        window);
  }

  private static List<Integer> pieces(
      WordPieces pieces, BlankedText blanked, int blank, String fill) {
    BlankLength length = blanked.lengths().get(blank);
    WordPieces.Place place =
        new WordPieces.Place(
            "fills", "the fill of blank " + (blank + 1), length, blanked.continuesWord(blank));
    List<Integer> its =
        length.equals(BlankLength.ONE)
            ? List.of(pieces.single(place, fill))
            : pieces.several(place, fill);
    pieces.requireUnspaced("fills", blanked, blank, its.get(0));
    return its;
  }

  private static void requireFillForEach(int blanks, List<String> fills) {
    if (blanks == 0) {
      throw new InvalidInputException(
          "fills",
          "there are fills, but the text has no blank: write [MASK] or ___ where they stand, or "
              + "give no fills to score the whole text");
    }
    if (fills.stream().anyMatch(Objects::isNull)) {
      throw new InvalidInputException("fills", "a fill is null: give a word for each blank");
    }
    if (fills.size() != blanks) {
      throw new InvalidInputException(
          "fills",
          "the text has %d %s, but there %s %d %s: give one fill for each blank"
              .formatted(
                  blanks,
                  blanks == 1 ? "blank" : "blanks",
                  fills.size() == 1 ? "is" : "are",
                  fills.size(),
                  fills.size() == 1 ? "fill" : "fills"));
    }
  }

  static <T> T notNull(T argument, String name) {
    if (argument == null) {
      throw new IllegalArgumentException(name + " must not be null");
    }
    return argument;
  }

  /** Returns the only filling that there is. */
  State filling() {
    return State.of(new int[text.candidates().size()]);
  }
}
