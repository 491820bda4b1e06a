package dev.infill.evaluation.bench;

import dev.infill.core.chain.ProgressListener;
import dev.infill.core.infill.InfillSettings;
import dev.infill.core.text.MaskedLanguageModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.ToDoubleFunction;

/**
 * The time of many texts, filled one after another as Infill fills them and densely by the same
 * kernel: text by text in turn, so that whatever else the machine does meets both.
 */
public final class BatchBenchmark {
  private static final int WARM_UP_STEPS = 2;

  private final InfillSettings settings;
  private final DensePart part;
  private final OptionalInt denseTexts;

  /**
   * Creates the benchmark.
   *
   * @param settings how every text is filled, with a seed
   * @param part how much of each dense job is run
   * @param denseTexts how many of the texts are filled densely as well, at least 1; empty for all
   * @throws dev.infill.core.InvalidInputException if it is less
   */
  public BatchBenchmark(InfillSettings settings, DensePart part, OptionalInt denseTexts) {
    if (denseTexts.isPresent()) {
      Repetitions.requireCount("dense-texts", denseTexts.getAsInt());
    }
    this.settings = settings;
    this.part = part;
    this.denseTexts = denseTexts;
  }

  /**
   * Fills the texts, after a short time of each kind that is not counted.
   *
   * @param model the model
   * @param texts texts with blanks, at least one; those that are filled densely as well are spread
   *     over them
   * @param progress is told of every step of all texts together
   * @throws dev.infill.core.InvalidInputException if a text cannot be filled
   */
  public Result run(MaskedLanguageModel model, List<String> texts, ProgressListener progress) {
    List<Integer> pieces =
        texts.stream().map(text -> BenchmarkText.tokenize(model, text).length()).toList();
    // On a card its graph would draw other proposals, and the dense job could not be scaled.
    MaskedLanguageModel drawn = ReducedEnergy.drawnBySamplers(model);
    MaskedLanguageModel dense = ReducedEnergy.dense(model);
    int steps = Math.min(WARM_UP_STEPS, settings.steps());
    InfillSettings brief = settings.toBuilder().burnIn(0).steps(steps).build();
    JobRun.of(drawn, texts.get(0), brief, progress);
    JobRun.of(dense, texts.get(0), brief, progress);

    InfillSettings run = part.of(settings);
    int measured = Math.min(texts.size(), denseTexts.orElse(texts.size()));
    Steps made =
        new Steps(progress, (long) texts.size() * settings.steps() + (long) measured * run.steps());
    List<Text> filled = new ArrayList<>();
    for (int k = 0; k < texts.size(); k++) {
      String text = texts.get(k);
      JobRun fast = JobRun.of(drawn, text, settings, made);
      made.add(settings.steps());
      Optional<JobRun> whole = Optional.empty();
      if (isMeasured(k, measured, texts.size())) {
        whole = Optional.of(part.whole(JobRun.of(dense, text, run, made), fast, settings));
        made.add(run.steps());
      }
      filled.add(new Text(pieces.get(k), fast, whole));
    }
    return new Result(settings, part.stepsOf(settings), filled);
  }

  /** Says whether a text is one of those that are spread over all. */
  private static boolean isMeasured(int text, int measured, int texts) {
    return (long) (text + 1) * measured / texts > (long) text * measured / texts;
  }

  /** Counts the steps of all texts together. */
  private static final class Steps implements ProgressListener {
    private final ProgressListener listener;
    private final long total;
    private long before;

    Steps(ProgressListener listener, long total) {
      this.listener = listener;
      this.total = total;
    }

    void add(int steps) {
      before += steps;
    }

    @Override
    public void onProgress(Phase phase, long done, long ofThisText) {
      if (phase == Phase.SAMPLING) {
        listener.onProgress(phase, Math.min(total, before + done), total);
      }
    }
  }

  /**
   * A text that was filled.
   *
   * @param pieces T, the length of each sequence
   * @param fast as Infill fills it
   * @param dense densely, where that was measured
   */
  public record Text(int pieces, JobRun fast, Optional<JobRun> dense) {
    /** Returns how many word pieces the whole dense job has run through the model. */
    double densePieces() {
      return (double) fast.passesInFull() * pieces;
    }
  }

  /**
   * What all texts took.
   *
   * @param settings how they were filled
   * @param partSteps how many steps of the dense jobs were run; empty if all were
   * @param filled each text
   */
  public record Result(InfillSettings settings, OptionalInt partSteps, List<Text> filled) {
    /** Copies the list. */
    public Result {
      filled = List.copyOf(filled);
    }

    /** Returns how many texts there are. */
    public int texts() {
      return filled.size();
    }

    /** Returns how many of them were filled densely as well. */
    public int denseTexts() {
      return (int) filled.stream().filter(text -> text.dense().isPresent()).count();
    }

    /** Says whether the dense seconds are scaled: not all steps of all texts were run. */
    public boolean isScaled() {
      return partSteps.isPresent() || denseTexts() < texts();
    }

    /** Returns the seconds of all texts. */
    public double seconds() {
      return sum(text -> text.fast().seconds());
    }

    /** Returns how many sequences through the model the chains asked for. */
    public long passesAsked() {
      return Math.round(sum(text -> text.fast().passesAsked()));
    }

    /** Returns how many of them the model was run for. */
    public long passesRun() {
      return Math.round(sum(text -> text.fast().passesRun()));
    }

    /** Returns how many sequences all texts take densely. */
    public long densePasses() {
      return Math.round(sum(text -> text.fast().passesInFull()));
    }

    /**
     * Returns the seconds of all texts done densely: where not all were measured, in proportion to
     * the word pieces of their sequences.
     */
    public double denseSeconds() {
      List<Text> measured = filled.stream().filter(text -> text.dense().isPresent()).toList();
      double seconds =
          measured.stream().mapToDouble(text -> text.dense().orElseThrow().seconds()).sum();
      double pieces = measured.stream().mapToDouble(Text::densePieces).sum();
      return seconds * sum(Text::densePieces) / pieces;
    }

    /** Returns how many times faster all texts are than densely. */
    public double timesFaster() {
      return denseSeconds() / seconds();
    }

    /**
     * Returns how many texts are filled in a minute.
     *
     * @param seconds what all take
     */
    public double textsPerMinute(double seconds) {
      return 60 * texts() / seconds;
    }

    private double sum(ToDoubleFunction<Text> figure) {
      return filled.stream().mapToDouble(figure).sum();
    }
  }
}
