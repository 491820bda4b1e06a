package dev.infill.core.infill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.infill.core.InvalidInputException;
import dev.infill.core.diagnostics.Probability;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.core.proposal.IntermediateForm;
import dev.infill.core.sampler.AcceptanceKind;
import dev.infill.core.sampler.Precondition;
import dev.infill.core.sampler.Sampler;
import dev.infill.core.sampler.Selection;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.InfillSettings;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.BiFunction;
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

  private static final List<BiFunction<InfillSettings.Builder, Double, InfillSettings.Builder>>
      DECIMALS =
          List.of(
              (builder, value) -> builder.set(Settings.ALPHA, value),
              (builder, value) -> builder.set(Settings.ALPHA0, value),
              InfillSettings.Builder::temperature,
              (builder, value) -> builder.set(Settings.DELTA, value),
              (builder, value) ->
                  builder.select(Selection.DIVERSE).diversity(OptionalDouble.of(value)),
              (builder, value) -> builder.annealFrom(OptionalDouble.of(value)),
              (builder, value) -> builder.set(Settings.ADAPT, OptionalDouble.of(value)));

  private static final List<BiFunction<InfillSettings.Builder, Integer, InfillSettings.Builder>>
      COUNTS =
          List.of(
              InfillSettings.Builder::chains,
              InfillSettings.Builder::steps,
              InfillSettings.Builder::burnIn,
              InfillSettings.Builder::top,
              InfillSettings.Builder::maxBlanks,
              InfillSettings.Builder::batch,
              InfillSettings.Builder::concurrentBatches,
              (builder, value) -> builder.set(Settings.MINIBATCH, OptionalInt.of(value)));

  private final Infiller infiller = new Infiller(new TinyLanguageModel());

  @Property(seed = "31", tries = 600)
  void decimals(
      @ForAll("samplers") InfillSettings.Builder settings,
      @ForAll("decimalSettings")
          BiFunction<InfillSettings.Builder, Double, InfillSettings.Builder> setting,
      @ForAll("numbers") double value) {
    assertRefusedOrFinite(setting.apply(settings, value));
  }

  @Property(seed = "32", tries = 600)
  void wholeNumbers(
      @ForAll("samplers") InfillSettings.Builder settings,
      @ForAll("countSettings")
          BiFunction<InfillSettings.Builder, Integer, InfillSettings.Builder> setting,
      @ForAll("counts") int value) {
    assertRefusedOrFinite(setting.apply(settings, value));
  }

  /** The ends of two ranges at the same time. */
  @Property(seed = "33", tries = 300)
  void extremesTogether(
      @ForAll("samplers") InfillSettings.Builder settings,
      @ForAll("stepSizes") double stepSize,
      @ForAll("stepSizes") double intermediateStepSize,
      @ForAll("temperatures") double temperature,
      @ForAll("precondition") Precondition precondition) {
    assertRefusedOrFinite(
        settings
            .set(Settings.ALPHA, stepSize)
            .set(Settings.ALPHA0, intermediateStepSize)
            .temperature(temperature)
            .set(Settings.PRECONDITION, precondition));
  }

  private void assertRefusedOrFinite(InfillSettings.Builder builder) {
    Infilling infilling;
    try {
      InfillSettings settings = builder.build();
      if ((long) settings.chains() * settings.steps() > MOST_STEPS) {
        return;
      }
      infilling = infiller.infill(TEXT, settings);
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
    Diagnostics diagnostics = infilling.diagnostics();
    assertFinite(
        diagnostics.acceptanceRate(),
        diagnostics.acceptedAndChangedRate(),
        diagnostics.meanChangedCoordinates());
    assertFinite(diagnostics.meanEnergy());
    diagnostics.stepSize().ifPresent(alpha -> assertThat(alpha).isBetween(1e-9, 1e9));
    diagnostics
        .convergenceOfEnergy()
        .ifPresent(convergence -> assertFinite(convergence.effectiveSampleSize()));
    assertFinite(diagnostics.convergenceOfHammingDistance().effectiveSampleSize());
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
  Arbitrary<InfillSettings.Builder> samplers() {
    return Combinators.combine(
            Arbitraries.of(Sampler.labels()),
            Arbitraries.of(GradientKind.EXACT, GradientKind.OWN_TERM),
            Arbitraries.of(IntermediateForm.class),
            Arbitraries.of(AcceptanceKind.class),
            Arbitraries.longs())
        .as(
            (sampler, gradient, form, acceptance, seed) ->
                new InfillSettings.Builder()
                    .sampler(sampler)
                    .set(Settings.GRADIENT, gradient)
                    .set(Settings.INTERMEDIATE, form)
                    .set(
                        Settings.ACCEPTANCE,
                        Sampler.of(sampler).has(Settings.ACCEPTANCE)
                            ? acceptance
                            : AcceptanceKind.REVERSIBLE)
                    .chains(3)
                    .steps(8)
                    .burnIn(4)
                    .seed(seed));
  }

  @Provide
  Arbitrary<BiFunction<InfillSettings.Builder, Double, InfillSettings.Builder>> decimalSettings() {
    return Arbitraries.of(DECIMALS);
  }

  @Provide
  Arbitrary<BiFunction<InfillSettings.Builder, Integer, InfillSettings.Builder>> countSettings() {
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
