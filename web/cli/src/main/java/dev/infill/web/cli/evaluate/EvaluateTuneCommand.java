package dev.infill.web.cli.evaluate;

import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.corpora.task.MaskingTask;
import dev.infill.evaluation.experiment.ExperimentContext;
import dev.infill.evaluation.experiment.ExperimentPlan;
import dev.infill.evaluation.experiment.ExperimentRecord;
import dev.infill.evaluation.experiment.StepSizeTuning;
import dev.infill.evaluation.experiment.TunedStepSizes;
import dev.infill.web.cli.console.Console;
import dev.infill.web.cli.console.Interruption;
import dev.infill.web.cli.console.ProgressDisplay;
import dev.infill.web.cli.option.CommandOption;
import dev.infill.web.cli.option.ModelLoader;
import dev.infill.web.cli.option.ModelOptions;
import dev.infill.web.cli.option.OptionGroups;
import dev.infill.web.cli.option.OutputOptions;
import dev.infill.web.cli.option.ProtocolOptions;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code infill evaluate tune}: finds step sizes on tasks that are not evaluated. */
@Command(
    name = "tune",
    description = "Tune the step size of dula and dmala on tasks that are not in the evaluation.",
    footer = {
      "",
      "Examples:",
      "  infill evaluate tune --tbc tbc.txt --wiki wiki103.txt --seed 1 --out tuned",
      "  infill evaluate tune --tbc tbc.txt --wiki wiki103.txt --out tuned \\",
      "      --samplers dmala,dmala+balancing=power:0.9 --step-sizes 0.2,0.4,0.8",
      "",
      "With the seed of the evaluation, the tasks are those that come after the",
      "evaluation's in the order in which the seed draws them. Of each sampler's step",
      "sizes the one with the",
      StepSizeTuning.CRITERION,
      "is taken. DIR/step-sizes.json is what evaluate paper takes as --step-sizes. An",
      "interrupted tuning goes on with the same command."
    })
public final class EvaluateTuneCommand implements Callable<Integer> {
  private static final int TASKS = 4;
  private static final int CHAINS = 5;
  private static final String DEFAULT_STEP_SIZES = "0.05,0.1,0.2,0.4,0.8";

  private final Console console;
  private final ModelLoader models;
  private final Interruption interruption;
  private final ProtocolOptions protocol = new ProtocolOptions(TASKS, CHAINS, "dula,dmala", false);
  private final ModelOptions model = new ModelOptions();
  private final OutputOptions output = new OutputOptions();
  private final OptionSpec stepSizes =
      CommandOption.decimals("--step-sizes", "The step sizes to try.", DEFAULT_STEP_SIZES);
  private final OptionSpec evaluationTasks =
      CommandOption.number(
          "--evaluation-tasks",
          "How many tasks are left to the evaluation, in the seed's order.",
          ProtocolOptions.EVALUATION_TASKS);

  @Spec private CommandSpec spec = CommandSpec.create();

  public EvaluateTuneCommand(Console console, ModelLoader models, Interruption interruption) {
    this.console = console;
    this.models = models;
    this.interruption = interruption;
  }

  /** Returns the command with its options. */
  public CommandSpec spec() {
    CommandSpec command = CommandSpec.forAnnotatedObject(this);
    new OptionGroups()
        .add("Tasks", protocol.corpora().addOption(evaluationTasks))
        .add("Compared", protocol.compared().addOption(stepSizes))
        .add("Protocol", protocol.protocol())
        .add("Model", model.spec())
        .add("Output", output.spec())
        .applyTo(command);
    return command;
  }

  @Override
  public Integer call() {
    ParseResult parsed = spec.commandLine().getParseResult();
    StepSizeTuning tuning =
        new StepSizeTuning(protocol.samplers(parsed), stepSizes.<List<Double>>getValue());
    int skip =
        ProtocolOptions.even(
            "evaluation-tasks",
            parsed.matchedOptionValue("--evaluation-tasks", ProtocolOptions.EVALUATION_TASKS),
            0);
    ExperimentRecord.checkFolder(protocol.out(parsed));
    try (ProgressDisplay progress = new ProgressDisplay(console, output.isQuiet());
        MaskedLanguageModel loaded = model.open(models, parsed, progress)) {
      List<MaskingTask> tasks = protocol.draw(parsed, loaded, skip);
      ExperimentPlan plan = tuning.plan(tasks, protocol.seed(parsed));
      return new ExperimentSession(console, interruption, progress)
          .run(
              loaded,
              plan,
              protocol.out(parsed),
              ExperimentContext.of(loaded.description(), protocol.corpora(parsed)),
              record -> {
                TunedStepSizes tuned =
                    tuning.result(tasks, record.runs(), loaded.description().sha256());
                record.write("step-sizes.json", tuned.toJson());
                console
                    .out()
                    .print(output.isJson() ? tuned.toJsonLine() : StepSizeTable.render(tuned));
              });
    }
  }
}
