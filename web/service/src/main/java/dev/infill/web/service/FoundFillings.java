package dev.infill.web.service;

import dev.infill.core.infill.ChainStep;
import dev.infill.core.infill.ChainsStep;
import dev.infill.core.sampler.Pool;
import dev.infill.core.task.InfillSettings;
import dev.infill.core.text.BlankedText;
import dev.infill.web.api.InfillEventJson.Candidates;
import dev.infill.web.api.InfillEventJson.PartialCandidate;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The fillings that chains have come by so far. What was found in burn-in counts until the first
 * step after it; of a pool of last states, those of the last step count. Not thread-safe.
 */
final class FoundFillings {
  /** Of fillings of different lengths U per piece is all that is known of them yet. */
  private static final Comparator<Found> BEST_FIRST =
      Comparator.comparingDouble(
              (Found found) ->
                  found.energy.orElse(Double.NEGATIVE_INFINITY) / found.pieces.tokens().size())
          .thenComparingLong(found -> found.visits)
          .reversed()
          .thenComparing(found -> String.join(" ", found.pieces.tokens()));

  private final InfillSettings settings;
  private final Map<Pieces, Found> byPieces = new HashMap<>();
  private Map<Pieces, Integer> chains = Map.of();

  /** What tells fillings apart: the pieces, and which blanks they stand in. */
  private record Pieces(List<String> tokens, List<Integer> blanks) {
    static Pieces of(ChainStep step) {
      return new Pieces(step.tokens(), step.blanks());
    }
  }

  /** A filling, and how often chains were there. Its text is made when it is told. */
  private static final class Found {
    private final BlankedText text;
    private final Pieces pieces;
    private final OptionalDouble energy;
    private long visits;

    Found(BlankedText text, Pieces pieces, OptionalDouble energy) {
      this.text = text;
      this.pieces = pieces;
      this.energy = energy;
    }
  }

  FoundFillings(InfillSettings settings) {
    this.settings = settings;
  }

  void add(ChainsStep step) {
    if (settings.pool() == Pool.LAST || step.step() == step.burnIn() + 1) {
      byPieces.clear();
    }
    chains = new HashMap<>();
    for (ChainStep chain : step.chains()) {
      Pieces at = Pieces.of(chain);
      byPieces.computeIfAbsent(at, pieces -> new Found(chain.text(), pieces, chain.energy()))
          .visits++;
      chains.merge(at, 1, Integer::sum);
    }
  }

  /** Returns the best of them, as many as are wanted. */
  Candidates best() {
    return new Candidates(
        byPieces.values().stream()
            .sorted(BEST_FIRST)
            .limit(settings.top())
            .map(this::candidate)
            .toList());
  }

  private PartialCandidate candidate(Found found) {
    return PartialCandidate.of(
        found.text.fill(found.pieces.tokens()),
        found.pieces.tokens(),
        found.pieces.blanks(),
        found.energy,
        chains.getOrDefault(found.pieces, 0));
  }
}
