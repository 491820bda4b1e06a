package dev.infill.core.infill;

import dev.infill.core.text.FilledText;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Where one chain was after a step, and how it came there.
 *
 * @param filled the text with every blank filled
 * @param tokens the fills, in the order of the blanks, as the vocabulary spells them
 * @param energy U, in nats, never divided by the temperature; empty for samplers that do not
 *     evaluate it
 * @param accepted whether the proposal was accepted, a proposal to stay included
 * @param changedBlanks in how many blanks the filling differs from the one before
 */
public record ChainStep(
    FilledText filled,
    List<String> tokens,
    OptionalDouble energy,
    boolean accepted,
    int changedBlanks) {
  /** Copies the list. */
  public ChainStep {
    tokens = List.copyOf(tokens);
  }
}
