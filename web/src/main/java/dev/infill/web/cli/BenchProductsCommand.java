package dev.infill.web.cli;

import dev.infill.core.InvalidInputException;
import dev.infill.evaluation.bench.ProductsBenchmark;
import dev.infill.evaluation.bench.RunningBert;
import dev.infill.web.Versions;
import dev.infill.web.json.ProductsBenchmarkJson;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code infill bench products}: measures the machine's speed at matrix products. */
@Command(
    name = "products",
    description = "Measure this machine's matrix products, of the model's shapes.",
    footer = {
      "",
      "Examples:",
      "  infill bench products",
      "  infill bench products --threads 1 --repetitions 50",
      "  infill bench products --device cuda --precision tf32",
      "  infill bench products --text \"the old ___ walked down the ___ .\" --format json",
      "",
      "The products with weights of one encoder layer are timed in ONNX Runtime",
      "itself, on the model's device, in its precision and with its threads: with",
      "weights that are packed ahead, as for passes without gradient, and plain ones,",
      "as for passes with it (on a GPU there is no difference). GFLOP/s are those of",
      "the median. Below stands what the matrix products of a dense step of the text",
      "come to, and how long they alone would take at the speed of packed weights."
    })
final class BenchProductsCommand implements Callable<Integer> {
  static final int DEFAULT_REPETITIONS = 20;

  private final Console console;
  private final ModelLoader models;
  private final ModelOptions model = new ModelOptions();
  private final OutputOptions output = new OutputOptions();

  @Spec private CommandSpec spec = CommandSpec.create();

  BenchProductsCommand(Console console, ModelLoader models) {
    this.console = console;
    this.models = models;
  }

  /** Returns the command with its options. */
  CommandSpec spec() {
    CommandSpec command = CommandSpec.forAnnotatedObject(this);
    new OptionGroups()
        .add(
            "Benchmark",
            BenchOptions.denseStep(
                "How many products of each shape are timed.", DEFAULT_REPETITIONS))
        .add("Model", model.spec())
        .add("Output", output.spec())
        .applyTo(command);
    return command;
  }

  @Override
  public Integer call() {
    ParseResult parsed = spec.commandLine().getParseResult();
    ProductsBenchmark benchmark =
        new ProductsBenchmark(
            parsed.matchedOptionValue("--chains", BenchOptions.defaultChains()),
            parsed.matchedOptionValue("--repetitions", DEFAULT_REPETITIONS));
    try (BenchSession session = BenchSession.open(console, models, model, output, parsed)) {
      RunningBert bert =
          session
              .bert()
              .orElseThrow(
                  () ->
                      new InvalidInputException(
                          "model",
                          "the matrix products of the model %s are not known: it is not a BERT"
                              .formatted(session.model().description().name())));
      run(session, benchmark, bert, parsed.matchedOptionValue("--text", BenchOptions.DEFAULT_TEXT));
      return ExitCode.SUCCESS;
    }
  }

  static void run(
      BenchSession session, ProductsBenchmark benchmark, RunningBert bert, String text) {
    ProductsBenchmark.Result result = benchmark.run(session.model(), bert, text);
    session.print(
        () -> ProductsTable.render(result, session),
        () ->
            List.of(
                ProductsBenchmarkJson.of(
                    result,
                    text,
                    session.threads(),
                    session.model().description(),
                    Versions.current())));
  }
}
