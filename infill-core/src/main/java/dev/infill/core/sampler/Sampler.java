package dev.infill.core.sampler;

import dev.infill.core.InvalidInputException;
import dev.infill.core.kernel.AcceptanceRule;
import dev.infill.core.kernel.DiscreteLangevin;
import dev.infill.core.kernel.GibbsWithGradients;
import dev.infill.core.kernel.Kernel;
import dev.infill.core.kernel.MetropolisGibbs;
import dev.infill.core.kernel.PseudoGibbs;
import dev.infill.core.kernel.Scan;
import dev.infill.core.kernel.StochasticLangevin;
import dev.infill.core.proposal.Intermediate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The samplers of texts: which settings each has, and the kernel that it is. Formulas, costs, and
 * measurements on text: {@code docs/research/samplers.md}.
 */
public enum Sampler {
  /** Discrete Metropolis-adjusted Langevin: all blanks move at once; exact. */
  DMALA("All blanks at once, corrected: exact."),
  /** Discrete unadjusted Langevin: accepts every proposal; approximate. */
  DULA("All blanks at once, never corrected: fast, biased by α."),
  /** Gibbs with gradients: one blank a step, chosen by the gradient; exact. */
  GWG("One blank a step, chosen by the gradient, corrected."),
  /** Pseudo-Gibbs: one blank a step from its masked conditional, in turn; approximate. */
  GIBBS("One blank a step, never corrected: simple, approximate."),
  /** The proposal of {@link #GIBBS} corrected by Metropolis–Hastings; exact. */
  GIBBS_MH("One blank a step from its own distribution, corrected."),
  /** DMALA by way of continuous intermediates between fillings; exact. */
  CDMALA("As dmala, looking uphill between fillings first; twice the passes."),
  /** DULA by way of continuous intermediates; approximate. */
  CDULA("As dula, looking uphill between fillings first."),
  /** Gibbs with gradients taken at continuous intermediates; exact. */
  CGWG("As gwg, looking uphill between fillings first; twice the passes.");

  private final String summary;

  Sampler(String summary) {
    this.summary = summary;
  }

  /** Returns the settings that have an effect on it, and not on every sampler. */
  private List<Setting<?>> parameters() {
    List<Setting<?>> parameters = new ArrayList<>();
    if (this == CDMALA || this == CDULA || this == CGWG) {
      parameters.addAll(List.of(Settings.INTERMEDIATE, Settings.ALPHA0));
    }
    if (isLangevin() || this == GWG || this == CGWG) {
      parameters.addAll(List.of(Settings.BALANCING, Settings.GRADIENT));
    }
    if (isLangevin()) {
      parameters.addAll(List.of(Settings.ALPHA, Settings.PRECONDITION));
    }
    if (isLangevin() && isExact()) {
      parameters.add(Settings.ADAPT);
    }
    if (isExact()) {
      parameters.addAll(List.of(Settings.ACCEPTANCE, Settings.DELTA));
    }
    if (this == DULA) {
      parameters.add(Settings.MINIBATCH);
    }
    return parameters;
  }

  private boolean isLangevin() {
    return this == DMALA || this == DULA || this == CDMALA || this == CDULA;
  }

  /** Returns the labels of all samplers. */
  public static List<String> labels() {
    return Arrays.stream(values()).map(Sampler::label).toList();
  }

  /**
   * Returns a sampler.
   *
   * @param label its label, such as {@code gibbs-mh}
   * @throws IllegalArgumentException if there is none of that label
   */
  public static Sampler of(String label) {
    return Arrays.stream(values())
        .filter(sampler -> sampler.label().equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no sampler %s; take one of %s"
                        .formatted(label, String.join(", ", labels()))));
  }

  /** Returns the name that users type, such as {@code gibbs-mh}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns what it does, in a line. */
  public String summary() {
    return summary;
  }

  /** Says whether it leaves π(θ) ∝ exp(U(θ)/T) invariant. */
  public boolean isExact() {
    return this != DULA && this != CDULA && this != GIBBS;
  }

  /** Says whether a setting has an effect on it, and not on every sampler. */
  public boolean has(Setting<?> setting) {
    return parameters().contains(setting);
  }

  /**
   * Refuses a setting that has an effect on other samplers only.
   *
   * @param setting any setting
   * @throws InvalidInputException naming the setting and the samplers that it is for
   */
  public void requireEffect(Setting<?> setting) {
    if (!has(setting) && !setting.samplers().isEmpty()) {
      throw new InvalidInputException(
          setting.name(),
          "%s has no %s; it is for %s"
              .formatted(label(), setting.name(), String.join(", ", setting.samplers())));
    }
  }

  /**
   * Returns its kernel.
   *
   * @param values the settings
   * @param scales the preconditioner g, one positive number for each blank; none for 1
   */
  public Kernel kernel(SettingValues values, double... scales) {
    return switch (this) {
      case DMALA -> dmala(values, scales);
      case CDMALA -> dmala(values, scales).withIntermediates(intermediate(values));
      case DULA ->
          values.get(Settings.MINIBATCH).isEmpty()
              ? dula(values, scales)
              : new StochasticLangevin(
                  dula(values, scales), values.get(Settings.MINIBATCH).getAsInt());
      case CDULA -> dula(values, scales).withIntermediates(intermediate(values));
      case GWG -> gwg(values);
      case CGWG -> gwg(values).withIntermediates(intermediate(values));
      // In turn rather than at random: in a short run every blank has changed equally often.
      case GIBBS -> new PseudoGibbs(Scan.SYSTEMATIC);
      case GIBBS_MH -> MetropolisGibbs.of(Scan.SYSTEMATIC).withAcceptance(rule(values));
    };
  }

  private static DiscreteLangevin dmala(SettingValues values, double[] scales) {
    return DiscreteLangevin.dmala(
            values.get(Settings.GRADIENT),
            values.get(Settings.BALANCING),
            values.get(Settings.ALPHA))
        .withPreconditioner(scales)
        .withAcceptance(rule(values));
  }

  private static DiscreteLangevin dula(SettingValues values, double[] scales) {
    return DiscreteLangevin.dula(
            values.get(Settings.GRADIENT),
            values.get(Settings.BALANCING),
            values.get(Settings.ALPHA))
        .withPreconditioner(scales);
  }

  private static GibbsWithGradients gwg(SettingValues values) {
    return GibbsWithGradients.of(values.get(Settings.GRADIENT), values.get(Settings.BALANCING), 1)
        .withAcceptance(rule(values));
  }

  private static Intermediate intermediate(SettingValues values) {
    return new Intermediate(values.get(Settings.INTERMEDIATE), values.get(Settings.ALPHA0));
  }

  private static AcceptanceRule rule(SettingValues values) {
    return values.get(Settings.ACCEPTANCE).rule(values.get(Settings.DELTA));
  }
}
