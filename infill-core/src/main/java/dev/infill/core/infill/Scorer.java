package dev.infill.core.infill;

import dev.infill.core.text.EnergyKind;
import dev.infill.core.text.MaskedLanguageModel;
import java.util.List;

/** Scores given fills, or whole sentences, under a model's energies. Thread-safe. */
public final class Scorer {
  private final MaskedLanguageModel model;

  /**
   * Creates a scorer.
   *
   * @param model the model whose energies are evaluated
   */
  public Scorer(MaskedLanguageModel model) {
    this.model = model;
  }

  /**
   * Scores fills.
   *
   * @param text a text with blanks
   * @param fills one token per blank, as the vocabulary spells it
   * @param kind how U is defined
   * @throws dev.infill.core.InvalidInputException if the fills do not fit the text, or one is not
   *     one word piece
   */
  public Score scoreFills(String text, List<String> fills, EnergyKind kind) {
    if (fills.isEmpty()) {
      throw notYet(text);
    }
    return scoreSentence(text, kind);
  }

  /**
   * Scores a sentence without blanks, every one of its pieces in turn; for the
   * pseudo-log-likelihood this is the score of Salazar et al. 2020.
   *
   * @param sentence a text without blanks
   * @param kind how U is defined
   * @throws dev.infill.core.InvalidInputException if the sentence is empty or too long
   */
  public Score scoreSentence(String sentence, EnergyKind kind) {
    if (sentence.isEmpty()) {
      throw notYet(sentence);
    }
    return scoreFills(sentence, List.of(), kind);
  }

  private UnsupportedOperationException notYet(String what) {
    return new UnsupportedOperationException(what + model.description());
  }
}
