package dev.infill.web.cli;

import dev.infill.core.chain.Cancellation;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.evaluation.experiment.ExperimentPlan;
import dev.infill.evaluation.experiment.ExperimentRecord;
import dev.infill.evaluation.experiment.ExperimentRunner;

/** Runs experiments for a command: with progress, until an interrupt. */
final class ExperimentSession {
  private final Console console;
  private final Interruption interruption;
  private final ProgressDisplay progress;

  ExperimentSession(Console console, Interruption interruption, ProgressDisplay progress) {
    this.console = console;
    this.interruption = interruption;
    this.progress = progress;
  }

  /**
   * Runs what is left of an experiment.
   *
   * @param model the model
   * @param plan what is run
   * @param record where it is recorded
   * @return whether all of it is done; if not, its user was told how to go on
   */
  boolean run(MaskedLanguageModel model, ExperimentPlan plan, ExperimentRecord record) {
    int before = record.runs().size();
    int all = plan.tasks().size() * plan.samplers().size();
    if (before > 0) {
      progress.notice("%d of %d runs were made before".formatted(before, all));
    }
    Cancellation cancellation = interruption.beginSampling();
    boolean complete;
    try {
      complete =
          new ExperimentRunner(model, plan)
              .run(
                  record,
                  new ExperimentProgress(
                      progress, () -> record.runs().size(), all, plan.samplers().size()),
                  cancellation);
    } finally {
      progress.clear();
      interruption.endSampling();
    }
    if (complete) {
      record.complete();
    } else {
      console.complain(
          "stopped with %d of %d runs made; the same command continues"
              .formatted(record.runs().size(), all));
    }
    return complete;
  }
}
