package dev.infill.web.cli.evaluate;

import dev.infill.core.chain.Cancellation;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.evaluation.paper.ExperimentPlan;
import dev.infill.evaluation.paper.ExperimentRecord;
import dev.infill.evaluation.paper.ExperimentRunner;
import dev.infill.evaluation.paper.RecordedExperiment;
import dev.infill.web.cli.console.Console;
import dev.infill.web.cli.console.ExitCode;
import dev.infill.web.cli.console.Interruption;
import dev.infill.web.cli.console.ProgressDisplay;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.IntSupplier;

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
    return untilInterrupt(
        () -> record.runs().size(),
        plan.tasks().size() * plan.samplers().size(),
        plan.samplers().size(),
        (shown, cancellation) -> runner.run(record, shown, cancellation));
  }

  /**
   * Makes runs until all are made or the user interrupts them.
   *
   * @param made tells how many runs are made by now
   * @param all how many there are
   * @param ofTask how many of them belong to a task
   * @param runs makes those that are left, and shows how far it is; says whether none is left
   * @return whether none is left; if not, the user was told how to go on
   */
  boolean untilInterrupt(
      IntSupplier made, int all, int ofTask, BiPredicate<ExperimentProgress, Cancellation> runs) {
    int before = made.getAsInt();
    if (before > 0) {
      progress.notice("%d of %d runs were made before".formatted(before, all));
    }
    ExperimentProgress shown = new ExperimentProgress(progress, made, all, ofTask);
    Cancellation cancellation = interruption.beginSampling();
    boolean complete;
    try {
      complete = runs.test(shown, cancellation);
    } finally {
      progress.clear();
      interruption.endSampling();
    }
    if (!complete) {
      console.complain(
          "stopped with %d of %d runs made; the same command continues"
              .formatted(made.getAsInt(), all));
    }
    return complete;
  }
}
