package dev.infill.web.service.event;

import dev.infill.core.infill.ChainStep;
import dev.infill.core.infill.ChainsStep;
import dev.infill.core.sampler.Pool;
import dev.infill.core.task.SampleSettings;
import dev.infill.web.api.EventJson.Candidates;
import dev.infill.web.api.EventJson.PartialCandidate;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The fillings that chains have come by so far. What was found in burn-in counts until the first
 * step after it; of a pool of last states, those of the last step count. Not thread-safe.
 */
final class FoundFillings {
  private static final Comparator<Found> BEST_FIRST =
      Comparator.comparingDouble(
              (Found found) -> found.first.energy().orElse(Double.NEGATIVE_INFINITY))
          .thenComparingLong(found -> found.visits)
          .reversed()
          .thenComparing(found -> String.join(" ", found.first.tokens()));

  private final SampleSettings settings;
  private final Map<List<String>, Found> byTokens = new HashMap<>();
  private Map<List<String>, Integer> chains = Map.of();

  /** A filling, and how often chains were there. Its text is made when it is told. */
  private static final class Found {
    private final ChainStep first;
    private long visits;

    Found(ChainStep first) {
      this.first = first;
    }
  }

  FoundFillings(SampleSettings settings) {
    this.settings = settings;
  }

  void add(ChainsStep step) {
    if (settings.pool() == Pool.LAST || step.step() == step.burnIn() + 1) {
      byTokens.clear();
    }
    chains = new HashMap<>();
    for (ChainStep chain : step.chains()) {
      byTokens.computeIfAbsent(chain.tokens(), tokens -> new Found(chain)).visits++;
      chains.merge(chain.tokens(), 1, Integer::sum);
    }
  }

  /** Returns the best of them, as many as are wanted. */
  Candidates best() {
    return new Candidates(
        byTokens.values().stream()
            .sorted(BEST_FIRST)
            .limit(settings.top())
            .map(
                found ->
                    PartialCandidate.of(found.first, chains.getOrDefault(found.first.tokens(), 0)))
            .toList());
  }
}
