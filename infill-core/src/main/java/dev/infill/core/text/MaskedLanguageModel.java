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
   * and its blanks as what they go on. It is what {@link #tokenize} is given.
   *
   * @param text a text as it was parsed
   */
  default BlankedText written(BlankedText text) {
    return vocabulary().written(text);
  }

  /**
   * Returns those of the pieces that may stand in a blank which the tokenizer makes of their
   * letters there, as far as it may make others of them.
   *
   * @param text a text as {@link #written} returns it
   * @param blank which blank, from 0
   * @param candidates pieces
   * @return at least one
   * @throws dev.infill.core.InvalidInputException for field {@code text} if there are none
   */
  default TokenSet readable(BlankedText text, int blank, TokenSet candidates) {
    return candidates;
  }

  /**
   * Says whether the tokenizer makes a piece of its letters, behind a space or behind a word: where
   * it takes accents away, it reads no piece that has some.
   *
   * @param piece its id
   */
  default boolean isRead(int piece) {
    return true;
  }

  /**
   * Cuts a text into word pieces; each blank becomes one mask token. The pieces around it are those
   * of the text with the blank filled; letters right behind it continue its word ({@link
   * Vocabulary#joined}). The first piece is {@code [CLS]}, the last {@code [SEP]}; a text of white
   * space alone has no others.
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
   * Returns the rows of the model's input embeddings of some tokens: the nearer two of them are in
   * direction, the more alike their words are to the model. Takes no model pass.
   *
   * @param tokens ids of the vocabulary
   * @return as many vectors of one length; empty if this model does not tell them
   */
  Optional<List<FloatBuffer>> embeddings(int[] tokens);

  /**
   * Returns this model for one piece of work that is watched. It shares all that this one has, its
   * native memory too: closing one closes both.
   *
   * @param beforePass is given how many sequences are about to go through the model, before each
   *     pass that this work asks for, by {@link #allMaskedLogProbabilities} or an energy; in the
   *     thread that asks, of which there may be several at a time. What it throws is thrown, and
   *     the pass is not made
   */
  MaskedLanguageModel watched(IntConsumer beforePass);

  /** Frees the model's native memory. */
  @Override
  void close();
}
