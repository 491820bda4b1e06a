package dev.infill.evaluation.bench;

import dev.infill.core.chain.Cancellation;
import dev.infill.core.chain.ProgressListener;
import dev.infill.core.infill.Diagnostics;
import dev.infill.core.infill.InfillSettings;
import dev.infill.core.infill.Infiller;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.core.text.TokenizedText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * The time of whole jobs, from a text to its fillings, done densely and as Infill does them: in
 * turn, so that whatever else the machine does meets all of them alike.
 */
public final class JobBenchmark {
  private static final int WARM_UP_STEPS = 2;

  private final InfillSettings common;
  private final List<JobKind> kinds;
  private final Repetitions repetitions;

  /**
   * Creates the benchmark.
   *
   * @param common what the jobs have in common, with a seed; the k-th repetition of every job has
   *     the seed + k
   * @param exact whether the dense job with the exact gradient is done as well
   * @param repetitions how often each job is done, at least 1
   * @throws dev.infill.core.InvalidInputException if it is less
   */
  public JobBenchmark(InfillSettings common, boolean exact, int repetitions) {
    this.common = common;
    this.kinds =
        exact
            ? List.of(JobKind.DENSE, JobKind.DENSE_EXACT, JobKind.FAST, JobKind.DEFAULT)
            : List.of(JobKind.DENSE, JobKind.FAST, JobKind.DEFAULT);
    this.repetitions = new Repetitions(repetitions);
  }

  /**
   * Does the jobs of a text, after a short one of each that is not counted.
   *
   * @param model the model
   * @param text a text with blanks
   * @param peer another program that is run in turn with them
   * @param progress is told of every step
   * @throws dev.infill.core.InvalidInputException if the text cannot be filled
   * @throws IOException if the peer fails
   */
  public Result run(
      MaskedLanguageModel model, String text, Optional<Peer> peer, ProgressListener progress)
      throws IOException {
    TokenizedText tokenized = BenchmarkText.tokenize(model, text);
    for (JobKind kind : kinds) {
      int steps = Math.min(WARM_UP_STEPS, common.steps());
      once(model, kind, text, common.toBuilder().burnIn(0).steps(steps).build(), progress);
    }
    List<List<Run>> runs = new ArrayList<>();
    kinds.forEach(kind -> runs.add(new ArrayList<>()));
    List<Peer.Run> peerRuns = new ArrayList<>();
    for (int repetition = 0; repetition < repetitions.count(); repetition++) {
      InfillSettings seeded =
          common.toBuilder().seed(common.seed().orElseThrow() + repetition).build();
      for (int k = 0; k < kinds.size(); k++) {
        runs.get(k).add(once(model, kinds.get(k), text, seeded, progress));
      }
      if (peer.isPresent()) {
        peerRuns.add(peer.get().run());
      }
    }
    List<Job> jobs = new ArrayList<>();
    for (int k = 0; k < kinds.size(); k++) {
      jobs.add(new Job(kinds.get(k), kinds.get(k).settings(common), runs.get(k)));
    }
    return new Result(
        text,
        tokenized.blankCount(),
        tokenized.length(),
        jobs,
        peer.map(run -> new PeerJob(run.command(), peerRuns)));
  }

  private static Run once(
      MaskedLanguageModel model,
      JobKind kind,
      String text,
      InfillSettings settings,
      ProgressListener progress) {
    Infiller infiller = new Infiller(kind.isDense() ? new DenseModel(model) : model);
    FirstStep first = new FirstStep(progress);
    Diagnostics diagnostics =
        infiller.infill(text, kind.settings(settings), first, new Cancellation()).diagnostics();
    return new Run(
        first.secondsSinceBegin(),
        first.seconds,
        diagnostics.effectiveSampleSize(),
        diagnostics.modelPasses() + diagnostics.hits(),
        diagnostics.modelPasses());
  }

  /** Takes the time until a job's chains have all made a step. */
  private static final class FirstStep implements ProgressListener {
    private final ProgressListener listener;
    private final long began = System.nanoTime();
    private OptionalDouble seconds = OptionalDouble.empty();

    FirstStep(ProgressListener listener) {
      this.listener = listener;
    }

    double secondsSinceBegin() {
      return (System.nanoTime() - began) / 1e9;
    }

    @Override
    public void onProgress(Phase phase, long done, long total) {
      if (seconds.isEmpty() && done > 0) {
        seconds = OptionalDouble.of(secondsSinceBegin());
      }
      listener.onProgress(phase, done, total);
    }
  }

  /**
   * One time that a job was done.
   *
   * @param seconds from the text to its fillings
   * @param firstSeconds until all chains had made a step, from when on an interrupt prints fillings
   * @param effectiveSampleSize of U over all chains; empty where there are too few steps
   * @param passesAsked sequences through the model that the chains asked for
   * @param passesRun how many of them the model was run for
   */
  public record Run(
      double seconds,
      OptionalDouble firstSeconds,
      OptionalDouble effectiveSampleSize,
      long passesAsked,
      long passesRun) {}

  /**
   * A job that was done some times.
   *
   * @param kind how it was done
   * @param settings its settings, with the seed of the first time
   * @param runs each time, at least one
   */
  public record Job(JobKind kind, InfillSettings settings, List<Run> runs) {
    /** Copies the list. */
    public Job {
      runs = List.copyOf(runs);
    }

    /** Returns the seconds of the fastest time. */
    public double minimumSeconds() {
      return timing().minimumSeconds();
    }

    /** Returns the median of the seconds. */
    public double medianSeconds() {
      return timing().medianSeconds();
    }

    private Repetitions.Timing timing() {
      return Repetitions.Timing.of(runs.stream().mapToDouble(Run::seconds).toArray());
    }

    /** Returns the median of the seconds until all chains had made a step. */
    public OptionalDouble medianFirstSeconds() {
      double[] known =
          runs.stream().map(Run::firstSeconds).flatMapToDouble(OptionalDouble::stream).toArray();
      return known.length == 0
          ? OptionalDouble.empty()
          : OptionalDouble.of(Repetitions.median(known));
    }

    /** Returns the mean effective sample size of U; empty where there are too few steps. */
    public OptionalDouble meanEffectiveSampleSize() {
      return runs.stream().allMatch(run -> run.effectiveSampleSize().isPresent())
          ? OptionalDouble.of(mean(run -> run.effectiveSampleSize().getAsDouble()))
          : OptionalDouble.empty();
    }

    /** Returns the effective sample size of U per second, of all times together. */
    public OptionalDouble effectivePerSecond() {
      OptionalDouble size = meanEffectiveSampleSize();
      return size.isPresent() ? OptionalDouble.of(size.getAsDouble() / mean(Run::seconds)) : size;
    }

    /** Returns the mean number of sequences through the model that the chains asked for. */
    public double meanPassesAsked() {
      return mean(Run::passesAsked);
    }

    /** Returns the mean number of sequences that the model was run for. */
    public double meanPassesRun() {
      return mean(Run::passesRun);
    }

    private double mean(ToDoubleFunction<Run> figure) {
      return runs.stream().mapToDouble(figure).average().orElseThrow();
    }
  }

  /**
   * Another program, run in turn with the jobs.
   *
   * @param command the shell's command
   * @param runs each time, at least one
   */
  public record PeerJob(String command, List<Peer.Run> runs) {
    /** Copies the list. */
    public PeerJob {
      runs = List.copyOf(runs);
    }

    /** Returns the seconds of the fastest process. */
    public double minimumSeconds() {
      return timing().minimumSeconds();
    }

    /** Returns the median of the processes' seconds. */
    public double medianSeconds() {
      return timing().medianSeconds();
    }

    private Repetitions.Timing timing() {
      return Repetitions.Timing.of(runs.stream().mapToDouble(Peer.Run::seconds).toArray());
    }
  }

  /**
   * The jobs of one text.
   *
   * @param text the text
   * @param blanks m
   * @param pieces T, the length of each sequence
   * @param jobs the jobs, {@link JobKind#DENSE} first
   * @param peer the other program, if there is one
   */
  public record Result(
      String text, int blanks, int pieces, List<Job> jobs, Optional<PeerJob> peer) {
    /** Copies the list. */
    public Result {
      jobs = List.copyOf(jobs);
    }

    /** Returns the job that the others are held against. */
    public Job reference() {
      return jobs.get(0);
    }

    /**
     * Returns how many times faster than the reference something was, by median seconds.
     *
     * @param medianSeconds its median seconds
     */
    public double timesFaster(double medianSeconds) {
      return reference().medianSeconds() / medianSeconds;
    }

    /**
     * Returns how many times the reference's effective sample size per second a job had; empty
     * where either is undefined, or the reference's is 0.
     *
     * @param job one of the jobs
     */
    public OptionalDouble timesAsEffective(Job job) {
      OptionalDouble own = job.effectivePerSecond();
      OptionalDouble dense = reference().effectivePerSecond();
      return own.isPresent() && dense.isPresent() && dense.getAsDouble() > 0
          ? OptionalDouble.of(own.getAsDouble() / dense.getAsDouble())
          : OptionalDouble.empty();
    }
  }
}
