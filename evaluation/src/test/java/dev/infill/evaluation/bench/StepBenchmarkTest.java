package dev.infill.evaluation.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.infill.bert.graph.network.BertProducts;
import dev.infill.bert.graph.network.MatrixProduct;
import dev.infill.bert.runtime.Device;
import dev.infill.bert.runtime.Precision;
import dev.infill.bert.weights.BertConfiguration;
import dev.infill.core.InvalidInputException;
import dev.infill.core.energy.DecoratedEnergy;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.core.text.MaskedLanguageModel;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StepBenchmarkTest {
  private static final String TEXT = "the ___ sat on ___ mat .";

  private final List<List<State>> evaluated = new ArrayList<>();
  private final List<GradientKind> gradients = new ArrayList<>();

  @Test
  void evaluatesNewStatesOfEveryChainOnceMoreThanItTimesEachAfterASingleOne() {
    TinyLanguageModel model = new TinyLanguageModel();

    StepBenchmark.Result result =
        run(new StepBenchmark(5, 4), recording(model), TEXT, GradientKind.EXACT);

    assertThat(gradients).hasSize(10).containsOnly(GradientKind.EXACT);
    assertThat(evaluated.stream().map(List::size)).containsExactly(1, 5, 1, 5, 1, 5, 1, 5, 1, 5);
    // 17² states a draw: 25 draws hardly ever agree in more than two pairs.
    assertThat(evaluated.stream().flatMap(List::stream).distinct().count()).isBetween(23L, 25L);
    assertThat(model.passes()).isEqualTo(5 * (5 + 1) * 2);
    assertThat(result.gradient()).isEqualTo(GradientKind.EXACT);
    assertThat(result.chains()).isEqualTo(5);
    assertThat(result.blanks()).isEqualTo(2);
    assertThat(result.pieces()).isEqualTo(9);
    assertThat(result.repetitions()).isEqualTo(4);
    assertThat(result.minimumSeconds()).isPositive();
    assertThat(result.medianSeconds()).isGreaterThanOrEqualTo(result.minimumSeconds());
  }

  @Test
  void asksForTheGradientThatIsTimed() {
    StepBenchmark.Result result =
        run(
            new StepBenchmark(1, 1),
            recording(new TinyLanguageModel()),
            TEXT,
            GradientKind.OWN_TERM);

    assertThat(gradients).hasSize(4).containsOnly(GradientKind.OWN_TERM);
    assertThat(result.medianSeconds()).isEqualTo(result.minimumSeconds());
  }

  @Test
  void refusesWhatCannotBeTimed() {
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(() -> new StepBenchmark(0, 1))
        .withMessage("chains must be from 1 to 100000, not 0");
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(() -> new StepBenchmark(1, 0))
        .withMessage("repetitions must be from 1 to 100000, not 0");
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(
            () ->
                run(
                    new StepBenchmark(1, 1),
                    new TinyLanguageModel(),
                    "no blank",
                    GradientKind.EXACT))
        .withMessageContaining("needs a blank");
  }

  /** As an export to ONNX may be, whose graph has an operator without a derivative. */
  private record Limited(Energy energy) implements DecoratedEnergy {
    @Override
    public boolean supports(GradientKind gradient) {
      return gradient != GradientKind.EXACT;
    }

    @Override
    public Optional<String> limitation() {
      return Optional.of("the operator Max stands in the way");
    }
  }

  @Test
  void aGradientThatTheModelLacksIsRefusedBeforeAnythingIsTimed() {
    TinyLanguageModel model = new TinyLanguageModel();
    MaskedLanguageModel limited =
        proxy(
            MaskedLanguageModel.class,
            (method, arguments) -> {
              Object answer = method.invoke(model, arguments);
              return answer instanceof Energy energy ? new Limited(recording(energy)) : answer;
            });

    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(
            () ->
                new StepBenchmark(1, 1)
                    .run(
                        limited,
                        TEXT,
                        List.of(GradientKind.OWN_TERM, GradientKind.EXACT),
                        Optional.empty()))
        .withMessage("the operator Max stands in the way");
    assertThat(gradients).isEmpty();
  }

  @Test
  void timesTheGradientsInTurn() {
    List<StepBenchmark.Result> results =
        new StepBenchmark(2, 2)
            .run(
                recording(new TinyLanguageModel()),
                TEXT,
                List.of(GradientKind.OWN_TERM, GradientKind.EXACT),
                Optional.empty());

    assertThat(gradients)
        .containsExactly(
            GradientKind.OWN_TERM,
            GradientKind.OWN_TERM,
            GradientKind.EXACT,
            GradientKind.EXACT,
            GradientKind.OWN_TERM,
            GradientKind.OWN_TERM,
            GradientKind.EXACT,
            GradientKind.EXACT,
            GradientKind.OWN_TERM,
            GradientKind.OWN_TERM,
            GradientKind.EXACT,
            GradientKind.EXACT);
    assertThat(results)
        .extracting(StepBenchmark.Result::gradient)
        .containsExactly(GradientKind.OWN_TERM, GradientKind.EXACT);
    assertThat(results).allMatch(result -> result.timesItsProducts().isEmpty());
  }

  @Test
  void aStepIsHeldAgainstItsProductsAtTheSpeedOfTheSameRun() {
    BertConfiguration sizes = new BertConfiguration(17, 8, 2, 2, 12, 16, 1e-12);

    List<StepBenchmark.Result> results =
        new StepBenchmark(2, 1)
            .run(
                new TinyLanguageModel(),
                TEXT,
                List.of(GradientKind.OWN_TERM, GradientKind.EXACT),
                Optional.of(new RunningBert(sizes, Device.CPU, Precision.FLOAT32, 1)));

    // 2 chains and 2 blanks are 4 sequences of 9 pieces, each asked at one position.
    assertThat(results.get(0).products().orElseThrow().flops())
        .isEqualTo(flops(BertProducts.conditionals(sizes, 4, 9, 1)));
    assertThat(results.get(1).products().orElseThrow().flops())
        .isEqualTo(flops(BertProducts.gradient(sizes, 2, 2, 2, 9, 1)));
    StepBenchmark.Products own = results.get(0).products().orElseThrow();
    StepBenchmark.Products exact = results.get(1).products().orElseThrow();
    assertThat(own.flopsPerSecond()).isPositive().isEqualTo(exact.flopsPerSecond());
    assertThat(results.get(0).timesItsProducts().orElseThrow())
        .isCloseTo(
            results.get(0).medianSeconds() * own.flopsPerSecond() / own.flops(),
            withinPercentage(1e-6));
  }

  private static double flops(List<MatrixProduct> products) {
    return products.stream().mapToDouble(MatrixProduct::flops).sum();
  }

  private static StepBenchmark.Result run(
      StepBenchmark benchmark, MaskedLanguageModel model, String text, GradientKind gradient) {
    return benchmark.run(model, text, List.of(gradient), Optional.empty()).get(0);
  }

  private MaskedLanguageModel recording(MaskedLanguageModel model) {
    return proxy(
        MaskedLanguageModel.class,
        (method, arguments) -> {
          Object answer = method.invoke(model, arguments);
          return answer instanceof Energy energy ? recording(energy) : answer;
        });
  }

  private Energy recording(Energy energy) {
    return proxy(
        Energy.class,
        (method, arguments) -> {
          if (method.getName().equals("evaluate")) {
            evaluated.add(((List<?>) arguments[0]).stream().map(State.class::cast).toList());
            gradients.add((GradientKind) arguments[1]);
          }
          return method.invoke(energy, arguments);
        });
  }

  private interface Call {
    Object answer(Method method, Object[] arguments)
        throws IllegalAccessException, InvocationTargetException;
  }

  private static <T> T proxy(Class<T> type, Call call) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> call.answer(method, arguments)));
  }
}
