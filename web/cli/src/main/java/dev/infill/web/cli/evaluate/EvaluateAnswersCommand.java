package dev.infill.web.cli.evaluate;

import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.evaluation.answers.AnswerComparison;
import dev.infill.evaluation.answers.AnswerMethod;
import dev.infill.evaluation.answers.AnswerReport;
import dev.infill.evaluation.answers.AnswerRun;
import dev.infill.evaluation.answers.BlankDesign;
import dev.infill.evaluation.answers.DrawnText;
import dev.infill.evaluation.run.ExperimentContext;
import dev.infill.evaluation.run.ReferenceCorpus;
import dev.infill.evaluation.run.RunLog;
import dev.infill.web.api.Versions;
import dev.infill.web.cli.console.Console;
import dev.infill.web.cli.console.ExitCode;
import dev.infill.web.cli.console.Interruption;
import dev.infill.web.cli.console.ProgressDisplay;
import dev.infill.web.cli.option.ModelLoader;
import dev.infill.web.cli.option.ModelOptions;
import dev.infill.web.cli.option.OptionGroups;
import dev.infill.web.cli.option.OutputOptions;
import dev.infill.web.cli.option.SeedOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code infill evaluate answers}: the ways to answer with one model, side by side. */
@Command(
    name = "answers",
    description = "Compare fill and samplers with other ways to use the same model.",
    footer = {
      "",
      "Examples:",
      "  infill evaluate answers --out answers --texts 2 tbc.txt",
      "  infill evaluate answers --out answers --seed 2 --texts 43 tbc.txt wiki103.txt",
      "  infill evaluate answers --out answers --blanks 3,3+ \\",
      "      --samplers dmala,gibbs-mh+select=diverse books=corpus.txt.gz",
      "",
      "Each blank is one word, drawn by the seed; blanks are apart, or (3+) in pairs",
      "side by side. The ways to answer are the samplers, with the defaults of infill",
      "sample; fill; beams from left to right, of 5, and of 20 ranked by U; and every",
      "blank alone.",
      "",
      "Columns: log p of the original, in nats, for ways that have a probability of",
      "every filling; the share of texts whose original is the first answer, or among",
      "the five; the share of blanks at which some answer has the original word;",
      "different words at a blank; sequences through the model; seconds. Another table",
      "compares every two ways, text by text, with 95 %% intervals and sign tests.",
      "",
      "DIR gets answers.md with the tables, also by corpus and number of blanks, and",
      "answers.jsonl with all answers. After a kill the same command goes on; it may",
      "then name further samplers."
    })
public final class EvaluateAnswersCommand implements Callable<Integer> {
  private final Console console;
  private final ModelLoader models;
  private final Interruption interruption;
  private final AnswerTextOptions texts = new AnswerTextOptions();
  private final ComparedOptions compared = new ComparedOptions();
  private final ModelOptions model = new ModelOptions();
  private final OutputOptions output = new OutputOptions();

  @Spec private CommandSpec spec = CommandSpec.create();

  public EvaluateAnswersCommand(Console console, ModelLoader models, Interruption interruption) {
    this.console = console;
    this.models = models;
    this.interruption = interruption;
  }

  /** Returns the command with its options. */
  public CommandSpec spec() {
    CommandSpec command = CommandSpec.forAnnotatedObject(this);
    new OptionGroups()
        .add("Texts", texts.spec())
        .add("Compared", compared.spec())
        .add("Model", model.spec())
        .add("Output", output.spec())
        .applyTo(command);
    return command;
  }

  @Override
  public Integer call() {
    ParseResult parsed = spec.commandLine().getParseResult();
    List<BlankDesign> designs = texts.designs();
    List<ReferenceCorpus> corpora = texts.corpora();
    int count = texts.count();
    long seed = SeedOption.fixedValue(parsed);
    List<AnswerMethod> methods = AnswerComparison.methods(seed, compared.samplers(seed));
    try (ProgressDisplay progress = new ProgressDisplay(console, output.isQuiet());
        MaskedLanguageModel loaded = model.open(models, parsed, progress)) {
      AnswerComparison comparison =
          new AnswerComparison(methods, DrawnText.draw(loaded, corpora, designs, seed, count));
      Map<String, String> context =
          new TreeMap<>(ExperimentContext.of(loaded.description(), corpora));
      context.put("seed", Long.toString(seed));
      context.put("infill", Versions.current().infill());
      try (RunLog<AnswerRun> log = AnswerComparison.open(compared.out(), context)) {
        boolean complete =
            new ExperimentSession(console, interruption, progress)
                .untilInterrupt(
                    () -> comparison.made(log),
                    comparison.runs(),
                    methods.size(),
                    (shown, cancellation) -> comparison.run(loaded, log, shown, cancellation));
        List<AnswerRun> runs = comparison.compared(log);
        if (!runs.isEmpty()) {
          AnswerReport report = new AnswerReport(runs);
          log.write("answers.md", report.markdown(context));
          console.out().print(output.isJson() ? report.json() : report.text(console.columns()));
        }
        return complete ? ExitCode.SUCCESS : ExitCode.INTERRUPTED;
      }
    }
  }
}
