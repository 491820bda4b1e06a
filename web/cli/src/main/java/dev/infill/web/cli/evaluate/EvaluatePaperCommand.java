package dev.infill.web.cli.evaluate;

import dev.infill.core.InvalidInputException;
import dev.infill.core.task.SampleSettings;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.corpora.task.MaskingTask;
import dev.infill.corpora.task.MaskingTasks;
import dev.infill.evaluation.paper.ComparedAt;
import dev.infill.evaluation.paper.ExperimentPlan;
import dev.infill.evaluation.paper.ExperimentRecord;
import dev.infill.evaluation.paper.RecordedExperiment;
import dev.infill.evaluation.paper.SamplerSpec;
import dev.infill.evaluation.report.Report;
import dev.infill.evaluation.report.ReportFiles;
import dev.infill.evaluation.run.ExperimentContext;
import dev.infill.evaluation.run.ReferenceCorpus;
import dev.infill.web.api.Versions;
import dev.infill.web.cli.console.Console;
import dev.infill.web.cli.console.Interruption;
import dev.infill.web.cli.console.ProgressDisplay;
import dev.infill.web.cli.option.CommandOption;
import dev.infill.web.cli.option.ModelLoader;
import dev.infill.web.cli.option.ModelOptions;
import dev.infill.web.cli.option.OptionGroups;
import dev.infill.web.cli.option.OutputOptions;
import dev.infill.web.cli.option.ProtocolOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code infill evaluate paper}: the infilling experiment, from corpora to the report. */
@Command(
    name = "paper",
    description = "Run the infilling experiment of Zhang, Liu & Liu 2022 (Table 3).",
    footer = {
      "",
      "Examples:",
      "  infill evaluate paper --quick --tbc tbc.txt --wiki wiki103.txt --out try",
      "  infill evaluate paper --tbc tbc.txt --wiki wiki103.txt --seed 1 --out table3 \\",
      "      --samplers gibbs,gwg,dula+alpha=0.1,dmala+alpha=0.2",
      "  infill evaluate paper --tbc tbc.txt --wiki wiki103.txt --out temperatures \\",
      "      --samplers dmala+temperature=0.7,dmala,dmala+temperature=1.5",
      "",
      "DIR gets table.md, table.csv, report.html (one file, with plots), results.jsonl",
      "with the samples of every chain, and timings.md. After a kill the same command",
      "goes on, and ends with the same files, times aside. 25 chains of 50 steps on 20",
      "tasks take BERT-base half an hour a sampler or more on two cores."
    })
public final class EvaluatePaperCommand implements Callable<Integer> {
  private static final int KEPT = 5;

  private final Console console;
  private final ModelLoader models;
  private final Interruption interruption;
  private final ProtocolOptions protocol = new ProtocolOptions();
  private final ModelOptions model = new ModelOptions();
  private final OutputOptions output = new OutputOptions();
  private final OptionSpec taskSet =
      CommandOption.value("--task-set", "FILE", Path.class)
          .description(
              "Tasks from a file, as infill corpus mask writes it, instead of drawing them. Their"
                  + " sentences are left out of the reference corpora all the same.")
          .build();
  private final OptionSpec budget =
      CommandOption.choice("--steps-budget", ComparedAt.class)
          .description(
              "steps: one table, after the same number of steps of all samplers. passes: another"
                  + " table as well, after the same number of model passes. Default: steps.")
          .build();
  private final OptionSpec passes =
      CommandOption.number(
          "--passes",
          "With --steps-budget passes, the passes of each chain. Default: steps x blanks.");
  private final OptionSpec kept =
      CommandOption.number(
          "--kept", "How many samples of highest U are kept of each task's chains.", KEPT);

  @Spec private CommandSpec spec = CommandSpec.create();

  public EvaluatePaperCommand(Console console, ModelLoader models, Interruption interruption) {
    this.console = console;
    this.models = models;
    this.interruption = interruption;
  }

  /** Returns the command with its options. */
  public CommandSpec spec() {
    CommandSpec command = CommandSpec.forAnnotatedObject(this);
    new OptionGroups()
        .add("Tasks", protocol.drawn().addOption(taskSet))
        .add("Compared", protocol.compared().addOption(budget).addOption(passes))
        .add("Protocol", protocol.protocol().addOption(kept))
        .add("Model", model.spec())
        .add("Output", output.spec())
        .applyTo(command);
    return command;
  }

  @Override
  public Integer call() {
    ParseResult parsed = spec.commandLine().getParseResult();
    OptionalInt passesPerChain = passesPerChain(parsed);
    ExperimentRecord.checkFolder(protocol.out(parsed));
    List<SamplerSpec> samplers = protocol.samplers(parsed);
    try (ProgressDisplay progress = new ProgressDisplay(console, output.isQuiet());
        MaskedLanguageModel loaded = model.open(models, parsed, progress)) {
      List<MaskingTask> tasks = tasks(parsed, loaded);
      ExperimentPlan plan =
          new ExperimentPlan(
              tasks,
              samplers,
              comparisons(parsed),
              passesPerChain,
              keptSamples(parsed),
              protocol.seed(parsed));
      Map<String, String> context = ExperimentContext.of(loaded.description(), protocol.corpora());
      return new ExperimentSession(console, interruption, progress)
          .run(
              loaded,
              plan,
              protocol.out(parsed),
              context,
              experiment -> {
                progress.show("computing the report", 0, 0, "");
                Report report = report(parsed, experiment).write(protocol.out(parsed));
                progress.clear();
                console.out().print(ReportText.of(report, protocol.out(parsed), output, console));
              });
    }
  }

  private ReportFiles report(ParseResult parsed, RecordedExperiment experiment) {
    List<ReferenceCorpus> corpora = protocol.corpora();
    return new ReportFiles(
        experiment,
        corpora.get(0),
        corpora.get(1),
        ExperimentSettings.of(
            experiment,
            parsed.hasMatchedOption(taskSet)
                ? "from " + taskSet.<Path>getValue().getFileName()
                : "drawn as in the paper's protocol",
            corpora),
        Versions.current().infill());
  }

  private List<MaskingTask> tasks(ParseResult parsed, MaskedLanguageModel loaded) {
    if (!parsed.hasMatchedOption(taskSet)) {
      return protocol.draw(parsed, loaded);
    }
    protocol.corpora().forEach(ReferenceCorpus::check);
    if (parsed.hasMatchedOption("--tasks")) {
      throw new InvalidInputException("tasks", "give --tasks or --task-set, not both");
    }
    return MaskingTasks.read(taskSet.<Path>getValue());
  }

  private List<ComparedAt> comparisons(ParseResult parsed) {
    return parsed.hasMatchedOption(budget) && budget.getValue() == ComparedAt.PASSES
        ? List.of(ComparedAt.STEPS, ComparedAt.PASSES)
        : List.of(ComparedAt.STEPS);
  }

  private OptionalInt passesPerChain(ParseResult parsed) {
    OptionalInt given =
        parsed.hasMatchedOption(passes)
            ? OptionalInt.of(passes.<Integer>getValue())
            : OptionalInt.empty();
    // The plan checks them as well, but there is no plan before the model is loaded.
    ExperimentPlan.checkPasses(comparisons(parsed), given);
    return given;
  }

  private int keptSamples(ParseResult parsed) {
    int count = parsed.matchedOptionValue("--kept", KEPT);
    SampleSettings settings = protocol.settings(parsed);
    if (parsed.hasMatchedOption(kept) && count > settings.chains()) {
      throw new InvalidInputException(
          "kept",
          "kept must be at most the number of chains, which is %d, not %d"
              .formatted(settings.chains(), count));
    }
    return Math.min(count, settings.chains());
  }
}
