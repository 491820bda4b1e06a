package dev.infill.web.cli.evaluate;

import dev.infill.core.chain.Cancellation;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.evaluation.experiment.ExperimentPlan;
import dev.infill.evaluation.experiment.ExperimentRecord;
import dev.infill.evaluation.experiment.ExperimentRunner;
import dev.infill.evaluation.experiment.RecordedExperiment;
import dev.infill.web.cli.console.Console;
import dev.infill.web.cli.console.ExitCode;
import dev.infill.web.cli.console.Interruption;
import dev.infill.web.cli.console.ProgressDisplay;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;

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
   * Runs what is left of an experiment, and then ends it.
   *
   * @param model the model
   * @param plan what is run
   * @param folder where it is recorded
   * @param context what the results depend on beside the plan
   * @param ending what is done when all runs are made
   * @return the exit code; if not all runs were made, the user was told how to go on
   */
  int run(
      MaskedLanguageModel model,
      ExperimentPlan plan,
      Path folder,
      Map<String, String> context,
      Consumer<RecordedExperiment> ending) {
    ExperimentRunner runner = new ExperimentRunner(model, plan);
    runner.check();
    try (ExperimentRecord record = ExperimentRecord.open(folder, plan, context)) {
      if (!run(runner, plan, record)) {
        return ExitCode.INTERRUPTED;
      }
      ending.accept(record.complete());
      return ExitCode.SUCCESS;
    }
  }

  private boolean run(ExperimentRunner runner, ExperimentPlan plan, ExperimentRecord record) {
    int before = record.runs().size();
    int all = plan.tasks().size() * plan.samplers().size();
    if (before > 0) {
      progress.notice("%d of %d runs were made before".formatted(before, all));
    }
    Cancellation cancellation = interruption.beginSampling();
    boolean complete;
    try {
      complete =
          runner.run(
              record,
              new ExperimentProgress(
                  progress, () -> record.runs().size(), all, plan.samplers().size()),
              cancellation);
    } finally {
      progress.clear();
      interruption.endSampling();
    }
    if (!complete) {
      console.complain(
          "stopped with %d of %d runs made; the same command continues"
              .formatted(record.runs().size(), all));
    }
    return complete;
  }
}
