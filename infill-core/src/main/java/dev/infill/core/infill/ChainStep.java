package dev.infill.core.infill;

import dev.infill.core.text.BlankedText;
import dev.infill.core.text.FilledText;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Where one chain was after a step, and how it came there.
 *
 * @param text the text with its blanks, one of a piece for each of the tokens; shared by all steps,
 *     as filled texts would take far more memory than tokens
 * @param tokens the fills, in the order of the blanks, piece by piece, as the vocabulary spells
 *     them
 * @param blanks which blank each of them stands in, from 1
 * @param energy U, with the terms that are added to it, in nats, never divided by the temperature;
 *     empty for samplers that do not evaluate it
 * @param accepted whether the proposal was accepted, a proposal to stay included
 * @param acceptanceProbability how likely the proposal was to be accepted, in [0, 1]; 1 for
 *     samplers that always accept. A sampler that refuses moves before that is known tells 1 for
 *     what was accepted and 0 for what was not: the mean is the acceptance rate either way
 * @param changedBlanks in how many pieces the filling differs from the one before
 * @param modelPasses sequences through the model that the step asked for; those whose conditionals
 *     were remembered count as well
 */
public record ChainStep(
    BlankedText text,
    List<String> tokens,
    List<Integer> blanks,
    OptionalDouble energy,
    boolean accepted,
    double acceptanceProbability,
    int changedBlanks,
    int modelPasses) {
  /** Copies the lists. */
  public ChainStep {
    tokens = List.copyOf(tokens);
    blanks = List.copyOf(blanks);
  }

  /** Returns the text with every blank filled, which is made now. */
  public FilledText filled() {
    return text.fill(tokens);
  }
}
