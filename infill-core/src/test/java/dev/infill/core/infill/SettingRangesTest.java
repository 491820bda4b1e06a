package dev.infill.core.infill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.infill.core.InvalidInputException;
import dev.infill.core.diagnostics.Probability;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.core.proposal.IntermediateForm;
import dev.infill.core.sample.Candidate;
import dev.infill.core.sample.SampleDiagnostics;
import dev.infill.core.sample.SampleResult;
import dev.infill.core.sampler.AcceptanceKind;
import dev.infill.core.sampler.Precondition;
import dev.infill.core.sampler.Sampler;
import dev.infill.core.sampler.Selection;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.SampleSettings;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever number is given: it is refused in one line, or the run ends with finite figures. */
class SettingRangesTest {
  private static final String TEXT = "the [MASK] sat on the [MASK] .";

  /** More steps of all chains would take long, not show more. */
  private static final int MOST_STEPS = 2_000;

  private static final List<BiFunction<SampleSettings, Double, SampleSettings>> DECIMALS =
      List.of(
          (it, value) -> it.with(Settings.ALPHA, value),
          (it, value) -> it.with(Settings.ALPHA0, value),
          (it, value) -> it.with(Settings.TEMPERATURE, value),
          (it, value) -> it.with(Settings.DELTA, value),
          (it, value) ->
              it.with(Settings.SELECT, Selection.DIVERSE)
                  .with(Settings.DIVERSITY, OptionalDouble.of(value)),
          (it, value) -> it.with(Settings.ANNEAL, OptionalDouble.of(value)),
          (it, value) -> it.with(Settings.ADAPT, OptionalDouble.of(value)));

  private static final List<BiFunction<SampleSettings, Integer, SampleSettings>> COUNTS =
      List.of(
          (it, value) -> it.with(Settings.CHAINS, value),
          (it, value) -> it.with(Settings.STEPS, value),
          (it, value) -> it.with(Settings.BURN_IN, value),
          (it, value) -> it.with(Settings.TOP, value),
          (it, value) -> it.with(Settings.MAX_BLANKS, value),
          (it, value) -> it.with(Settings.BATCH, value),
          (it, value) -> it.with(Settings.CONCURRENT_BATCHES, value),
          (it, value) -> it.with(Settings.MINIBATCH, OptionalInt.of(value)));

  private final Infiller infiller = new Infiller(new TinyLanguageModel());

  @Property(seed = "31", tries = 600)
  void decimals(
      @ForAll("samplers") SampleSettings settings,
      @ForAll("decimalSettings") BiFunction<SampleSettings, Double, SampleSettings> setting,
      @ForAll("numbers") double value) {
    assertRefusedOrFinite(() -> setting.apply(settings, value));
  }

  @Property(seed = "32", tries = 600)
  void wholeNumbers(
      @ForAll("samplers") SampleSettings settings,
      @ForAll("countSettings") BiFunction<SampleSettings, Integer, SampleSettings> setting,
      @ForAll("counts") int value) {
    assertRefusedOrFinite(() -> setting.apply(settings, value));
  }

  /** The ends of two ranges at the same time. */
  @Property(seed = "33", tries = 300)
  void extremesTogether(
      @ForAll("samplers") SampleSettings settings,
      @ForAll("stepSizes") double stepSize,
      @ForAll("stepSizes") double intermediateStepSize,
      @ForAll("temperatures") double temperature,
      @ForAll("precondition") Precondition precondition) {
    assertRefusedOrFinite(
        () ->
            settings
                .with(Settings.ALPHA, stepSize)
                .with(Settings.ALPHA0, intermediateStepSize)
                .with(Settings.TEMPERATURE, temperature)
                .with(Settings.PRECONDITION, precondition));
  }

  private void assertRefusedOrFinite(Supplier<SampleSettings> chosen) {
    SampleResult infilling;
    try {
      SampleSettings settings = chosen.get();
      if ((long) settings.chains() * settings.steps() > MOST_STEPS) {
        return;
      }
      infilling = infiller.sample(TEXT, settings);
    } catch (InvalidInputException e) {
      assertThat(e.getMessage()).hasLineCount(1);
      assertThat(e.field()).isNotBlank();
      return;
    }
    assertThat(infilling.candidates()).isNotEmpty();
    for (Candidate candidate : infilling.candidates()) {
      assertThat(candidate.energy()).isFinite();
      assertThat(candidate.fills())
          .allSatisfy(fill -> assertThat(fill.logProbability()).isFinite());
      assertProbability(candidate.probability());
    }
    infilling
        .marginals()
        .forEach(
            marginal ->
                assertThat(marginal.words())
                    .allSatisfy(word -> assertProbability(word.probability())));
    SampleDiagnostics diagnostics = infilling.diagnostics();
    assertFinite(
        diagnostics.moves().accepted(),
        diagnostics.moves().changed(),
        diagnostics.moves().meanChangedBlanks());
    assertFinite(diagnostics.meanEnergy());
    diagnostics.moves().stepSize().ifPresent(alpha -> assertThat(alpha).isBetween(1e-9, 1e9));
    diagnostics.energy().ifPresent(convergence -> assertFinite(convergence.effectiveSampleSize()));
    assertFinite(diagnostics.hammingDistance().effectiveSampleSize());
  }

  private static void assertProbability(Probability probability) {
    for (OptionalDouble value : List.of(probability.estimate(), probability.upperBound())) {
      value.ifPresent(known -> assertThat(known).isBetween(0.0, 1.0));
    }
    assertFinite(probability.standardError());
  }

  private static void assertFinite(OptionalDouble value) {
    assertFinite(value.stream().toArray());
  }

  private static void assertFinite(double... values) {
    assertThat(DoubleStream.of(values)).allSatisfy(value -> assertThat(value).isFinite());
  }

  @Provide
  Arbitrary<SampleSettings> samplers() {
    return Combinators.combine(
            Arbitraries.of(Sampler.labels()),
            Arbitraries.of(GradientKind.EXACT, GradientKind.OWN_TERM),
            Arbitraries.of(IntermediateForm.class),
            Arbitraries.of(AcceptanceKind.class),
            Arbitraries.longs())
        .as(
            (sampler, gradient, form, acceptance, seed) ->
                SampleSettings.defaults()
                    .with(Settings.SAMPLER, sampler)
                    .with(Settings.GRADIENT, gradient)
                    .with(Settings.INTERMEDIATE, form)
                    .with(
                        Settings.ACCEPTANCE,
                        Sampler.of(sampler).has(Settings.ACCEPTANCE)
                            ? acceptance
                            : AcceptanceKind.REVERSIBLE)
                    .with(Settings.CHAINS, 3)
                    .with(Settings.BURN_IN, 4)
                    .with(Settings.STEPS, 8)
                    .withSeed(seed));
  }

  @Provide
  Arbitrary<BiFunction<SampleSettings, Double, SampleSettings>> decimalSettings() {
    return Arbitraries.of(DECIMALS);
  }

  @Provide
  Arbitrary<BiFunction<SampleSettings, Integer, SampleSettings>> countSettings() {
    return Arbitraries.of(COUNTS);
  }

  @Provide
  Arbitrary<Double> numbers() {
    return Arbitraries.oneOf(
        Arbitraries.of(
            0.0,
            -0.0,
            -1.0,
            Double.MIN_VALUE,
            Double.MIN_NORMAL,
            1e-300,
            1e300,
            Double.MAX_VALUE,
            Double.NaN,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY),
        Arbitraries.doubles().between(-12, 12).map(exponent -> Math.pow(10, exponent)),
        stepSizes(),
        temperatures(),
        Arbitraries.doubles().between(-1, 3));
  }

  @Provide
  Arbitrary<Double> stepSizes() {
    return Arbitraries.of(1e-9, 1e-6, 1.0, 1e6, 1e9);
  }

  @Provide
  Arbitrary<Double> temperatures() {
    return Arbitraries.of(0.001, 1.0, 1000.0);
  }

  @Provide
  Arbitrary<Precondition> precondition() {
    return Arbitraries.of(Precondition.class);
  }

  @Provide
  Arbitrary<Integer> counts() {
    return Arbitraries.oneOf(
        Arbitraries.of(
            Integer.MIN_VALUE,
            -1,
            0,
            1,
            999_999,
            1_000_000,
            1_000_001,
            1_000_000_000,
            1_000_000_001,
            Integer.MAX_VALUE - 1,
            Integer.MAX_VALUE),
        Arbitraries.integers().between(1, 12));
  }
}
