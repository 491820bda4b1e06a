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
import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;
import java.util.stream.LongStream;

/**
 * How the states of a text become sequences for the model.
 *
 * <p>A state takes m sequences; sequence i has blank i masked, and the model is asked there. The
 * states of a long text may be too large for one model pass, which then takes sequences {@code from
 * … to − 1} of a state.
 */
final class SequenceLayout {
  private final TokenizedText text;
  private final List<TokenSet> candidates;
  private final int maskId;

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
   * @param mostStates the most whole states of a pass
   * @param backward whether a pass is with gradient
   * @param pass receives the part of each pass
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
    return sequences(
        states.size() * perState,
        row -> from + row % perState,
        (row, blank) -> token(states.get(row / perState), blank));
  }

  /** Returns one sequence for each context, its blank masked, the model asked there. */
  SequenceBatch conditionals(List<Context> contexts) {
    return sequences(
        contexts.size(),
        row -> contexts.get(row).coordinate(),
        (row, blank) -> token(contexts.get(row).state(), blank));
  }

  /**
   * Returns sequences {@code from … to − 1} of each of some points between states, in order. A
   * blank that holds a mixture has the id of the text's first piece, which is no mask token: some
   * networks count the mask tokens.
   */
  SequenceBatch relaxed(int points, int from, int to) {
    int perPoint = to - from;
    return sequences(
        points * perPoint, row -> from + row % perPoint, (row, blank) -> text.piece(0));
  }

  /**
   * Returns sequences in which the model is asked at one masked blank each.
   *
   * @param masked which blank, by sequence
   * @param filled the tokens of the other blanks, by sequence and blank
   */
  private SequenceBatch sequences(int count, IntUnaryOperator masked, IntBinaryOperator filled) {
    int length = text.length();
    long[] ids = new long[count * length];
    long[] positions = new long[count];
    for (int row = 0; row < count; row++) {
      for (int position = 0; position < length; position++) {
        ids[row * length + position] = text.piece(position);
      }
      for (int blank = 0; blank < text.blankCount(); blank++) {
        ids[row * length + text.blankPosition(blank)] = filled.applyAsInt(row, blank);
      }
      int asked = text.blankPosition(masked.applyAsInt(row));
      positions[row] = asked;
      ids[row * length + asked] = maskId;
    }
    return new SequenceBatch(count, length, ids, 1, positions);
  }

  /** Returns the tokens of the blanks in sequences {@code from … to − 1} of states. */
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
   * Returns mixtures for sequences {@code from … to − 1} of states. A sequence holds those of all
   * blanks but the one that is masked.
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

  /** Returns the token of a state at a blank; the mask token where the state has it masked. */
  int token(State state, int blank) {
    return state.get(blank) == Energy.MASKED ? maskId : candidates.get(blank).id(state.get(blank));
  }
}
