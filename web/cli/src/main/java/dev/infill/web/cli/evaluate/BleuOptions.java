package dev.infill.web.cli.evaluate;

import dev.infill.evaluation.metrics.BleuSettings;
import dev.infill.evaluation.metrics.Smoothing;
import dev.infill.web.cli.option.NumberOption;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The options that say how BLEU is computed. */
final class BleuOptions {
  @Option(
      names = "--order",
      paramLabel = "N",
      converter = IntegerConverter.class,
      description = "The longest n-grams of BLEU. Default: 4, or the number of --weights.")
  private @Nullable Integer order;

  @Option(
      names = "--weights",
      paramLabel = "W,W",
      split = ",",
      hideParamSyntax = true,
      converter = DecimalConverter.class,
      description = "The weights of 1-grams, 2-grams, …, in any proportion. Default: all the same.")
  private @Nullable List<Double> weights;

  @Option(
      names = "--smoothing",
      paramLabel = "KIND",
      converter = SmoothingConverter.class,
      description =
          "What BLEU puts in place of precisions of 0: none, epsilon[:0.1], add-k[:1] or exp."
              + " Default: none, but epsilon:0.1 for the mean of sentences.")
  private @Nullable Smoothing smoothing;

  @Option(
      names = "--effective-order",
      description = "Leave out the orders that no sentence is long enough for.")
  private boolean effectiveOrder;

  @Option(
      names = "--no-lower-case",
      description =
          "Compare words as they are written. Not for --tbc and --wiki, which are read in lower"
              + " case.")
  private boolean caseKept;

  /** Returns the options. */
  CommandSpec spec() {
    return CommandSpec.forAnnotatedObject(this);
  }

  /**
   * Returns how BLEU and pooled self-BLEU are computed.
   *
   * @throws dev.infill.core.InvalidInputException if the options contradict each other, or have no
   *     meaning
   */
  BleuSettings settings() {
    Smoothing chosen = Optional.ofNullable(smoothing).orElse(Smoothing.NONE);
    List<Double> given = weights;
    Integer wanted = order;
    if (given != null) {
      return new BleuSettings(
          wanted == null ? given.size() : wanted, given, chosen, effectiveOrder);
    }
    return BleuSettings.uniform(
        wanted == null ? BleuSettings.standard().order() : wanted, chosen, effectiveOrder);
  }

  /** Returns how single sentences are smoothed, whose mean is the other form of self-BLEU. */
  Smoothing meanSmoothing() {
    return Optional.ofNullable(smoothing).orElse(Smoothing.TEXYGEN);
  }

  /** Says whether words are compared in lower case. */
  boolean isLowerCase() {
    return !caseKept;
  }

  private static final class IntegerConverter implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String value) {
      return NumberOption.integer(value);
    }
  }

  private static final class DecimalConverter implements ITypeConverter<Double> {
    @Override
    public Double convert(String value) {
      return NumberOption.decimal(value);
    }
  }

  private static final class SmoothingConverter implements ITypeConverter<Smoothing> {
    @Override
    public Smoothing convert(String value) {
      return Smoothing.parse(value);
    }
  }
}
