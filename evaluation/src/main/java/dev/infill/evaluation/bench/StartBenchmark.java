package dev.infill.evaluation.bench;

import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.core.text.TokenizedText;
import java.time.Duration;
import java.time.InstantSource;

/**
 * How long a process takes until a model answers. There is one start in a process: whatever was
 * opened or run before would make the next one faster.
 */
public final class StartBenchmark {
  private final ProcessStart process;
  private final InstantSource clock;

  /**
   * Creates the benchmark.
   *
   * @param process when this process started
   */
  public StartBenchmark(ProcessStart process) {
    this(process, InstantSource.system());
  }

  StartBenchmark(ProcessStart process, InstantSource clock) {
    this.process = process;
    this.clock = clock;
  }

  /**
   * Runs one sequence through a model.
   *
   * @param model the model, which has just been opened and not run yet
   * @param text a text with blanks
   * @throws dev.infill.core.InvalidInputException if it has none, or does not fit the model
   */
  public Result run(MaskedLanguageModel model, String text) {
    Duration opened = sinceStart();
    TokenizedText tokenized = BenchmarkText.tokenize(model, text);
    model.allMaskedLogProbabilities(tokenized);
    return new Result(
        tokenized.length(),
        Duration.between(process.machine(), process.main()),
        opened,
        sinceStart());
  }

  private Duration sinceStart() {
    return Duration.between(process.machine(), clock.instant());
  }

  /**
   * What had taken how long, from the start of the Java virtual machine.
   *
   * @param pieces T, the length of the sequence
   * @param main until the application's first line
   * @param opened until the model was open
   * @param answered until it had answered
   */
  public record Result(int pieces, Duration main, Duration opened, Duration answered) {}
}
