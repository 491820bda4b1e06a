package dev.infill.evaluation.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.infill.bert.graph.BertProducts;
import dev.infill.bert.graph.MatrixProduct;
import dev.infill.bert.runtime.Device;
import dev.infill.bert.runtime.Precision;
import dev.infill.bert.weights.BertConfiguration;
import dev.infill.core.InvalidInputException;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.lab.TinyLanguageModel;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProductsBenchmarkTest {
  private static final String TEXT = "the ___ sat on ___ mat .";
  private static final BertConfiguration SIZES = new BertConfiguration(17, 8, 3, 2, 12, 16, 1e-12);
  private static final RunningBert BERT = new RunningBert(SIZES, Device.CPU, Precision.FLOAT32, 1);

  @Test
  void timesEveryShapeOfALayerWithPackedAndPlainWeights() {
    ProductsBenchmark.Result result =
        new ProductsBenchmark(5, 3).run(new TinyLanguageModel(), BERT, TEXT);

    // 5 chains × 2 blanks × 9 pieces.
    assertThat(result.shapes())
        .extracting(shape -> List.of(shape.rows(), shape.inner(), shape.columns()))
        .containsExactly(List.of(90L, 8L, 8L), List.of(90L, 8L, 12L), List.of(90L, 12L, 8L));
    assertThat(result.shapes())
        .extracting(ProductsBenchmark.Shape::perLayer)
        .containsExactly(4L, 1L, 1L);
    assertThat(result.shapes())
        .allSatisfy(
            shape -> {
              assertThat(shape.packedMinimumSeconds()).isPositive();
              assertThat(shape.packedMedianSeconds())
                  .isGreaterThanOrEqualTo(shape.packedMinimumSeconds());
              assertThat(shape.plainMinimumSeconds()).isPositive();
              assertThat(shape.plainMedianSeconds())
                  .isGreaterThanOrEqualTo(shape.plainMinimumSeconds());
            });
    assertThat(result.blanks()).isEqualTo(2);
    assertThat(result.pieces()).isEqualTo(9);
    assertThat(result.repetitions()).isEqualTo(3);
  }

  @Test
  void theSpeedIsThatOfALayerAsAWhole() {
    ProductsBenchmark.Result result =
        new ProductsBenchmark(5, 1).run(new TinyLanguageModel(), BERT, TEXT);

    double seconds =
        result.shapes().stream()
            .mapToDouble(shape -> shape.perLayer() * shape.packedMedianSeconds())
            .sum();
    assertThat(result.packedFlopsPerSecond())
        .isCloseTo(2.0 * 90 * (4 * 8 * 8 + 2 * 8 * 12) / seconds, withinPercentage(1e-6));
    ProductsBenchmark.Shape first = result.shapes().get(0);
    assertThat(first.plainFlopsPerSecond() * first.plainMedianSeconds())
        .isCloseTo(2.0 * 90 * 8 * 8, withinPercentage(1e-6));
    assertThat(first.packedFlopsPerSecond() * first.packedMedianSeconds())
        .isCloseTo(2.0 * 90 * 8 * 8, withinPercentage(1e-6));
  }

  @Test
  void saysWhatADenseStepTakes() {
    ProductsBenchmark.Result result =
        new ProductsBenchmark(5, 1).run(new TinyLanguageModel(), BERT, TEXT);

    assertThat(result.ownTermFlops()).isEqualTo(flops(BertProducts.conditionals(SIZES, 10, 9, 1)));
    assertThat(result.exactFlops()).isEqualTo(flops(BertProducts.gradient(SIZES, 5, 2, 2, 9, 1)));
    assertThat(result.stepSeconds(GradientKind.EXACT) / result.stepSeconds(GradientKind.OWN_TERM))
        .isCloseTo(result.exactFlops() / result.ownTermFlops(), withinPercentage(1e-6));
  }

  @Test
  void noMoreRowsAreMultipliedThanAModelPassHas() {
    ProductsBenchmark.Result result =
        new ProductsBenchmark(500, 1).run(new TinyLanguageModel(), BERT, TEXT);

    assertThat(result.shapes()).extracting(ProductsBenchmark.Shape::rows).containsOnly(2048L);
  }

  @Test
  void refusesWhatCannotBeTimed() {
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(() -> new ProductsBenchmark(0, 1))
        .withMessage("chains must be from 1 to 100000, not 0");
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(() -> new ProductsBenchmark(1, 0))
        .withMessage("repetitions must be from 1 to 100000, not 0");
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(
            () -> new ProductsBenchmark(1, 1).run(new TinyLanguageModel(), BERT, "no blank"))
        .withMessageContaining("needs a blank");
  }

  private static double flops(List<MatrixProduct> products) {
    return products.stream().mapToDouble(MatrixProduct::flops).sum();
  }
}
