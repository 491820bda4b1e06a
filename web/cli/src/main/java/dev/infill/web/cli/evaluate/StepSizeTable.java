package dev.infill.web.cli.evaluate;

import dev.infill.evaluation.experiment.StepSizeTrial;
import dev.infill.evaluation.experiment.TunedStepSizes;
import java.util.Comparator;
import java.util.Locale;

/** Tuned step sizes as a table of text. */
final class StepSizeTable {
  private StepSizeTable() {}

  static String render(TunedStepSizes tuned) {
    int width =
        tuned.trials().stream()
            .map(trial -> trial.sampler().length())
            .max(Comparator.naturalOrder())
            .orElse(0);
    StringBuilder table =
        new StringBuilder(
            "%s   alpha    mean U  accepted  moved  blanks/step\n".formatted(" ".repeat(width)));
    for (StepSizeTrial trial : tuned.trials()) {
      boolean chosen =
          Double.valueOf(trial.stepSize()).equals(tuned.stepSizes().get(trial.sampler()));
      table.append(
          String.format(
              Locale.ROOT,
              "%-" + width + "s %7s %9.2f %8.0f%% %5.0f%% %12.2f%s%n",
              trial.sampler(),
              trial.stepSize(),
              trial.meanEnergy(),
              100 * trial.acceptanceRate(),
              100 * trial.acceptedAndChangedRate(),
              trial.changedPerStep(),
              chosen ? "  <- " + (isBest(trial, tuned) ? "taken" : "taken from equals") : ""));
    }
    return table.toString();
  }

  /** Says whether no other step size of the sampler came to the same mean U. */
  private static boolean isBest(StepSizeTrial taken, TunedStepSizes tuned) {
    return tuned.trials().stream()
            .filter(trial -> trial.sampler().equals(taken.sampler()))
            .filter(trial -> trial.meanEnergy() == taken.meanEnergy())
            .count()
        == 1;
  }
}
