package dev.infill.evaluation.bench;

import dev.infill.core.InvalidInputException;
import dev.infill.core.NumberRange;
import dev.infill.core.chain.Cancellation;
import dev.infill.core.chain.ProgressListener;
import dev.infill.core.chain.Visit;
import dev.infill.core.energy.Conditional;
import dev.infill.core.energy.Context;
import dev.infill.core.energy.Domain;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.Relaxation;
import dev.infill.core.energy.State;
import dev.infill.core.fill.FillListener;
import dev.infill.core.fill.FillResult;
import dev.infill.core.infill.Infiller;
import dev.infill.core.proposal.BalancingFunction;
import dev.infill.core.sample.SampleDiagnostics;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.FillSettings;
import dev.infill.core.task.PreparedFill;
import dev.infill.core.task.SampleSettings;
import dev.infill.core.text.BlankSyntax;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.DecoratedModel;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.TokenizedText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * The times of one text: of a dense step, and of whole jobs beside dense ones. Jobs that are
 * compared take turns, so that other work of the machine slows all of them alike. A ratio is that
 * of one turn.
 *
 * @param text a text with blanks
 * @param settings what steps and jobs have in common, with a seed: the k-th job of every kind has
 *     the seed + k. The step, and the dense and the fast job, look at their gradient
 * @param repetitions how often each is timed, from 1 to 100,000
 */
public record Benchmark(String text, SampleSettings settings, int repetitions) {
  static final String SECONDS = "seconds";
  private static final String ESS_PER_SECOND = "essPerSecond";
  private static final NumberRange REPETITIONS = new NumberRange(1, 100_000);
  private static final int WARM_UP_STEPS = 2;
  private static final double PAPER_STEP_SIZE = 0.3;

  /**
   * Checks what is timed.
   *
   * @throws InvalidInputException if the text has no blank, or the repetitions are out of range
   */
  public Benchmark {
    REPETITIONS.require("repetitions", repetitions);
    if (BlankSyntax.spans(text).isEmpty()) {
      throw new InvalidInputException("text", "the benchmark's text needs a blank: [MASK]");
    }
  }

  /**
   * Times dense steps, after one that is not counted: U and its gradient at one new state of every
   * chain, nothing skipped, nothing remembered.
   *
   * @param model the model
   * @throws InvalidInputException if the model has no such gradient, or cannot read the text
   */
  public Measurement step(MaskedLanguageModel model) {
    TokenizedText tokenized = model.tokenize(BlankedText.parse(text).atLongest());
    int blanks = tokenized.blankCount();
    int words = model.vocabulary().size();
    Energy energy = model.energy(tokenized, Collections.nCopies(blanks, TokenSet.all(words)));
    GradientKind gradient = settings.get(Settings.GRADIENT).requiredOf(energy);
    SplittableRandom random = new SplittableRandom(settings.seed().orElseThrow());
    Measurement step = new Measurement("step");
    for (int k = 0; k <= repetitions; k++) {
      List<State> states =
          IntStream.range(0, settings.chains())
              .mapToObj(chain -> State.of(random.ints(blanks, 0, words).toArray()))
              .toList();
      // A step of one chain first: the caches are warm then.
      energy.evaluate(states.subList(0, 1), gradient);
      long began = System.nanoTime();
      energy.evaluate(states, gradient);
      double seconds = secondsSince(began);
      if (k > 0) {
        step.add(SECONDS, seconds);
      }
    }
    return step;
  }

  /** How a whole job is done, from a text to its fillings. */
  private enum Kind {
    /** DMALA with the paper's g = √t and α = 0.3, densely: what the others are held against. */
    DENSE,
    /** The kernel of the dense job as Infill runs it: the same draws. */
    FAST,
    /** The default kernel as Infill runs it. */
    DEFAULT,
    /** The most probable fillings in place of samples, with the default settings. */
    FILL;

    SampleSettings settings(SampleSettings common) {
      return this == DEFAULT
          ? common
          : common
              .with(Settings.SAMPLER, "dmala")
              .with(Settings.BALANCING, BalancingFunction.SQUARE_ROOT)
              .with(Settings.ALPHA, PAPER_STEP_SIZE);
    }

    MaskedLanguageModel model(MaskedLanguageModel model) {
      return this == DENSE ? new DecoratedModel(model, Whole::new) : model;
    }

    Measurement measurement() {
      return new Measurement(name().toLowerCase(Locale.ROOT));
    }
  }

  /**
   * Does whole jobs, after a short one of each kind that is not counted.
   *
   * @param model the model
   * @param peer another program that is run in turn with them
   * @param progress is notified of every step
   * @return {@code dense}, {@code fast}, {@code default}, {@code fill} and perhaps {@code peer}
   * @throws InvalidInputException if the text cannot be filled
   * @throws IOException if the peer fails
   */
  public List<Measurement> jobs(
      MaskedLanguageModel model, Optional<Peer> peer, ProgressListener progress)
      throws IOException {
    SampleSettings brief =
        settings
            .with(Settings.BURN_IN, 0)
            .with(Settings.STEPS, Math.min(WARM_UP_STEPS, settings.steps()));
    Map<Kind, Measurement> jobs = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      run(kind, model, brief, progress, kind.measurement());
      jobs.put(kind, kind.measurement());
    }
    Measurement peers = new Measurement("peer");
    for (int k = 0; k < repetitions; k++) {
      SampleSettings seeded = settings.withSeed(settings.seed().orElseThrow() + k);
      for (Map.Entry<Kind, Measurement> job : jobs.entrySet()) {
        run(job.getKey(), model, seeded, progress, job.getValue());
      }
      if (peer.isPresent()) {
        peer.get().run(peers);
      }
    }
    List<Measurement> all = new ArrayList<>(jobs.values());
    peer.ifPresent(other -> all.add(peers));
    Measurement dense = all.get(0);
    for (Measurement job : all) {
      job.addRatios("faster", dense.turns(SECONDS), job.turns(SECONDS));
      job.addRatios("gain", job.turns(ESS_PER_SECOND), dense.turns(ESS_PER_SECOND));
      job.addRatios("fasterThanPeer", peers.turns(SECONDS), job.turns(SECONDS));
    }
    return all;
  }

  private void run(
      Kind kind,
      MaskedLanguageModel model,
      SampleSettings common,
      ProgressListener progress,
      Measurement job) {
    Infiller infiller = new Infiller(kind.model(model));
    Stopwatch watch = new Stopwatch(progress);
    if (kind == Kind.FILL) {
      FillSettings seeded = FillSettings.defaults().withSeed(common.seed().orElseThrow());
      PreparedFill prepared = infiller.prepare(BlankedText.parse(text), seeded);
      FillResult result = infiller.fill(prepared, watch, new Cancellation());
      watch.addTo(job, result.diagnostics().modelPasses());
      return;
    }
    SampleDiagnostics diagnostics =
        infiller.sample(text, kind.settings(common), watch, new Cancellation()).diagnostics();
    double seconds = watch.addTo(job, diagnostics.modelPasses());
    double effective = diagnostics.effectiveSampleSize().orElse(Double.NaN);
    job.add("ess", effective);
    job.add(ESS_PER_SECOND, effective / seconds);
  }

  /** The seconds of a job, and those until its first fillings are known. */
  private static final class Stopwatch implements ProgressListener, FillListener {
    private final ProgressListener progress;
    private final long began = System.nanoTime();
    private double first = Double.NaN;

    Stopwatch(ProgressListener progress) {
      this.progress = progress;
    }

    @Override
    public void onProgress(ProgressListener.Phase phase, long done, long total) {
      progress.onProgress(phase, done, total);
    }

    @Override
    public void onStep(int step, OptionalDouble stepSize, List<Visit> visits) {
      setFirst();
      progress.onStep(step, stepSize, visits);
    }

    @Override
    public void onProgress(FillListener.Progress found) {
      if (!found.list().isEmpty()) {
        setFirst();
      }
    }

    private void setFirst() {
      if (Double.isNaN(first)) {
        first = secondsSince(began);
      }
    }

    /** Adds the figures of a job that has ended, and returns its seconds. */
    double addTo(Measurement job, long passes) {
      double seconds = secondsSince(began);
      job.add(SECONDS, seconds);
      job.add("first", first);
      job.add("passes", (double) passes);
      return seconds;
    }
  }

  /**
   * An energy that is no sum: every state is evaluated whole, nothing is remembered and no move is
   * refused early. A seed draws the same.
   *
   * @param energy the energy
   */
  private record Whole(Energy energy) implements Energy {
    @Override
    public List<Domain> domains() {
      return energy.domains();
    }

    @Override
    public boolean supports(GradientKind gradient) {
      return energy.supports(gradient);
    }

    @Override
    public Optional<String> limitation() {
      return energy.limitation();
    }

    @Override
    public List<Evaluation> evaluate(List<State> states, GradientKind gradient) {
      return energy.evaluate(states, gradient);
    }

    @Override
    public List<Conditional> conditionals(List<Context> contexts) {
      return energy.conditionals(contexts);
    }

    @Override
    public Optional<Relaxation> relaxation() {
      return energy.relaxation();
    }

    @Override
    public int passesPerEvaluation() {
      return energy.passesPerEvaluation();
    }
  }

  static double secondsSince(long nanos) {
    return (System.nanoTime() - nanos) / 1e9;
  }
}
