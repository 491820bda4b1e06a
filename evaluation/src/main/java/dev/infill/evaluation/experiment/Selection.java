package dev.infill.evaluation.experiment;

import dev.infill.core.NumberRange;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Which samples of a run are measured. Immutable.
 *
 * @param by by what they are chosen
 * @param count how many at most, from 1 to 100,000
 */
public record Selection(SelectedBy by, int count) {
  private static final NumberRange COUNT = new NumberRange(1, 100_000);

  /**
   * Checks the count.
   *
   * @throws dev.infill.core.InvalidInputException if it is out of its range
   */
  public Selection {
    requireCount(count);
  }

  static void requireCount(int count) {
    COUNT.require("kept", count);
  }

  /**
   * Chooses samples. There are fewer than {@code count} where there are fewer chains, or fewer
   * different fillings.
   *
   * @param snapshot where the chains are
   * @return at least one; in the order of the chains for {@code FIRST}, else highest U first, of
   *     equal U the earlier chain's
   */
  public List<Sample> of(Snapshot snapshot) {
    List<Sample> samples = snapshot.samples();
    return switch (by) {
      case LIKELIEST -> likeliestFirst(samples).subList(0, Math.min(count, samples.size()));
      case DISTINCT -> {
        Set<String> seen = new HashSet<>();
        yield likeliestFirst(samples).stream()
            .filter(sample -> seen.add(sample.text()))
            .limit(count)
            .toList();
      }
      case FIRST -> samples.subList(0, Math.min(count, samples.size()));
    };
  }

  private static List<Sample> likeliestFirst(List<Sample> samples) {
    return samples.stream().sorted(Comparator.comparingDouble(Sample::energy).reversed()).toList();
  }

  /** Returns what is kept, in words. */
  @Override
  public String toString() {
    return switch (by) {
      case LIKELIEST -> "the %d last states of highest U, equal ones counted".formatted(count);
      case DISTINCT -> "the %d different last states of highest U".formatted(count);
      case FIRST -> "the last states of the first %d chains, whatever their U".formatted(count);
    };
  }
}
