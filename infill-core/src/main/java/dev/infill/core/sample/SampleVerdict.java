package dev.infill.core.sample;

import dev.infill.core.diagnostics.Reliability;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.SampleSettings;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * Whether the probabilities of a result can be relied on, and what to do if not.
 *
 * @param reliability whether they can be relied on, in one word
 * @param text the same in one or two sentences, and what to do
 * @param unseen the share of the kept steps in fillings that one chain alone visited, in [0, 1];
 *     none without an estimate from chains
 */
public record SampleVerdict(Reliability reliability, String text, OptionalDouble unseen) {
  private static final double HIGHEST_R_HAT = 1.1;
  private static final double LARGEST_RELATIVE_ERROR = 0.3;

  /** With fewer steps after burn-in, R-hat and the errors of estimates are a matter of luck. */
  private static final int FEWEST_STEPS = 20;

  /**
   * Judges a result.
   *
   * @param settings the settings
   * @param posterior the probabilities
   * @param diagnostics how the chains behaved
   */
  static SampleVerdict of(
      SampleSettings settings, PosteriorEstimate posterior, SampleDiagnostics diagnostics) {
    if (posterior.isExact()) {
      return new SampleVerdict(
          Reliability.EXACT,
          posterior.single().orElseThrow().size() == 1
              ? "There is only one filling: it is certain."
              : "The probabilities are exact: the model tells those of a single blank all at once.",
          OptionalDouble.empty());
    }
    if (diagnostics.moves().kept() == 0) {
      return new SampleVerdict(
          Reliability.NOT_SAMPLED,
          "Nothing was sampled yet: the run ended in burn-in, and these fillings are the best that"
              + " its chains have met.",
          OptionalDouble.empty());
    }
    if (!posterior.exact()) {
      return new SampleVerdict(
          Reliability.BOUNDS_ONLY,
          settings.sampler().label()
              + " is approximate: it tells what a filling's probability is at most, no estimate."
              + " An exact sampler, such as dmala, gives estimates.",
          OptionalDouble.empty());
    }
    OptionalDouble unseen = OptionalDouble.of(posterior.chains().unseen());
    return posterior.chains().distinctStates() == 1
        ? new SampleVerdict(
            Reliability.UNRELIABLE,
            "All chains stay on one filling: it has nearly all of the probability, or they cannot"
                + " leave it. Chains from random starts would tell.",
            unseen)
        : estimated(settings, posterior, diagnostics, unseen);
  }

  private static SampleVerdict estimated(
      SampleSettings settings,
      PosteriorEstimate posterior,
      SampleDiagnostics diagnostics,
      OptionalDouble unseen) {
    String moreSteps = more(settings, diagnostics);
    OptionalDouble error = posterior.chains().relativeStandardError();
    if (diagnostics.moves().changed() == 0) {
      return unreliable(
          "No chain moved",
          text(
              "Another %s would help.",
              settings.sampler().has(Settings.ALPHA) ? "step size" : "sampler"),
          unseen);
    }
    if (posterior.chains().chains() < 3) {
      return unreliable(
          "Too few chains to hold against each other",
          "Three chains are needed, 25 are usual.",
          unseen);
    }
    if (error.isEmpty()) {
      return unreliable("No chain met a filling of another", moreSteps, unseen);
    }
    OptionalDouble rHat = diagnostics.rHat();
    boolean few = diagnostics.moves().kept() < FEWEST_STEPS;
    if (few || (rHat.isEmpty() && diagnostics.energy().isPresent())) {
      return unreliable("Too few steps to say whether the chains agree", moreSteps, unseen);
    }
    String evidence =
        (rHat.isPresent() ? text("R-hat %.2f, ", rHat.getAsDouble()) : "")
            + text(
                "%.0f %% of the steps in fillings that one chain alone saw",
                100 * unseen.getAsDouble());
    boolean agree = rHat.orElse(1) <= HIGHEST_R_HAT;
    if (!agree || error.getAsDouble() > LARGEST_RELATIVE_ERROR) {
      return unreliable(
          text(agree ? "The chains saw too little (%s)" : "The chains disagree (%s)", evidence),
          moreSteps,
          unseen);
    }
    return new SampleVerdict(
        Reliability.RELIABLE,
        text(
            "The chains agree (%s): the probabilities can be relied on to about %.0f %% of their"
                + " size, unless all chains missed a region.",
            evidence,
            // None of C chains may have met a region that one chain in C + 1 meets.
            100 * Math.hypot(error.getAsDouble(), 1.0 / (posterior.chains().chains() + 1))),
        unseen);
  }

  private static String more(SampleSettings settings, SampleDiagnostics diagnostics) {
    return switch (diagnostics.moves().end()) {
      case MAX_PASSES ->
          text("%d passes (max-passes) would help.", 4L * settings.maxPasses().orElseThrow());
      case MAX_SECONDS -> "More seconds (max-seconds) would help.";
      case STEPS, CANCELLED -> text("%d steps would help.", 4L * settings.steps());
    };
  }

  private static SampleVerdict unreliable(String why, String remedy, OptionalDouble unseen) {
    return new SampleVerdict(
        Reliability.UNRELIABLE,
        why + ": take the list as candidates, not the probabilities. " + remedy,
        unseen);
  }

  private static String text(String format, Object... figures) {
    return String.format(Locale.ROOT, format, figures);
  }
}
