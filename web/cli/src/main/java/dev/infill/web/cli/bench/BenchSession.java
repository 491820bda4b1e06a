package dev.infill.web.cli.bench;

import dev.infill.bert.BertModel;
import dev.infill.bert.runtime.Device;
import dev.infill.bert.runtime.Precision;
import dev.infill.bert.weights.BertConfiguration;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.core.text.ModelDescription;
import dev.infill.evaluation.bench.RunningBert;
import dev.infill.web.api.Choices;
import dev.infill.web.api.JsonLines;
import dev.infill.web.cli.console.Console;
import dev.infill.web.cli.console.ProgressDisplay;
import dev.infill.web.cli.option.ModelLoader;
import dev.infill.web.cli.option.ModelOptions;
import dev.infill.web.cli.option.OutputOptions;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine.ParseResult;

/**
 * A model that is open for benchmarks, and where their results go.
 *
 * @param console where they are printed
 * @param output how they look
 * @param progress shows how far a benchmark is
 * @param model the model
 * @param threads the threads that it runs on
 * @param openingSeconds how long it took to open it
 */
record BenchSession(
    Console console,
    OutputOptions output,
    ProgressDisplay progress,
    MaskedLanguageModel model,
    int threads,
    double openingSeconds)
    implements AutoCloseable {
  /** Opens the model that a command line asks for. */
  static BenchSession open(
      Console console,
      ModelLoader models,
      ModelOptions model,
      OutputOptions output,
      ParseResult parsed) {
    ProgressDisplay progress = new ProgressDisplay(console, output.isQuiet());
    try {
      int threads = model.threads(parsed);
      long began = System.nanoTime();
      MaskedLanguageModel opened = model.open(models, parsed, progress);
      progress.clear();
      return new BenchSession(
          console, output, progress, opened, threads, (System.nanoTime() - began) / 1e9);
    } catch (RuntimeException e) {
      progress.close();
      throw e;
    }
  }

  /**
   * Returns what is known of the model's matrix products; nothing if it is not a BERT, or of no
   * known architecture.
   */
  Optional<RunningBert> bert() {
    return model instanceof BertModel bert
            && bert.configuration() instanceof BertConfiguration configuration
        ? Optional.of(
            new RunningBert(
                configuration,
                Choices.of("device", Device.class).parse(bert.description().device()),
                Choices.of("precision", Precision.class).parse(bert.description().precision()),
                threads))
        : Optional.empty();
  }

  /** Returns the heading of a table about the dense step of a text. */
  String denseStep(int chains, int blanks, int pieces, int repetitions) {
    return "%d chains x %d blanks = %d sequences of %d pieces; %s; %d repetitions%n"
        .formatted(chains, blanks, chains * blanks, pieces, runsOn(), repetitions);
  }

  /** Returns what the model runs on, as headings say it: the precision unless it is as ever. */
  String runsOn() {
    ModelDescription description = model.description();
    boolean asEver =
        description.device().equals(Choices.label(Device.CPU))
            && description.precision().equals(Choices.label(Precision.FLOAT32));
    return "%s%s, %d threads"
        .formatted(description.device(), asEver ? "" : " " + description.precision(), threads);
  }

  /**
   * Prints a result.
   *
   * @param table its table
   * @param lines the same as records of JSON, one a line
   */
  void print(Supplier<String> table, Supplier<? extends List<? extends Record>> lines) {
    progress.clear();
    if (!output.isJson()) {
      console.out().print(table.get());
      return;
    }
    JsonLines json = new JsonLines();
    for (Record line : lines.get()) {
      console.out().print(json.line(line) + "\n");
    }
  }

  @Override
  public void close() {
    try (progress) {
      model.close();
    }
  }
}
