package dev.infill.web.cli.evaluate;

import dev.infill.evaluation.metrics.BleuSettings;
import dev.infill.evaluation.metrics.Smoothing;
import dev.infill.web.cli.option.CommandOption;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The options that say how BLEU is computed. */
final class BleuOptions {
  private final OptionSpec order =
      CommandOption.number(
          "--order", "The longest n-grams of BLEU. Default: 4, or the number of --weights.");
  private final OptionSpec weights =
      CommandOption.value("--weights", "W,W", List.class)
          .auxiliaryTypes(Double.class)
          .splitRegex(",")
          .hideParamSyntax(true)
          .description(
              "The weights of 1-grams, 2-grams, …, in any proportion. Default: all the same.")
          .build();
  private final OptionSpec smoothing =
      CommandOption.value("--smoothing", "KIND", Smoothing.class)
          .converters(Smoothing::parse)
          .description(
              "How BLEU replaces precisions of 0: none, epsilon[:0.1], add-k[:1] or exp."
                  + " Default: none, but epsilon:0.1 for the mean of sentences.")
          .build();
  private final OptionSpec effectiveOrder =
      CommandOption.flag(
          "--effective-order", "Leave out orders for which no sentence is long enough.");
  private final OptionSpec caseKept =
      CommandOption.flag(
          "--no-lower-case",
          "Compare words as they are written. Not for --tbc and --wiki, which are read in lower"
              + " case.");

  /** Returns the options. */
  CommandSpec spec() {
    return CommandSpec.create()
        .addOption(order)
        .addOption(weights)
        .addOption(smoothing)
        .addOption(effectiveOrder)
        .addOption(caseKept);
  }

  /**
   * Returns how BLEU and pooled self-BLEU are computed.
   *
   * @throws dev.infill.core.InvalidInputException if the options contradict each other, or have no
   *     meaning
   */
  BleuSettings settings() {
    Smoothing chosen = smoothing(Smoothing.NONE);
    List<Double> given = weights.getValue();
    Integer wanted = order.getValue();
    boolean effective = effectiveOrder.getValue();
    if (given != null) {
      return new BleuSettings(wanted == null ? given.size() : wanted, given, chosen, effective);
    }
    return BleuSettings.uniform(
        wanted == null ? BleuSettings.standard().order() : wanted, chosen, effective);
  }

  /** Returns how single sentences are smoothed, whose mean is the other form of self-BLEU. */
  Smoothing meanSmoothing() {
    return smoothing(Smoothing.TEXYGEN);
  }

  private Smoothing smoothing(Smoothing fallback) {
    return Objects.requireNonNullElse(smoothing.<@Nullable Smoothing>getValue(), fallback);
  }

  /** Says whether words are compared in lower case. */
  boolean isLowerCase() {
    return !caseKept.<Boolean>getValue();
  }
}
