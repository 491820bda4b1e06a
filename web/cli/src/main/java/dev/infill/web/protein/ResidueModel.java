package dev.infill.web.protein;

import dev.infill.core.InvalidInputException;
import dev.infill.core.chain.ProgressListener;
import dev.infill.core.infill.Infiller;
import dev.infill.core.sampler.Settings;
import dev.infill.core.score.Score;
import dev.infill.core.score.Scorer;
import dev.infill.core.task.FillSettings;
import dev.infill.core.task.PreparedFill;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.core.text.TokenizedText;
import dev.infill.core.text.Vocabulary;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A model that reads proteins residue by residue.
 *
 * @param model the model
 * @param between what stands between residues: nothing, or a space, as for a ProtBERT, whose word
 *     pieces are letters
 */
public record ResidueModel(MaskedLanguageModel model, String between) {
  /**
   * Finds out how a model reads proteins.
   *
   * @param loaded the model
   * @throws InvalidInputException for field {@code model} if it does not read them so
   */
  public static ResidueModel of(MaskedLanguageModel loaded) {
    return Stream.of("", " ")
        .filter(between -> readsLetters(loaded, between))
        .findFirst()
        .map(between -> new ResidueModel(loaded, between))
        .orElseThrow(
            () ->
                new InvalidInputException(
                    "model",
                    "%s is no model of proteins, whose tokens are single amino acids: give --model with the folder of an ESM-2 or a ProtBERT"
                        .formatted(loaded.description().name())));
  }

  private static boolean readsLetters(MaskedLanguageModel loaded, String between) {
    Vocabulary vocabulary = loaded.vocabulary();
    String letters = ProteinSequence.AMINO_ACIDS;
    // Beside the blank and what stands around a text, all of them at once where they fit.
    int atOnce = Math.max(1, Math.min(letters.length(), loaded.maxPieces() - 3));
    for (int from = 0; from < letters.length(); from += atOnce) {
      String some = letters.substring(from, Math.min(from + atOnce, letters.length()));
      String text = BlankedText.MASK + between + String.join(between, some.split(""));
      TokenizedText read = loaded.tokenize(vocabulary.written(BlankedText.parse(text)));
      boolean reads =
          read.length() == some.length() + 3
              && IntStream.range(0, some.length())
                  .allMatch(
                      at ->
                          vocabulary
                              .id(some.substring(at, at + 1))
                              .equals(OptionalInt.of(read.piece(at + 2))));
      if (!reads) {
        return false;
      }
    }
    return true;
  }

  /**
   * Prepares the text of a redesign.
   *
   * @param redesign what is asked for
   * @param settings how designs are looked for
   * @throws InvalidInputException if the model does not know a residue, or the text cannot be
   *     filled
   */
  public PreparedFill prepare(Redesign redesign, FillSettings settings) {
    requireKnown(redesign.wildType());
    try {
      return new Infiller(model)
          .prepare(
              BlankedText.parse(redesign.text(between)),
              settings.with(Settings.ALLOW, redesign.allowed()));
    } catch (InvalidInputException e) {
      throw new InvalidInputException(
          e.field(), redesign.wildType().label() + ": " + e.getMessage(), e);
    }
  }

  private void requireKnown(ProteinSequence wildType) {
    for (int position = 1; position <= wildType.length(); position++) {
      if (model.vocabulary().id("" + wildType.at(position)).isEmpty()) {
        throw new InvalidInputException(
            "sequence",
            "%s does not know the residue %s at position %d of %s"
                .formatted(
                    model.description().name(), wildType.at(position), position, wildType.label()));
      }
    }
  }

  /**
   * Returns what the wild type comes to at the positions that are redesigned.
   *
   * @param redesign what is asked for
   * @param listener is told how far it is
   */
  public Score wildType(Redesign redesign, ProgressListener listener) {
    return new Scorer(model).scoreFills(redesign.text(between), redesign.wildTypeFills(), listener);
  }
}
