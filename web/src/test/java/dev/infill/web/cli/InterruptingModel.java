package dev.infill.web.cli;

import dev.infill.core.energy.Energy;
import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.EnergyKind;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.core.text.ModelDescription;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.TokenizedText;
import dev.infill.core.text.Vocabulary;
import java.util.List;

/** The tiny model, interrupting the command that uses it as its n-th text is begun. */
final class InterruptingModel implements MaskedLanguageModel {
  private final TinyLanguageModel model = new TinyLanguageModel(64);
  private final Interruption interruption;
  private int textsLeft;

  InterruptingModel(Interruption interruption, int texts) {
    this.interruption = interruption;
    this.textsLeft = texts;
  }

  @Override
  public ModelDescription description() {
    return model.description();
  }

  @Override
  public Vocabulary vocabulary() {
    return model.vocabulary();
  }

  @Override
  public int maxPieces() {
    return model.maxPieces();
  }

  @Override
  public TokenizedText tokenize(BlankedText text) {
    return model.tokenize(text);
  }

  @Override
  public Energy energy(EnergyKind kind, TokenizedText text, List<TokenSet> candidates) {
    if (--textsLeft == 0) {
      interruption.interrupt();
    }
    return model.energy(kind, text, candidates);
  }

  @Override
  public List<double[]> allMaskedLogProbabilities(TokenizedText text) {
    return model.allMaskedLogProbabilities(text);
  }

  @Override
  public void close() {
    model.close();
  }
}
