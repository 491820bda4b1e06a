package dev.infill.evaluation.bench;

import dev.infill.core.InvalidInputException;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.MaskedLanguageModel;
import java.util.ArrayList;
import java.util.List;

/**
 * A text of any length with any number of blanks: the beginning of one story, in which nothing is
 * told twice, as a model need not think where it can copy.
 */
final class Passage {
  private static final List<String> WORDS =
      List.of(
          """
          the old man lived alone in a small house by the river . every morning he walked down to \
          the water , sat on a large stone and watched the boats go by . the people of the village \
          knew him well , but few of them had ever talked to him . they said that he had once been \
          a captain , and that he had lost his ship in a storm many years ago . nobody knew if that \
          was true . one day in early spring a young woman came to the door . she carried a heavy \
          bag and her shoes were wet . she told him that she had come a long way to find him , \
          because her father had worked for him when they were both young . the old man looked at \
          her for a long time before he spoke . then he asked her to come inside , made some tea \
          and put more wood on the fire . while the rain fell on the roof she opened the bag and \
          took out a thick book with a brown leather cover . it was full of maps , letters and \
          drawings of strange birds . he turned the pages slowly , and his hands began to shake . \
          on the last page there was a picture of a ship with three white sails , and under it \
          somebody had written a name and a date . he closed the book , stood up and went to the \
          window . outside it was getting dark , and the lights of the town were shining on the \
          other side of the river . when he turned around again there were tears in his eyes . he \
          said that he would tell her everything , but that the story was long and that she should \
          eat something first ."""
              .split(" ", -1));

  /** {@code [CLS]} and {@code [SEP]}. */
  private static final int FIRST_AND_LAST = 2;

  private Passage() {}

  /**
   * Returns the longest beginning that has no more than some pieces.
   *
   * @param model which cuts it into pieces
   * @param pieces the most pieces, {@code [CLS]} and {@code [SEP]} included
   * @param blanks how many of the words are blanks, evenly spread
   * @throws InvalidInputException if the model or the story has no room for so many pieces, or they
   *     not for the blanks
   */
  static String text(MaskedLanguageModel model, int pieces, int blanks) {
    if (pieces > model.maxPieces()) {
      throw new InvalidInputException(
          "length",
          "a text of %d pieces does not fit the model, whose texts have at most %d"
              .formatted(pieces, model.maxPieces()));
    }
    int words = 0;
    int room = pieces - FIRST_AND_LAST;
    while (words < WORDS.size() && pieces(model, WORDS.get(words)) <= room) {
      room -= pieces(model, WORDS.get(words));
      words++;
    }
    if (words == WORDS.size() || blanks > words) {
      throw new InvalidInputException(
          "length",
          "there is no text of %d pieces with %d blanks to be timed".formatted(pieces, blanks));
    }
    List<String> blanked = new ArrayList<>(WORDS.subList(0, words));
    for (int blank = 0; blank < blanks; blank++) {
      blanked.set((2 * blank + 1) * words / (2 * blanks), BlankedText.MASK);
    }
    return String.join(" ", blanked);
  }

  private static int pieces(MaskedLanguageModel model, String word) {
    return model.tokenize(BlankedText.parse(word)).length() - FIRST_AND_LAST;
  }
}
