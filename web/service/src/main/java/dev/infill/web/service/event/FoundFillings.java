package dev.infill.web.service.event;

import dev.infill.core.chain.Visit;
import dev.infill.core.energy.State;
import dev.infill.core.sample.ChainsStep;
import dev.infill.core.sampler.Pool;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.SampleSettings;
import dev.infill.core.task.TextOfLengths;
import dev.infill.web.api.EventJson.Candidates;
import dev.infill.web.api.EventJson.PartialCandidate;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The fillings that chains have come by so far. What was found in burn-in counts until the first
 * step after it; of a pool of last states, those of the last step count. Not thread-safe.
 */
final class FoundFillings {
  private final SampleSettings settings;
  private final Map<State, Found> byState = new HashMap<>();
  private Map<State, Long> chains = Map.of();

  /**
   * A filling, and how often chains were there. Its text is made when it is told.
   *
   * @param text says what states are as text
   * @param first the first visit to it
   * @param visits how many visits there were
   */
  private record Found(TextOfLengths text, Visit first, long visits) {
    private static final Comparator<Found> BEST_FIRST =
        Comparator.comparingDouble(
                (Found found) -> found.first.energy().orElse(Double.NEGATIVE_INFINITY))
            .thenComparingLong(Found::visits)
            .reversed()
            .thenComparing(found -> String.join(" ", found.text.tokens(found.first.state())));

    Found again(Found one) {
      return new Found(text, first, visits + one.visits);
    }
  }

  FoundFillings(SampleSettings settings) {
    this.settings = settings;
  }

  void add(ChainsStep step) {
    if (settings.get(Settings.POOL) == Pool.LAST || step.step() == step.burnIn() + 1) {
      byState.clear();
    }
    step.visits()
        .forEach(
            visit -> byState.merge(visit.state(), new Found(step.text(), visit, 1), Found::again));
    chains =
        step.visits().stream().collect(Collectors.groupingBy(Visit::state, Collectors.counting()));
  }

  /** Returns the best of them, as many as are wanted. */
  Candidates best() {
    return new Candidates(
        byState.values().stream()
            .sorted(Found.BEST_FIRST)
            .limit(settings.top())
            .map(
                found ->
                    PartialCandidate.of(
                        found.text,
                        found.first,
                        chains.getOrDefault(found.first.state(), 0L).intValue()))
            .toList());
  }
}
