package dev.infill.core.task;

import dev.infill.core.energy.Restriction;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.TokenizedText;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A text each of whose blanks has a length: it takes as many places, which hold a piece each.
 *
 * @param lengths how many pieces each blank of the user's text has
 * @param blanked the text, every place a blank of one piece
 * @param tokenized the same as the model reads it, a part of it if it is too long
 * @param candidates Θ₁ … Θ_n, what may stand at each of the n places
 * @param restriction which of these may stand there together; empty for all
 */
public record TextOfLengths(
    List<Integer> lengths,
    BlankedText blanked,
    TokenizedText tokenized,
    List<TokenSet> candidates,
    Optional<Restriction> restriction) {
  /** Copies the lists. */
  public TextOfLengths {
    lengths = List.copyOf(lengths);
    candidates = List.copyOf(candidates);
  }

  /** Returns for each place which blank of the user's text it belongs to, from 0. */
  public List<Integer> blankOfPlace() {
    return IntStream.range(0, lengths.size())
        .boxed()
        .flatMap(blank -> Collections.nCopies(lengths.get(blank), blank).stream())
        .toList();
  }
}
