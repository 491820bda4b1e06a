package dev.infill.core.fill;

import dev.infill.core.diagnostics.Reliability;
import dev.infill.core.sampler.Selection;
import dev.infill.core.task.FillSettings;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * Judges a list: its order, and its probabilities.
 *
 * @param settings the settings
 * @param parts the choices of lengths
 * @param list the list
 * @param listed the number of its fillings
 * @param mostPasses the most model passes
 */
record FillJudge(
    FillSettings settings, List<FillPart> parts, FillList list, int listed, int mostPasses) {
  /** A mean of weights without a bound can be relied on below it (Vehtari et al. 2024). */
  private static final double HEAVY_TAIL = 0.7;

  /** A bound of the other fillings is told below it. */
  private static final double VAGUE = 0.95;

  private static final List<String> NUMBERS =
      List.of("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten");

  FillVerdict verdict() {
    Reliability reliability = reliability();
    if (listed == 0) {
      return new FillVerdict(
          Reliability.NOT_SAMPLED, 0, OptionalDouble.empty(), "Nothing was found yet.");
    }
    int certain = Math.min(listed, list.certain());
    OptionalDouble unlisted = list.unlisted();
    return new FillVerdict(
        reliability, certain, unlisted, order(certain, unlisted) + probabilities(reliability));
  }

  private int found() {
    return parts.stream().mapToInt(part -> part.found().size()).sum();
  }

  /** Says whether a few draws have most of the weight. */
  private boolean isHeavy() {
    return parts.stream().anyMatch(part -> part.normalizer().paretoShape().orElse(0) >= HEAVY_TAIL);
  }

  private Reliability reliability() {
    double error = list.relativeError();
    if (error == 0) {
      return Reliability.EXACT;
    }
    return error <= FillJob.RELATIVE_ERROR && !isHeavy()
        ? Reliability.RELIABLE
        : Reliability.UNRELIABLE;
  }

  private String order(int certain, OptionalDouble unlisted) {
    boolean all = list.bound() == Double.NEGATIVE_INFINITY && found() == listed;
    if (all) {
      return listed == 1
          ? "This is the only filling"
          : "These are all %s fillings".formatted(count(listed));
    }
    if (settings.select() == Selection.DIVERSE && listed > 1) {
      return "These are good fillings that differ, of %d that were found".formatted(found());
    }
    String bestFound =
        found() == 1
            ? "This is the only filling that was found"
            : "%s the best of %d fillings that were found"
                .formatted(listed == 1 ? "This is" : "These are", found());
    if (!list.hasOrder()) {
      return bestFound;
    }
    boolean known = parts.size() == 1;
    if (certain == listed) {
      return listed == 1
          ? "This is the "
              + (known ? "most probable filling" : "filling of the highest M per piece")
          : "These are the %s %s"
              .formatted(
                  count(listed),
                  known ? "most probable fillings" : "fillings of the highest M per piece");
    }
    String best = known ? "most probable" : "best per piece";
    String first =
        certain == 0
            ? bestFound
            : certain == 1
                ? "The first is the " + best
                : "The first %s are the %s".formatted(count(certain), best);
    return unlisted.orElse(1) < VAGUE
        ? first + "; no other has more than " + percent(unlisted.getAsDouble())
        : first;
  }

  private String probabilities(Reliability reliability) {
    double error = list.relativeError();
    String they = listed == 1 ? "its probability is" : "their probabilities are";
    return switch (reliability) {
      case EXACT ->
          ", and %s exact.".formatted(listed == 1 ? "its probability is" : "the probabilities are");
      case RELIABLE -> "; %s right to about %s.".formatted(they, percent(Math.max(error, 0.01)));
      default ->
          (Double.isFinite(error) && error <= 1
                  ? "; %s only known to about %s.".formatted(they, percent(error))
                  : "; %s not known.".formatted(they))
              + remedy();
    };
  }

  private String remedy() {
    return isHeavy()
        ? " Single draws weigh too much: what is added, or the temperature, is too far from the"
            + " model."
        : " More passes (max-passes %d) would help.".formatted(4L * mostPasses);
  }

  private static String count(int number) {
    return number < NUMBERS.size() ? NUMBERS.get(number) : String.valueOf(number);
  }

  private static String percent(double share) {
    double percent = 100 * share;
    return String.format(
            Locale.ROOT,
            percent < 0.95 ? "%.1g %%" : percent < 9.5 ? "%.1f %%" : "%.0f %%",
            percent)
        .replace(".0 %", " %");
  }
}
