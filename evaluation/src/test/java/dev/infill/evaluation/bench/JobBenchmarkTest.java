package dev.infill.evaluation.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.infill.core.InvalidInputException;
import dev.infill.core.chain.ProgressListener;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.LangevinDraws;
import dev.infill.core.infill.Infiller;
import dev.infill.core.infill.Infilling;
import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.core.proposal.BalancingFunction;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.InfillSettings;
import dev.infill.core.text.DecoratedModel;
import dev.infill.core.text.MaskedLanguageModel;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class JobBenchmarkTest {
  private static final String TEXT = "the ___ sat on ___ mat .";
  private static final InfillSettings SETTINGS =
      InfillSettings.defaults().toBuilder().chains(3).steps(40).burnIn(8).seed(11).build();

  @Test
  void theSameKernelDrawsTheSameDenselyAndFast() throws IOException {
    JobBenchmark.Result result =
        new JobBenchmark(SETTINGS, DenseReference.paper(), false, 2)
            .run(new TinyLanguageModel(), TEXT, Optional.empty(), ProgressListener.NONE);

    JobBenchmark.Job dense = result.reference();
    JobBenchmark.Job fast = result.jobs().get(1);
    assertThat(dense.kind()).isEqualTo(JobKind.DENSE);
    assertThat(fast.kind()).isEqualTo(JobKind.FAST);
    for (int k = 0; k < 2; k++) {
      assertThat(fast.runs().get(k).effectiveSampleSize().orElseThrow())
          .isCloseTo(dense.runs().get(k).effectiveSampleSize().orElseThrow(), within(1e-9));
    }
    assertThat(dense.meanPassesRun()).isEqualTo(dense.meanPassesAsked());
    assertThat(fast.meanPassesAsked()).isLessThanOrEqualTo(dense.meanPassesAsked());
    assertThat(fast.meanPassesRun()).isLessThan(fast.meanPassesAsked());
  }

  @Test
  void denseMeansThatEveryProposedStateIsEvaluatedWhole() {
    TinyLanguageModel counted = new TinyLanguageModel();
    InfillSettings settings = JobKind.DENSE.settings(SETTINGS, List.of(0.3)).get(0);

    Infilling dense = new Infiller(ReducedEnergy.dense(counted)).infill(TEXT, settings);
    Infilling fast = new Infiller(new TinyLanguageModel()).infill(TEXT, settings);

    assertThat(dense.candidates()).isEqualTo(fast.candidates());
    assertThat(dense.diagnostics().hits()).isZero();
    assertThat(dense.diagnostics().modelPasses()).isEqualTo(counted.passes());
    // The start, the chains' first states, and both blanks of whatever was proposed later.
    assertThat((counted.passes() - 1) % 2).isZero();
    assertThat(counted.passes()).isGreaterThan(fast.diagnostics().modelPasses());
  }

  /** A model that draws proposals itself would draw others than the dense job does. */
  @Test
  void onlyTheDefaultJobLetsTheModelDraw() {
    LangevinDraws refusing =
        (requests, stepSize, exponent) -> {
          throw new IllegalStateException("drawn by the model");
        };
    MaskedLanguageModel model =
        new DecoratedModel(
            new TinyLanguageModel(),
            energy ->
                instead(Energy.class, energy, "langevinDraws", none -> Optional.of(refusing)));
    List<Long> steps = new ArrayList<>();
    InfillSettings drawn = SETTINGS.toBuilder().sampler("dmala").build();

    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                new JobBenchmark(drawn, DenseReference.paper(), false, 1)
                    .run(model, TEXT, Optional.empty(), (phase, done, total) -> steps.add(done)))
        .withMessage("drawn by the model");
    // Two steps of the dense job, two of the fast one.
    assertThat(steps).containsExactly(1L, 2L, 1L, 2L);
  }

  /** Returns an object of which one method answers something else. */
  private static <T> T instead(
      Class<T> type, T object, String method, UnaryOperator<Object> answer) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, called, arguments) -> {
              Object given = called.invoke(object, arguments);
              return called.getName().equals(method) ? answer.apply(given) : given;
            }));
  }

  @Test
  void theKernelsAreThePapersAndTheDefault() {
    InfillSettings defaults = InfillSettings.defaults();
    List<Double> stepSizes = DenseReference.paper().stepSizes();

    assertThat(JobKind.DEFAULT.settings(defaults, stepSizes)).containsExactly(defaults);
    assertThat(JobKind.DENSE.settings(defaults, stepSizes))
        .isEqualTo(JobKind.FAST.settings(defaults, stepSizes));
    InfillSettings paper = JobKind.FAST.settings(defaults, stepSizes).get(0);
    assertThat(paper.get(Settings.BALANCING)).isEqualTo(BalancingFunction.SQUARE_ROOT);
    assertThat(paper.get(Settings.ALPHA)).isEqualTo(0.3);
    assertThat(paper.get(Settings.GRADIENT)).isEqualTo(GradientKind.OWN_TERM);
    assertThat(JobKind.DENSE_EXACT.settings(defaults, stepSizes))
        .containsExactly(paper.toBuilder().set(Settings.GRADIENT, GradientKind.EXACT).build());
    assertThat(JobKind.DENSE.settings(defaults, List.of(0.1, 0.2)))
        .extracting(settings -> settings.get(Settings.ALPHA))
        .containsExactly(0.1, 0.2);
  }

  /** The oracle is the whole dense job, of the same seeds. */
  @Test
  void aPartOfADenseJobTellsAllOfItButItsTime() throws IOException {
    List<Double> stepSizes = List.of(0.5, 2.0);
    JobBenchmark.Result whole =
        new JobBenchmark(SETTINGS, new DenseReference(stepSizes, OptionalInt.empty()), false, 2)
            .run(new TinyLanguageModel(), TEXT, Optional.empty(), ProgressListener.NONE);
    TinyLanguageModel counted = new TinyLanguageModel();
    List<Long> steps = new ArrayList<>();

    JobBenchmark.Result part =
        new JobBenchmark(SETTINGS, new DenseReference(stepSizes, OptionalInt.of(5)), false, 2)
            .run(counted, TEXT, Optional.empty(), (phase, done, total) -> steps.add(total));

    assertThat(steps).contains(5L);
    for (int k = 0; k < 2; k++) {
      JobBenchmark.Job expected = whole.tried().get(k);
      JobBenchmark.Job scaled = part.tried().get(k);
      assertThat(expected.partSteps()).isEmpty();
      assertThat(scaled.partSteps()).hasValue(5);
      assertThat(scaled.settings()).isEqualTo(expected.settings());
      for (int repetition = 0; repetition < 2; repetition++) {
        JobRun one = scaled.runs().get(repetition);
        JobRun oracle = expected.runs().get(repetition);
        assertThat(one.passesRun()).isEqualTo(oracle.passesRun());
        assertThat(one.passesAsked()).isEqualTo(oracle.passesAsked());
        assertThat(one.effectiveSampleSize().orElseThrow())
            .isCloseTo(oracle.effectiveSampleSize().orElseThrow(), within(1e-9));
        JobRun.Part run = one.part().orElseThrow();
        assertThat(run.passesRun()).isLessThan(oracle.passesRun() / 2);
        assertThat(one.seconds() / run.seconds())
            .isCloseTo((double) oracle.passesRun() / run.passesRun(), withinPercentage(1e-6));
      }
    }
  }

  @Test
  void aPartAsLongAsTheWholeIsTheWhole() throws IOException {
    JobBenchmark.Result result =
        new JobBenchmark(SETTINGS, new DenseReference(List.of(0.3), OptionalInt.of(40)), true, 1)
            .run(new TinyLanguageModel(), TEXT, Optional.empty(), ProgressListener.NONE);

    assertThat(result.reference().partSteps()).isEmpty();
    assertThat(result.reference().runs().get(0).part()).isEmpty();
  }

  @Test
  void theReferenceIsTheDenseJobOfTheBestStepSize() throws IOException {
    // With a step size next to nothing chains stay where they are.
    for (List<Double> stepSizes : List.of(List.of(1e-3, 0.5), List.of(0.5, 1e-3))) {
      JobBenchmark.Result result =
          new JobBenchmark(SETTINGS, new DenseReference(stepSizes, OptionalInt.empty()), false, 1)
              .run(new TinyLanguageModel(), TEXT, Optional.empty(), ProgressListener.NONE);

      assertThat(result.tried())
          .extracting(job -> job.settings().get(Settings.ALPHA))
          .containsExactlyElementsOf(stepSizes);
      assertThat(result.jobs())
          .extracting(JobBenchmark.Job::kind)
          .containsExactly(JobKind.DENSE, JobKind.FAST, JobKind.DEFAULT);
      assertThat(result.reference().settings().get(Settings.ALPHA)).isEqualTo(0.5);
      assertThat(result.jobs().get(1).settings().get(Settings.ALPHA)).isEqualTo(0.5);
      assertThat(result.jobs().get(2).settings().get(Settings.ALPHA))
          .isEqualTo(InfillSettings.defaults().get(Settings.ALPHA));
    }
  }

  @Test
  void jobsAreDoneInTurnEachTimeWithAnotherSeed() throws IOException {
    List<Long> totals = new ArrayList<>();
    JobBenchmark benchmark = new JobBenchmark(SETTINGS, DenseReference.paper(), true, 3);

    JobBenchmark.Result result =
        benchmark.run(
            new TinyLanguageModel(),
            TEXT,
            Optional.empty(),
            (phase, done, total) -> totals.add(total));

    assertThat(result.jobs())
        .extracting(JobBenchmark.Job::kind)
        .containsExactly(JobKind.DENSE, JobKind.DENSE_EXACT, JobKind.FAST, JobKind.DEFAULT);
    assertThat(result.jobs()).allSatisfy(job -> assertThat(job.runs()).hasSize(3));
    assertThat(result.reference().runs().get(0).effectiveSampleSize())
        .isNotEqualTo(result.reference().runs().get(1).effectiveSampleSize());
    assertThat(result.blanks()).isEqualTo(2);
    assertThat(result.pieces()).isEqualTo(9);
    // A short job of each kind comes first, and then whole ones.
    assertThat(totals.get(0)).isEqualTo(2);
    assertThat(totals.stream().filter(total -> total == 2).count()).isEqualTo(4 * 2);
    assertThat(totals).last().isEqualTo(40L);
    for (JobBenchmark.Job job : result.jobs()) {
      assertThat(job.settings().seed()).isEqualTo(OptionalLong.of(11));
      assertThat(job.minimumSeconds()).isPositive().isLessThanOrEqualTo(job.medianSeconds());
      assertThat(job.medianFirstSeconds().orElseThrow())
          .isPositive()
          .isLessThanOrEqualTo(
              job.runs().stream().mapToDouble(JobRun::seconds).max().orElseThrow());
    }
  }

  @Test
  void figuresOfSeveralTimesAreTakenTogether() {
    JobBenchmark.Job dense = job(JobKind.DENSE, run(4, 8, 300, 300), run(6, 12, 100, 100));
    JobBenchmark.Job fast = job(JobKind.FAST, run(1, 8, 200, 20), run(3, 12, 100, 30));
    JobBenchmark.Result result =
        new JobBenchmark.Result(TEXT, 2, 9, List.of(dense), List.of(dense, fast), Optional.empty());

    assertThat(dense.medianSeconds()).isEqualTo(5);
    assertThat(dense.minimumSeconds()).isEqualTo(4);
    assertThat(dense.effectivePerSecond()).hasValue(2);
    assertThat(fast.effectivePerSecond()).hasValue(5);
    assertThat(fast.meanPassesAsked()).isEqualTo(150);
    assertThat(fast.meanPassesRun()).isEqualTo(25);
    assertThat(result.timesFaster(fast.medianSeconds())).isEqualTo(2.5);
    assertThat(result.timesAsEffective(fast)).hasValue(2.5);
    assertThat(result.timesAsEffective(dense)).hasValue(1);
  }

  @Test
  void whereDenseChainsDoNotMoveThereIsNoRatio() {
    JobBenchmark.Job still = job(JobKind.DENSE, run(4, 0, 10, 10));
    JobBenchmark.Job fast = job(JobKind.FAST, run(1, 8, 10, 10));
    JobBenchmark.Job brief =
        job(
            JobKind.DEFAULT,
            new JobRun(
                1, OptionalDouble.empty(), OptionalDouble.empty(), 1, 1, 1, Optional.empty()));
    JobBenchmark.Result result =
        new JobBenchmark.Result(
            TEXT, 2, 9, List.of(still), List.of(still, fast, brief), Optional.empty());

    assertThat(result.timesAsEffective(fast)).isEmpty();
    assertThat(brief.effectivePerSecond()).isEmpty();
    assertThat(brief.medianFirstSeconds()).isEmpty();
    assertThat(result.timesAsEffective(brief)).isEmpty();
  }

  @Test
  void ratiosOfSeveralTextsAreSummedUp() {
    List<JobBenchmark.Result> results = new ArrayList<>();
    for (double fast : new double[] {2, 16, 4, 8}) {
      results.add(
          new JobBenchmark.Result(
              TEXT,
              2,
              9,
              List.of(),
              List.of(
                  job(JobKind.DENSE, run(1, 1, 1, 1)),
                  job(JobKind.FAST, run(1, fast, 1, 1)),
                  job(JobKind.DEFAULT, run(1, 3, 1, 1))),
              Optional.empty()));
    }
    results.add(
        new JobBenchmark.Result(
            TEXT,
            2,
            9,
            List.of(),
            List.of(
                job(JobKind.DENSE, run(1, 0, 1, 1)),
                job(JobKind.FAST, run(1, 1, 1, 1)),
                job(JobKind.DEFAULT, run(1, 1, 1, 1))),
            Optional.empty()));

    assertThat(RatioSummary.of(results))
        .containsExactly(
            new RatioSummary(JobKind.FAST, 5, 1, OptionalDouble.of(6), OptionalDouble.of(2)),
            new RatioSummary(JobKind.DEFAULT, 5, 1, OptionalDouble.of(3), OptionalDouble.of(3)));
  }

  @Test
  void aPeerIsRunOnceARepetitionAndHeardOut() throws IOException {
    JobBenchmark.Result result =
        new JobBenchmark(SETTINGS, DenseReference.paper(), false, 2)
            .run(
                new TinyLanguageModel(),
                TEXT,
                Optional.of(new Peer("echo ' 1.5 s a job'; echo warned >&2")),
                ProgressListener.NONE);

    JobBenchmark.PeerJob peer = result.peer().orElseThrow();
    assertThat(peer.runs())
        .extracting(Peer.Run::output)
        .containsExactly(" 1.5 s a job\nwarned\n", " 1.5 s a job\nwarned\n");
    assertThat(peer.minimumSeconds()).isPositive().isLessThanOrEqualTo(peer.medianSeconds());
  }

  @Test
  void aPeerThatFailsIsToldOf() {
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> new Peer("echo first; echo no such module; echo; exit 3").run())
        .withMessage("the peer failed with exit code 3: no such module");
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> new Peer("exit 4").run())
        .withMessage("the peer failed with exit code 4: it printed nothing");
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(() -> new Peer(" "))
        .withMessage("peer must be a command for the shell");
  }

  @Test
  void refusesWhatCannotBeTimed() {
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(() -> new JobBenchmark(SETTINGS, DenseReference.paper(), false, 0))
        .withMessage("repetitions must be from 1 to 100000, not 0");
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(() -> new DenseReference(List.of(0.3), OptionalInt.of(0)))
        .withMessage("dense-steps must be from 1 to 100000, not 0");
    DenseReference part = new DenseReference(List.of(0.3), OptionalInt.of(5));
    DenseReference several = new DenseReference(List.of(0.2, 0.3), OptionalInt.empty());
    for (DenseReference dense : List.of(part, several)) {
      assertThatExceptionOfType(InvalidInputException.class)
          .isThrownBy(() -> new JobBenchmark(SETTINGS, dense, true, 1))
          .withMessageContaining("--exact needs one step size");
    }
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(
            () ->
                new JobBenchmark(
                    SETTINGS, new DenseReference(List.of(-0.3), OptionalInt.empty()), false, 1))
        .withMessageContaining("-0.3");
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(
            () ->
                new JobBenchmark(SETTINGS, DenseReference.paper(), false, 1)
                    .run(
                        new TinyLanguageModel(),
                        "no blank",
                        Optional.empty(),
                        ProgressListener.NONE))
        .withMessageContaining("needs a blank");
  }

  private static JobBenchmark.Job job(JobKind kind, JobRun... runs) {
    return new JobBenchmark.Job(kind, SETTINGS, List.of(runs));
  }

  private static JobRun run(double seconds, double effective, long asked, long run) {
    return new JobRun(
        seconds,
        OptionalDouble.of(seconds / 2),
        OptionalDouble.of(effective),
        asked,
        run,
        asked,
        Optional.empty());
  }
}
