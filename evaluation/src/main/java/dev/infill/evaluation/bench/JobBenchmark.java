package dev.infill.evaluation.bench;

import dev.infill.core.InvalidInputException;
import dev.infill.core.chain.ProgressListener;
import dev.infill.core.task.InfillSettings;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.core.text.TokenizedText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.ToDoubleFunction;

/**
 * The time of whole jobs, from a text to its fillings, done densely and as Infill does them: in
 * turn, so that whatever else the machine does meets all of them alike.
 */
public final class JobBenchmark {
  private static final int WARM_UP_STEPS = 2;

  private final InfillSettings common;
  private final DenseReference dense;
  private final List<JobKind> kinds;
  private final Repetitions repetitions;

  /**
   * Creates the benchmark.
   *
   * @param common what the jobs have in common, with a seed; the k-th repetition of every job has
   *     the seed + k
   * @param dense which dense jobs the others are held against
   * @param exact whether the dense job with the exact gradient is done as well
   * @param repetitions how often each job is done, at least 1
   * @throws InvalidInputException if it is less, a step size is not positive, or the exact gradient
   *     is wanted of several step sizes, or of a part: no fast job makes the same draws
   */
  public JobBenchmark(InfillSettings common, DenseReference dense, boolean exact, int repetitions) {
    if (exact && (dense.stepSizes().size() > 1 || dense.stepsOf(common).isPresent())) {
      throw new InvalidInputException(
          "exact", "--exact needs one step size in --dense-alphas, and all steps of its dense job");
    }
    this.common = common;
    this.dense = dense;
    this.kinds =
        exact
            ? List.of(JobKind.DENSE, JobKind.DENSE_EXACT, JobKind.FAST, JobKind.DEFAULT)
            : List.of(JobKind.DENSE, JobKind.FAST, JobKind.DEFAULT);
    this.repetitions = new Repetitions(repetitions);
    series();
  }

  /** Returns every job that is done, of each kind one or one for every step size, not done yet. */
  private List<Series> series() {
    return kinds.stream()
        .flatMap(
            kind ->
                kind.settings(common, dense.stepSizes()).stream()
                    .map(settings -> new Series(kind, settings, new ArrayList<>())))
        .toList();
  }

  /** A job that is being done some times. */
  private record Series(JobKind kind, InfillSettings settings, List<JobRun> runs) {
    Job job() {
      return new Job(kind, settings, runs);
    }
  }

  /**
   * Does the jobs of a text, after a short one of each kind that is not counted.
   *
   * @param model the model
   * @param text a text with blanks
   * @param peer another program that is run in turn with them
   * @param progress is notified of every step
   * @throws InvalidInputException if the text cannot be filled
   * @throws IOException if the peer fails
   */
  public Result run(
      MaskedLanguageModel model, String text, Optional<Peer> peer, ProgressListener progress)
      throws IOException {
    TokenizedText tokenized = BenchmarkText.tokenize(model, text);
    List<Series> series = series();
    int steps = Math.min(WARM_UP_STEPS, common.steps());
    for (JobKind kind : kinds) {
      InfillSettings settings = kind.settings(common, dense.stepSizes()).get(0);
      once(model, kind, text, settings.toBuilder().burnIn(0).steps(steps).build(), progress);
    }
    List<Peer.Run> peerRuns = new ArrayList<>();
    for (int repetition = 0; repetition < repetitions.count(); repetition++) {
      long seed = common.seed().orElseThrow() + repetition;
      for (Series one : series) {
        InfillSettings seeded = one.settings().toBuilder().seed(seed).build();
        InfillSettings run = one.kind() == JobKind.DENSE ? dense.part(seeded) : seeded;
        one.runs().add(once(model, one.kind(), text, run, progress));
      }
      if (peer.isPresent()) {
        peerRuns.add(peer.get().run());
      }
    }
    List<Job> tried = whole(jobs(series, JobKind.DENSE), jobs(series, JobKind.FAST));
    int best = best(tried);
    return new Result(
        text,
        tokenized.blankCount(),
        tokenized.length(),
        tried,
        kinds.stream()
            .map(
                kind -> {
                  List<Job> done = kind == JobKind.DENSE ? tried : jobs(series, kind);
                  return done.get(done.size() > 1 ? best : 0);
                })
            .toList(),
        peer.map(run -> new PeerJob(run.command(), peerRuns)));
  }

  private static List<Job> jobs(List<Series> series, JobKind kind) {
    return series.stream().filter(one -> one.kind() == kind).map(Series::job).toList();
  }

  /** Returns the dense jobs with what the fast ones of the same draws tell of their whole. */
  private List<Job> whole(List<Job> run, List<Job> fast) {
    List<Job> whole = new ArrayList<>();
    for (int k = 0; k < run.size(); k++) {
      Job part = run.get(k);
      List<JobRun> runs = new ArrayList<>();
      for (int repetition = 0; repetition < part.runs().size(); repetition++) {
        JobRun same = fast.get(k).runs().get(repetition);
        runs.add(dense.whole(part.runs().get(repetition), same, common));
      }
      whole.add(new Job(part.kind(), part.settings(), runs));
    }
    return whole;
  }

  /** Returns which of some jobs has the largest effective sample size per second. */
  private static int best(List<Job> jobs) {
    int best = 0;
    for (int k = 1; k < jobs.size(); k++) {
      if (jobs.get(k).effectivePerSecond().orElse(0)
          > jobs.get(best).effectivePerSecond().orElse(0)) {
        best = k;
      }
    }
    return best;
  }

  private static JobRun once(
      MaskedLanguageModel model,
      JobKind kind,
      String text,
      InfillSettings settings,
      ProgressListener progress) {
    MaskedLanguageModel used =
        switch (kind) {
          case DENSE, DENSE_EXACT -> ReducedEnergy.dense(model);
          // On a card its graph would draw other proposals than the dense job's.
          case FAST -> ReducedEnergy.drawnBySamplers(model);
          case DEFAULT -> model;
        };
    return JobRun.of(used, text, settings, progress);
  }

  /**
   * A job that was done some times.
   *
   * @param kind how it was done
   * @param settings its settings, with the seed of the first time
   * @param runs each time, at least one
   */
  public record Job(JobKind kind, InfillSettings settings, List<JobRun> runs) {
    /** Copies the list. */
    public Job {
      runs = List.copyOf(runs);
    }

    /** Returns how many steps were run, the seconds being scaled; empty if all were. */
    public OptionalInt partSteps() {
      return runs.get(0).part().stream().mapToInt(JobRun.Part::steps).findFirst();
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
      return Repetitions.Timing.of(runs.stream().mapToDouble(JobRun::seconds).toArray());
    }

    /** Returns the median of the seconds until all chains had made a step. */
    public OptionalDouble medianFirstSeconds() {
      double[] known =
          runs.stream().map(JobRun::firstSeconds).flatMapToDouble(OptionalDouble::stream).toArray();
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
      return size.isPresent()
          ? OptionalDouble.of(size.getAsDouble() / mean(JobRun::seconds))
          : size;
    }

    /** Returns the mean number of sequences through the model that the chains asked for. */
    public double meanPassesAsked() {
      return mean(JobRun::passesAsked);
    }

    /** Returns the mean number of sequences that the model was run for. */
    public double meanPassesRun() {
      return mean(JobRun::passesRun);
    }

    private double mean(ToDoubleFunction<JobRun> figure) {
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
   * @param tried the dense jobs, one of every step size
   * @param jobs the jobs that are compared, {@link JobKind#DENSE} first: of those that were tried
   *     the one with the largest effective sample size per second; {@link JobKind#FAST} has its
   *     step size
   * @param peer the other program, if there is one
   */
  public record Result(
      String text,
      int blanks,
      int pieces,
      List<Job> tried,
      List<Job> jobs,
      Optional<PeerJob> peer) {
    /** Copies the lists. */
    public Result {
      tried = List.copyOf(tried);
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
