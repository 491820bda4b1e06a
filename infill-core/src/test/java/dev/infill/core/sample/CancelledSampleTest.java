package dev.infill.core.sample;

import static dev.infill.core.sample.Samples.TEXT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.infill.core.chain.Cancellation;
import dev.infill.core.chain.ProgressListener;
import dev.infill.core.chain.ProgressListener.Phase;
import dev.infill.core.chain.StoppingRule;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.infill.Infiller;
import dev.infill.core.lab.DecoratedEnergy;
import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.core.sampler.Precondition;
import dev.infill.core.sampler.Settings;
import dev.infill.core.sampler.Start;
import dev.infill.core.task.SampleSettings;
import dev.infill.core.text.DecoratedModel;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs that are cancelled while the model is at work: each state's sequences are a pass here. */
@Timeout(600)
class CancelledSampleTest {
  private static final String PIECES = "the [MASK:3] sat on ___ .";
  private static final int CHAINS = 6;
  private static final int TOP = 3;

  private static SampleSettings settings(String sampler) {
    return SampleSettings.defaults()
        .with(Settings.SAMPLER, sampler)
        .with(Settings.CHAINS, CHAINS)
        .with(Settings.BURN_IN, 1)
        .with(Settings.STEPS, 4)
        .with(Settings.BATCH, 4)
        .with(Settings.TOP, TOP)
        .withSeed(3);
  }

  static Stream<Arguments> jobs() {
    return Stream.of(
        Arguments.of(TEXT, settings("gibbs-mh")),
        Arguments.of(TEXT, settings("gibbs")),
        Arguments.of(TEXT, settings("gwg")),
        Arguments.of(TEXT, settings("dmala")),
        Arguments.of(TEXT, settings("dmala").with(Settings.ADAPT, OptionalDouble.of(0.5))),
        Arguments.of(TEXT, settings("dmala").with(Settings.GRADIENT, GradientKind.EXACT)),
        Arguments.of(TEXT, settings("dmala").with(Settings.PRECONDITION, Precondition.CURVATURE)),
        Arguments.of(TEXT, settings("dula").with(Settings.MINIBATCH, OptionalInt.of(1))),
        Arguments.of(TEXT, settings("cdmala")),
        Arguments.of(TEXT, settings("gibbs-mh").with(Settings.START, Start.RANDOM)),
        Arguments.of("the ___ sat .", settings("dmala")),
        Arguments.of(PIECES, settings("gibbs-mh")),
        Arguments.of(
            PIECES, settings("dmala").with(Settings.PRECONDITION, Precondition.CURVATURE)));
  }

  /** A job that is cancelled while some pass is made, and what it asks for after that. */
  private static final class Cancelled {
    private final TinyLanguageModel model = new TinyLanguageModel();
    private final Cancellation cancellation = new Cancellation();
    private final AtomicInteger passes = new AtomicInteger();
    private final AtomicInteger chainPassesAfter = new AtomicInteger();
    private final AtomicInteger sequencesAfter = new AtomicInteger();
    private final List<List<Object>> steps = new ArrayList<>();
    private final AtomicInteger passesAfterEnd = new AtomicInteger();
    private final int cancelledIn;
    private final int endedIn;
    private UnaryOperator<Energy> around = UnaryOperator.identity();
    private volatile boolean scoring;

    Cancelled(int cancelledIn) {
      this(cancelledIn, Integer.MAX_VALUE);
    }

    /** Of an energy without terms nothing is remembered, so that each state takes a pass. */
    static Cancelled ofAnEnergyWithoutTerms(int cancelledIn) {
      Cancelled job = new Cancelled(cancelledIn);
      job.around = DecoratedEnergy::whole;
      return job;
    }

    Cancelled(int cancelledIn, int endedIn) {
      this.cancelledIn = cancelledIn;
      this.endedIn = endedIn;
    }

    SampleResult infill(String text, SampleSettings settings) {
      return new Infiller(new DecoratedModel(model.watched(this::pass), around))
          .sample(
              text,
              settings,
              (phase, done, total) -> scoring |= phase == Phase.SCORING,
              step -> steps.add(List.of(step.step(), step.stepSize(), step.visits())),
              cancellation);
    }

    private void pass(int sequences) {
      if (cancellation.isEnded()) {
        passesAfterEnd.incrementAndGet();
      }
      if (cancellation.isCancelled()) {
        sequencesAfter.addAndGet(sequences);
        if (!scoring) {
          chainPassesAfter.incrementAndGet();
        }
      }
      if (passes.incrementAndGet() == cancelledIn) {
        cancellation.cancel();
      }
      if (passes.get() == endedIn) {
        cancellation.end();
      }
    }
  }

  /** To score what was found takes passes, too; what is scored by then is kept. */
  @ParameterizedTest
  @MethodSource("jobs")
  void noPassAtAllFollowsAnEnd(String text, SampleSettings builder) {
    SampleSettings settings = builder;
    Cancelled whole = new Cancelled(0);
    int all = whole.infill(text, settings).candidates().size();
    int most = 0;
    for (int pass = 1; pass <= whole.passes.get(); pass += 1 + pass / 4) {
      for (int more : new int[] {0, 1, 2, 3, 8, 21}) {
        Cancelled job = new Cancelled(pass, pass + more);
        SampleResult infilling = job.infill(text, settings);

        String tried = "cancelled in pass %d, ended in pass %d".formatted(pass, pass + more);
        assertThat(job.passesAfterEnd).as(tried).hasValue(0);
        assertThat(infilling.diagnostics().modelPasses()).as(tried).isEqualTo(job.model.passes());
        assertThat(infilling.candidates())
            .as(tried)
            .hasSizeLessThanOrEqualTo(TOP)
            .allMatch(candidate -> Double.isFinite(candidate.energy()));
        assertThat(infilling.interrupted() || infilling.candidates().size() == all)
            .as(tried)
            .isTrue();
        most = Math.max(most, infilling.candidates().size());
      }
    }
    assertThat(most).isPositive();
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void noPassOfTheChainsFollowsACancellation(String text, SampleSettings builder) {
    SampleSettings settings = builder;
    Cancelled whole = new Cancelled(0);
    SampleResult uncancelled = whole.infill(text, settings);
    int interrupted = 0;
    // The more passes there are, the fewer of the later ones are tried.
    for (int pass = 1; pass <= whole.passes.get(); pass += 1 + pass / 16) {
      Cancelled job = new Cancelled(pass);
      SampleResult infilling = job.infill(text, settings);

      String tried = "pass " + pass + " of " + whole.passes;
      assertThat(infilling.diagnostics().modelPasses()).as(tried).isEqualTo(job.model.passes());
      assertThat(infilling.diagnostics().hits()).as(tried).isNotNegative();
      assertThat(infilling.candidates()).as(tried).isNotEmpty().hasSizeLessThanOrEqualTo(TOP);
      // The steps that were made are those that an uncancelled run makes.
      assertThat(job.steps).as(tried).isEqualTo(whole.steps.subList(0, job.steps.size()));
      if (infilling.interrupted()) {
        interrupted++;
        assertThat(job.chainPassesAfter).as(tried).hasValue(0);
        // U of as many fillings as candidates.
        assertThat(job.sequencesAfter.get()).as(tried).isLessThanOrEqualTo(TOP * 4);
      } else {
        assertThat(infilling.candidates()).as(tried).isEqualTo(uncancelled.candidates());
      }
    }
    assertThat(interrupted).isPositive();
    assertThat(uncancelled.interrupted()).isFalse();
  }

  /** Pass by pass, a step of many chains is as long as a run. */
  @ParameterizedTest
  @ValueSource(strings = {"gibbs-mh", "dmala", "cdmala"})
  void aStepOfManyChainsIsCutShort(String sampler) {
    SampleSettings settings =
        settings(sampler)
            .with(Settings.CHAINS, 200)
            .with(Settings.BATCH, 50)
            .with(Settings.STEPS, 1000)
            .with(Settings.START, Start.RANDOM);
    Cancelled job = new Cancelled(100);

    SampleResult infilling = job.infill(TEXT, settings);

    assertThat(infilling.interrupted()).isTrue();
    assertThat(job.steps.size()).isLessThanOrEqualTo(1);
    assertThat(job.chainPassesAfter).hasValue(0);
    assertThat(infilling.candidates().stream().mapToInt(Candidate::chains).sum()).isPositive();
  }

  @ParameterizedTest
  @ValueSource(strings = {"gibbs-mh", "cdmala"})
  void anInterruptIsHeardByTheThreadsOfTheChains(String sampler) {
    TinyLanguageModel model = new TinyLanguageModel();
    Thread caller = Thread.currentThread();
    AtomicInteger passes = new AtomicInteger();
    Infiller infiller =
        new Infiller(
            model.watched(
                sequences -> {
                  if (passes.incrementAndGet() == 100) {
                    caller.interrupt();
                  }
                }));

    SampleResult infilling =
        infiller.sample(
            TEXT,
            settings(sampler)
                .with(Settings.CHAINS, 200)
                .with(Settings.BATCH, 50)
                .with(Settings.STEPS, 1000)
                .with(Settings.BURN_IN, 0),
            ProgressListener.NONE,
            new Cancellation());

    assertThat(Thread.interrupted()).isTrue();
    assertThat(infilling.interrupted()).isTrue();
    assertThat(infilling.diagnostics().modelPasses()).isEqualTo(model.passes());
  }

  @Test
  void scoringIsCutShortAsWell() {
    SampleSettings settings =
        settings("gibbs")
            .with(Settings.CHAINS, 50)
            .with(Settings.STEPS, 40)
            .with(Settings.BATCH, 1000)
            .with(Settings.TEMPERATURE, 5.0);
    Cancelled whole = Cancelled.ofAnEnergyWithoutTerms(0);
    SampleResult uncancelled = whole.infill(TEXT, settings);
    int scoring = uncancelled.diagnostics().distinctFillings();

    Cancelled job = Cancelled.ofAnEnergyWithoutTerms(whole.passes.get() - scoring / 2);
    SampleResult infilling = job.infill(TEXT, settings);

    assertThat(scoring).isGreaterThan(10 * TOP);
    assertThat(infilling.interrupted()).isTrue();
    // U of each candidate takes a sequence for each of 3 blanks.
    assertThat(job.sequencesAfter.get()).isEqualTo(3 * TOP);
    assertThat(infilling.candidates()).hasSize(TOP);
    assertThat(infilling.diagnostics().modelPasses()).isEqualTo(job.model.passes());
  }

  @Test
  void sampledChainsKeepTheStepsThatWereMade() {
    SampleSettings settings = settings("gibbs").with(Settings.START, Start.RANDOM);
    TinyLanguageModel model = new TinyLanguageModel();
    Cancellation cancellation = new Cancellation();
    AtomicInteger passes = new AtomicInteger();
    SampledChains chains =
        new Infiller(
                model.watched(
                    sequences -> {
                      if (passes.incrementAndGet() == 10) {
                        cancellation.cancel();
                      }
                    }))
            .chains(
                TEXT, settings, StoppingRule.afterSteps(1000), ProgressListener.NONE, cancellation);

    assertThat(chains.isInterrupted()).isTrue();
    assertThat(passes).hasValue(10);
    assertThat(chains.steps()).isLessThanOrEqualTo(10);
    // U of where they are may still be asked for.
    assertThat(chains.at(chains.steps())).hasSize(CHAINS);
  }

  @Test
  @Timeout(60)
  void oneWhoseModelIsCancelledBySomebodyElseAfterItsOwnStopFails() {
    Cancellation cancellation = new Cancellation();
    CancellationException thrown = new CancellationException("of the model");
    AtomicInteger passes = new AtomicInteger();
    Infiller infiller =
        new Infiller(
            new TinyLanguageModel()
                .watched(
                    sequences -> {
                      if (passes.incrementAndGet() == 10) {
                        cancellation.cancel();
                      }
                      if (passes.get() > 10) {
                        throw thrown;
                      }
                    }));

    assertThatThrownBy(
            () -> infiller.sample(TEXT, settings("gibbs"), ProgressListener.NONE, cancellation))
        .isSameAs(thrown);
  }

  @Test
  void whatSomebodyElseCancelsIsAFailure() {
    for (String sampler : List.of("gibbs-mh", "cdmala")) {
      CancellationException thrown = new CancellationException("of the model");
      AtomicInteger passes = new AtomicInteger();
      Infiller infiller =
          new Infiller(
              new TinyLanguageModel()
                  .watched(
                      sequences -> {
                        if (passes.incrementAndGet() == 30) {
                          throw thrown;
                        }
                      }));

      assertThatThrownBy(() -> infiller.sample(TEXT, settings(sampler))).isSameAs(thrown);
    }
  }
}
