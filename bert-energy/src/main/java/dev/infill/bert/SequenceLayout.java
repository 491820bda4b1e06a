package dev.infill.bert;

import dev.infill.bert.runtime.BlankMixtures;
import dev.infill.bert.runtime.SequenceBatch;
import dev.infill.core.energy.Context;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.State;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.TokenizedText;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/**
 * How the states of a text become sequences for the model.
 *
 * <p>A state takes m sequences; sequence i has blank i masked, and the model is asked there. A long
 * text's state need not fit one model pass: sequences {@code from … to − 1} of every state can be
 * taken alone.
 */
final class SequenceLayout {
  private final TokenizedText text;
  private final List<TokenSet> candidates;
  private final long maskId;

  SequenceLayout(TokenizedText text, List<TokenSet> candidates, int maskId) {
    this.text = text;
    this.candidates = candidates;
    this.maskId = maskId;
  }

  /** Returns m, how many sequences a state takes. */
  int sequencesPerState() {
    return text.blankCount();
  }

  /** Sequences {@code from … to − 1} of each of the states {@code first … last − 1}. */
  @FunctionalInterface
  interface Pass {
    void take(int first, int last, int from, int to);
  }

  /**
   * Spreads the sequences of states over model passes.
   *
   * @param states how many states there are
   * @param mostStates how many a pass takes at most, where it takes whole ones
   * @param backward whether a pass is with gradient
   * @param pass is given what each takes
   */
  void inPasses(int states, int mostStates, boolean backward, PassSize size, Pass pass) {
    int sequences =
        backward
            ? size.backwardSequences(text.length(), /* asked= */ 1)
            : size.forwardSequences(text.length(), /* asked= */ 1);
    int perState = sequencesPerState();
    int statesPerPass = Math.max(1, Math.min(sequences / perState, mostStates));
    int sequencesPerPass = Math.min(sequences, perState);
    for (int first = 0; first < states; first += statesPerPass) {
      int last = Math.min(states, first + statesPerPass);
      for (int from = 0; from < perState; from += sequencesPerPass) {
        pass.take(first, last, from, Math.min(perState, from + sequencesPerPass));
      }
    }
  }

  /** Returns sequences {@code from … to − 1} of each state, states in order. */
  SequenceBatch evaluation(List<State> states, int from, int to) {
    int perState = to - from;
    long[] ids = new long[states.size() * perState * text.length()];
    long[] positions = new long[states.size() * perState];
    for (int s = 0; s < states.size(); s++) {
      for (int sequence = from; sequence < to; sequence++) {
        int row = s * perState + sequence - from;
        putMasked(ids, row, states.get(s), sequence);
        positions[row] = text.blankPosition(sequence);
      }
    }
    return new SequenceBatch(states.size() * perState, text.length(), ids, 1, positions);
  }

  /** Returns what blanks hold where each sequence {@code from … to − 1} of states has a fill. */
  BlankMixtures tokens(List<State> states, int from, int to) {
    long[] ids =
        states.stream()
            .flatMapToLong(
                state -> LongStream.range(0, text.blankCount()).map(i -> token(state, (int) i)))
            .toArray();
    float[] weights = new float[ids.length];
    Arrays.fill(weights, 1);
    return mixtures(/* tokens= */ 1, ids, weights, from, to);
  }

  /**
   * Returns what blanks hold in sequences {@code from … to − 1} of states, each but the one that is
   * masked there.
   *
   * @param tokens the most tokens of a mixture
   * @param ids the tokens, by state, blank and place
   * @param weights how much of each
   */
  BlankMixtures mixtures(int tokens, long[] ids, float[] weights, int from, int to) {
    int m = text.blankCount();
    float[] held = new float[(to - from) * m];
    Arrays.fill(held, 1);
    for (int sequence = from; sequence < to; sequence++) {
      held[(sequence - from) * m + sequence] = 0;
    }
    return new BlankMixtures(
        tokens,
        ids,
        weights,
        Arrays.stream(text.blanks()).asLongStream().toArray(),
        held,
        LongStream.range(from, to).toArray());
  }

  /** Returns one sequence for each context, its blank masked, the model asked there. */
  SequenceBatch conditionals(List<Context> contexts) {
    long[] ids = new long[contexts.size() * text.length()];
    long[] positions = new long[contexts.size()];
    for (int k = 0; k < positions.length; k++) {
      Context context = contexts.get(k);
      putMasked(ids, k, context.state(), context.coordinate());
      positions[k] = text.blankPosition(context.coordinate());
    }
    return new SequenceBatch(positions.length, text.length(), ids, 1, positions);
  }

  /**
   * Returns sequences {@code from … to − 1} of each of some points between states, in order. A
   * blank that holds a mixture has the id of the text's first piece, which no word has: what a
   * network counts of mask tokens are those that are masked.
   */
  SequenceBatch relaxed(int points, int from, int to) {
    int perPoint = to - from;
    long[] ids = new long[points * perPoint * text.length()];
    for (int k = 0; k < ids.length; k++) {
      ids[k] = text.piece(k % text.length());
    }
    for (int k = 0; k < points * perPoint; k++) {
      for (int blank : text.blanks()) {
        ids[k * text.length() + blank] = text.piece(0);
      }
    }
    long[] positions = new long[points * perPoint];
    for (int k = 0; k < positions.length; k++) {
      positions[k] = text.blankPosition(from + k % perPoint);
      ids[k * text.length() + (int) positions[k]] = maskId;
    }
    return new SequenceBatch(points * perPoint, text.length(), ids, 1, positions);
  }

  /** Returns the id of the token that a state holds at a blank; the mask where that is masked. */
  int token(State state, int blank) {
    return state.get(blank) == Energy.MASKED
        ? (int) maskId
        : candidates.get(blank).id(state.get(blank));
  }

  private void putMasked(long[] ids, int row, State state, int masked) {
    int offset = row * text.length();
    for (int position = 0; position < text.length(); position++) {
      ids[offset + position] = text.piece(position);
    }
    for (int i = 0; i < text.blankCount(); i++) {
      ids[offset + text.blankPosition(i)] = token(state, i);
    }
    ids[offset + text.blankPosition(masked)] = maskId;
  }
}
