package dev.infill.core.text;

import dev.infill.core.energy.Energy;
import java.nio.FloatBuffer;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;

/**
 * A masked language model f: for a text with a masked position, a distribution over the vocabulary.
 * Thread-safe until closed.
 */
public interface MaskedLanguageModel extends AutoCloseable {
  /** Returns which model this is. */
  ModelDescription description();

  /** Returns the model's word pieces. */
  Vocabulary vocabulary();

  /** Returns the most pieces a text may have, {@code [CLS]} and {@code [SEP]} included. */
  int maxPieces();

  /**
   * Returns a text as this model's words are written in it: with or without spaces between them,
   * and with the blanks that continue words. {@link #tokenize} takes such a text.
   *
   * @param text a text as it was parsed
   */
  default BlankedText written(BlankedText text) {
    return vocabulary().written(text);
  }

  /**
   * Leaves out pieces that the tokenizer does not make of their letters at a blank.
   *
   * @param text a text as {@link #written} returns it
   * @param blank which blank, from 0
   * @param candidates pieces that may stand in it
   * @return the others, at least one
   * @throws dev.infill.core.InvalidInputException for field {@code text} if none is left
   */
  default TokenSet readable(BlankedText text, int blank, TokenSet candidates) {
    return candidates;
  }

  /**
   * Says whether the tokenizer makes a piece of its letters, behind a space or behind a word. A
   * tokenizer that removes accents makes no piece with accents.
   *
   * @param piece its id
   */
  default boolean isRead(int piece) {
    return true;
  }

  /**
   * Cuts a text into word pieces; each blank becomes one mask token. The pieces around it are those
   * of the text with the blank filled; letters right behind it continue its word ({@link
   * WordEnds}). The first piece is {@code [CLS]}, the last {@code [SEP]}; a text of white space
   * alone has no others.
   *
   * @param text a text with any number of blanks
   * @throws dev.infill.core.InvalidInputException if the text has more than {@link #maxPieces()}
   *     pieces
   */
  TokenizedText tokenize(BlankedText text);

  /**
   * Returns the energy of the blanks of a text, their pseudo-log-likelihood U = Σᵢ log f(θᵢ |
   * X_{\i}): each blank is masked in turn, the others are filled (Zhang, Liu &amp; Liu 2022, §7.5).
   * A state takes a model pass for each blank. Coordinate i is blank i, a {@link
   * dev.infill.core.energy.Categorical} domain over the tokens of {@code candidates.get(i)}; f is
   * always normalised over the whole vocabulary, so U does not depend on the candidates. The
   * conditionals are f(· | X_{\i}) normalised over the candidates. Every evaluation tells log f of
   * each blank's token given X_{\i}.
   *
   * <p>A text may have as many blanks as pieces (a sentence that is scored), so one state may need
   * more model passes than fit into memory at once.
   *
   * @param text the text
   * @param candidates for each blank the tokens that may stand in it
   */
  Energy energy(TokenizedText text, List<TokenSet> candidates);

  /**
   * Returns log f(· | X with every blank masked) at each blank, which is one model pass: for each
   * blank an array of {@link Vocabulary#size()} log-probabilities, in nats.
   *
   * @param text the text
   */
  List<double[]> allMaskedLogProbabilities(TokenizedText text);

  /**
   * Returns the model's input embeddings of some tokens. Words with embeddings of nearly one
   * direction are alike to the model. Takes no model pass.
   *
   * @param tokens ids of the vocabulary
   * @return a vector for each, all of one length; empty if this model has none
   */
  Optional<List<FloatBuffer>> embeddings(int[] tokens);

  /**
   * Returns this model for one piece of work, whose passes are watched. Both share everything,
   * native memory too: closing one closes both.
   *
   * @param beforePass is called before each pass that this work asks for, by {@link
   *     #allMaskedLogProbabilities} or an energy, with the number of sequences that are about to go
   *     through the model. It is called by the asking threads, several of them at a time. An
   *     exception that it throws is passed on, and the pass is not made
   */
  MaskedLanguageModel watched(IntConsumer beforePass);

  /** Frees the model's native memory. */
  @Override
  void close();
}
