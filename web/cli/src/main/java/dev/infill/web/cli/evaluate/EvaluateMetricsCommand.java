package dev.infill.web.cli.evaluate;

import dev.infill.evaluation.metrics.BleuSettings;
import dev.infill.evaluation.metrics.ReferenceIndex;
import dev.infill.evaluation.metrics.Signatures;
import dev.infill.evaluation.metrics.TextMetrics;
import dev.infill.web.api.JsonLines;
import dev.infill.web.api.Versions;
import dev.infill.web.cli.console.Console;
import dev.infill.web.cli.console.ExitCode;
import dev.infill.web.cli.console.ProgressDisplay;
import dev.infill.web.cli.option.OptionGroups;
import dev.infill.web.cli.option.OutputOptions;
import dev.infill.web.service.MetricsJson;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/** {@code infill evaluate metrics}: measures the output of any generator. */
@Command(
    name = "metrics",
    description = "Measure sentences of any generator: BLEU, self-BLEU, unique n-grams.",
    footer = {
      "",
      "Examples:",
      "  infill evaluate metrics --hypotheses samples.txt",
      "  infill evaluate metrics --hypotheses samples.txt --tbc tbc.txt --wiki wiki.txt",
      "  infill evaluate metrics --hypotheses - --references a.txt b.txt --format json",
      "",
      "All figures are percentages. Corpus BLEU compares with all references together,",
      "self-BLEU each sentence with the others: low is diverse. Unique n-grams occur",
      "once among the sentences, or are in none of the references: high is diverse.",
      "Distinct n-grams are different ones among all. The signature of a figure is its",
      "definition; compare only figures of equal signatures."
    })
public final class EvaluateMetricsCommand implements Callable<Integer> {
  private final Console console;
  private final MetricsInput input = new MetricsInput();
  private final BleuOptions bleu = new BleuOptions();
  private final OutputOptions output = new OutputOptions();

  public EvaluateMetricsCommand(Console console) {
    this.console = console;
  }

  /** Returns the command with its options. */
  public CommandSpec spec() {
    CommandSpec command = CommandSpec.forAnnotatedObject(this);
    new OptionGroups()
        .add("Sentences", input.spec())
        .add("BLEU", bleu.spec())
        .add("Output", output.spec())
        .applyTo(command);
    return command;
  }

  @Override
  public Integer call() {
    BleuSettings settings = bleu.settings();
    boolean lowerCase = bleu.isLowerCase();
    input.requireCase(lowerCase);
    try (ProgressDisplay progress = new ProgressDisplay(console, output.isQuiet())) {
      SentenceFiles files = new SentenceFiles(console, progress);
      List<List<String>> sentences = input.readHypotheses(files, lowerCase);
      Map<String, ReferenceIndex> references =
          input.readReferences(files, sentences, TextMetrics.requiredOrder(settings), lowerCase);
      TextMetrics metrics = TextMetrics.of(sentences, references, settings, bleu.meanSmoothing());
      Versions versions = Versions.current();
      Signatures signatures = new Signatures(lowerCase, versions.infill());
      console
          .out()
          .print(
              output.isJson()
                  ? new JsonLines().line(MetricsJson.of(metrics, references, signatures, versions))
                      + "\n"
                  : new MetricsTable(output.palette(console), console.columns())
                      .render(metrics, signatures));
      return ExitCode.SUCCESS;
    }
  }
}
