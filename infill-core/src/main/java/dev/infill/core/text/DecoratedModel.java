package dev.infill.core.text;

import dev.infill.core.energy.Energy;
import java.nio.FloatBuffer;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.function.UnaryOperator;

/**
 * A model with something around each of its energies, which watches or measures the questions of
 * samplers.
 *
 * @param model answers everything else, and is closed with this one
 * @param around puts something around an energy; called once for each text and piece of work
 */
public record DecoratedModel(MaskedLanguageModel model, UnaryOperator<Energy> around)
    implements MaskedLanguageModel {
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
  public BlankedText written(BlankedText text) {
    return model.written(text);
  }

  @Override
  public TokenSet readable(BlankedText text, int blank, TokenSet candidates) {
    return model.readable(text, blank, candidates);
  }

  @Override
  public boolean isRead(int piece) {
    return model.isRead(piece);
  }

  @Override
  public TokenizedText tokenize(BlankedText text) {
    return model.tokenize(text);
  }

  @Override
  public Energy energy(TokenizedText text, List<TokenSet> candidates) {
    return around.apply(model.energy(text, candidates));
  }

  @Override
  public List<double[]> allMaskedLogProbabilities(TokenizedText text) {
    return model.allMaskedLogProbabilities(text);
  }

  @Override
  public Optional<List<FloatBuffer>> embeddings(int[] tokens) {
    return model.embeddings(tokens);
  }

  @Override
  public DecoratedModel watched(IntConsumer beforePass) {
    return new DecoratedModel(model.watched(beforePass), around);
  }

  @Override
  public void close() {
    model.close();
  }
}
