package dev.infill.web.json;

import static dev.infill.web.json.Numbers.finiteOrNull;

import dev.infill.core.diagnostics.Convergence;
import dev.infill.core.infill.Candidate;
import dev.infill.core.infill.Diagnostics;
import dev.infill.core.infill.Fill;
import dev.infill.core.infill.Infilling;
import dev.infill.web.Versions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The fillings of one text.
 *
 * @param text the text as it was given
 * @param settings everything needed to repeat the result
 * @param candidates the best fillings, highest U first
 * @param diagnostics how the chains behaved
 */
public record InfillingJson(
    String text,
    SettingsJson settings,
    List<CandidateJson> candidates,
    DiagnosticsJson diagnostics) {
  /**
   * Maps a result.
   *
   * @param infilling the result
   * @param versions the versions of the application
   */
  public static InfillingJson of(Infilling infilling, Versions versions) {
    return new InfillingJson(
        infilling.text(),
        SettingsJson.of(infilling.settings(), infilling.model(), versions),
        infilling.candidates().stream().map(CandidateJson::of).toList(),
        DiagnosticsJson.of(infilling));
  }

  /**
   * One filling.
   *
   * @param text the text with every blank filled
   * @param fills the fills, in the order of the blanks
   * @param energy U in nats; null for −∞
   * @param share the share of the pooled states, in [0, 1]
   * @param shareStandardError its Monte Carlo standard error; null where it cannot be told
   * @param chains how many chains ended here
   */
  public record CandidateJson(
      String text,
      List<FillJson> fills,
      @Nullable Double energy,
      @Nullable Double share,
      @Nullable Double shareStandardError,
      int chains) {
    static CandidateJson of(Candidate candidate) {
      return new CandidateJson(
          candidate.text(),
          candidate.fills().stream().map(FillJson::of).toList(),
          finiteOrNull(candidate.energy()),
          finiteOrNull(candidate.share()),
          finiteOrNull(candidate.shareStandardError()),
          candidate.chains());
    }
  }

  /**
   * What stands in one blank.
   *
   * @param token the token, as the vocabulary spells it
   * @param logProbability log f given the other fills, in nats; null for −∞
   * @param start where the fill starts in the candidate's text, in UTF-16 code units
   * @param end one past where it ends
   */
  public record FillJson(String token, @Nullable Double logProbability, int start, int end) {
    static FillJson of(Fill fill) {
      return new FillJson(
          fill.token(), finiteOrNull(fill.logProbability()), fill.start(), fill.end());
    }
  }

  /**
   * How the chains behaved; see {@link Diagnostics}. Null where a figure is undefined.
   *
   * @param exact whether shares estimate posterior probabilities
   * @param interrupted whether these are the fillings found until an interrupt
   * @param acceptanceRate see {@link Diagnostics}
   * @param acceptedAndChangedRate see {@link Diagnostics}
   * @param meanChangedCoordinates see {@link Diagnostics}
   * @param distinctFillings see {@link Diagnostics}
   * @param meanEnergy see {@link Diagnostics}
   * @param effectiveSampleSize see {@link Diagnostics}
   * @param effectiveSampleSizeOfHammingDistance see {@link Diagnostics}
   * @param modelPasses see {@link Diagnostics}
   * @param hits see {@link Diagnostics}
   * @param seconds see {@link Diagnostics}
   * @param alpha the step size of the steps that were kept
   * @param keptSteps see {@link Diagnostics}
   * @param convergence how well the chains have explored what they sample
   */
  public record DiagnosticsJson(
      boolean exact,
      boolean interrupted,
      @Nullable Double acceptanceRate,
      @Nullable Double acceptedAndChangedRate,
      @Nullable Double meanChangedCoordinates,
      int distinctFillings,
      @Nullable Double meanEnergy,
      @Nullable Double effectiveSampleSize,
      @Nullable Double effectiveSampleSizeOfHammingDistance,
      long modelPasses,
      long hits,
      @Nullable Double seconds,
      @Nullable Double alpha,
      int keptSteps,
      ConvergencesJson convergence) {
    static DiagnosticsJson of(Infilling infilling) {
      Diagnostics diagnostics = infilling.diagnostics();
      return new DiagnosticsJson(
          infilling.exact(),
          infilling.interrupted(),
          finiteOrNull(diagnostics.acceptanceRate()),
          finiteOrNull(diagnostics.acceptedAndChangedRate()),
          finiteOrNull(diagnostics.meanChangedCoordinates()),
          diagnostics.distinctFillings(),
          finiteOrNull(diagnostics.meanEnergy()),
          finiteOrNull(diagnostics.effectiveSampleSize()),
          finiteOrNull(diagnostics.effectiveSampleSizeOfHammingDistance()),
          diagnostics.modelPasses(),
          diagnostics.hits(),
          finiteOrNull(diagnostics.seconds()),
          finiteOrNull(diagnostics.stepSize()),
          diagnostics.keptSteps(),
          ConvergencesJson.of(diagnostics));
    }
  }

  /**
   * How well the chains have explored two figures.
   *
   * @param energy U; null where it is not known along the chains
   * @param hammingDistance in how many blanks a chain differs from the most frequent tokens
   */
  public record ConvergencesJson(
      @Nullable ConvergenceJson energy, ConvergenceJson hammingDistance) {
    static ConvergencesJson of(Diagnostics diagnostics) {
      return new ConvergencesJson(
          diagnostics
              .convergenceOfEnergy()
              .map(energy -> ConvergenceJson.of(energy, diagnostics))
              .orElse(null),
          ConvergenceJson.of(diagnostics.convergenceOfHammingDistance(), diagnostics));
    }
  }

  /**
   * How well the chains have explored one figure; see {@link Convergence}. Null where something is
   * undefined, or infinite.
   *
   * @param effectiveSampleSize see {@link Convergence}; 0 for chains that never move
   * @param effectiveSampleSizePerStep per step that each chain made after burn-in
   * @param effectiveSampleSizePerSecond per second of the whole job
   * @param effectiveSampleSizePerModelPass per sequence through the model, of the whole job
   * @param autocorrelationTime in steps
   * @param rHat the larger of the two below
   * @param bulkRHat see {@link Convergence}
   * @param foldedRHat see {@link Convergence}
   * @param constantChains how many chains hold one value at all of their kept steps
   */
  public record ConvergenceJson(
      @Nullable Double effectiveSampleSize,
      @Nullable Double effectiveSampleSizePerStep,
      @Nullable Double effectiveSampleSizePerSecond,
      @Nullable Double effectiveSampleSizePerModelPass,
      @Nullable Double autocorrelationTime,
      @Nullable Double rHat,
      @Nullable Double bulkRHat,
      @Nullable Double foldedRHat,
      int constantChains) {
    static ConvergenceJson of(Convergence convergence, Diagnostics diagnostics) {
      return new ConvergenceJson(
          finiteOrNull(convergence.effectiveSampleSize()),
          finiteOrNull(diagnostics.effectiveSampleSizePerStep(convergence)),
          finiteOrNull(diagnostics.effectiveSampleSizePerSecond(convergence)),
          finiteOrNull(diagnostics.effectiveSampleSizePerModelPass(convergence)),
          finiteOrNull(convergence.autocorrelationTime()),
          finiteOrNull(convergence.rHat()),
          finiteOrNull(convergence.bulkRHat()),
          finiteOrNull(convergence.foldedRHat()),
          convergence.constantChains());
    }
  }
}
