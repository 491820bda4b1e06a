package dev.infill.web.service;

import dev.infill.core.infill.ChainStep;
import dev.infill.core.infill.ChainsStep;
import dev.infill.core.infill.InfillSettings;
import dev.infill.core.infill.Pool;
import dev.infill.core.text.BlankedText;
import dev.infill.web.json.InfillEventJson.Candidates;
import dev.infill.web.json.InfillEventJson.PartialCandidate;
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
  private static final Comparator<Found> BEST_FIRST =
      Comparator.comparingDouble((Found found) -> found.energy.orElse(Double.NEGATIVE_INFINITY))
          .thenComparingLong(found -> found.visits)
          .reversed()
          .thenComparing(found -> String.join(" ", found.tokens));

  private final BlankedText text;
  private final InfillSettings settings;
  private final Map<List<String>, Found> byTokens = new HashMap<>();
  private Map<List<String>, Integer> chains = Map.of();
  private long visits;

  /** A filling, and how often chains were there. */
  private static final class Found {
    private final List<String> tokens;
    private final OptionalDouble energy;
    private long visits;

    Found(ChainStep step) {
      this.tokens = step.tokens();
      this.energy = step.energy();
    }
  }

  FoundFillings(BlankedText text, InfillSettings settings) {
    this.text = text;
    this.settings = settings;
  }

  void add(ChainsStep step) {
    if (settings.pool() == Pool.LAST || step.step() == step.burnIn() + 1) {
      byTokens.clear();
      visits = 0;
    }
    chains = new HashMap<>();
    for (ChainStep chain : step.chains()) {
      byTokens.computeIfAbsent(chain.tokens(), tokens -> new Found(chain)).visits++;
      chains.merge(chain.tokens(), 1, Integer::sum);
    }
    visits += step.chains().size();
  }

  /** Returns the best of them, as many as are wanted. */
  Candidates best() {
    return new Candidates(
        byTokens.values().stream()
            .sorted(BEST_FIRST)
            .limit(settings.top())
            .map(this::candidate)
            .toList());
  }

  private PartialCandidate candidate(Found found) {
    return PartialCandidate.of(
        text.fill(found.tokens),
        found.tokens,
        found.energy,
        (double) found.visits / visits,
        chains.getOrDefault(found.tokens, 0));
  }
}
