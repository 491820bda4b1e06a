package dev.infill.web.json;

import static dev.infill.web.json.Numbers.finiteOrNull;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.infill.core.diagnostics.Convergence;
import dev.infill.core.infill.Candidate;
import dev.infill.core.infill.Diagnostics;
import dev.infill.core.infill.Fill;
import dev.infill.core.infill.Infilling;
import dev.infill.core.infill.Marginal;
import dev.infill.core.infill.SampledLengths;
import dev.infill.core.infill.Verdict;
import dev.infill.core.text.CharSpan;
import dev.infill.web.Versions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The fillings of one text.
 *
 * @param text the text as it was given
 * @param settings everything needed to repeat the result
 * @param candidates the best fillings, highest U first; where blanks are of unknown length, highest
 *     normalised energy first
 * @param lengths where blanks are of unknown length, what came of each way to choose them; absent
 *     elsewhere
 * @param verdict whether the probabilities can be relied on
 * @param marginals for each blank the likeliest words, as many as candidates are asked for; empty
 *     where no probability can be estimated
 * @param diagnostics how the chains behaved
 * @param window the part of the text that the model reads; absent where it reads all of it
 * @param notices about the text, such as that it may be of another language than the model; absent
 *     where there are none
 */
public record InfillingJson(
    String text,
    SettingsJson settings,
    List<CandidateJson> candidates,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<LengthsJson> lengths,
    VerdictJson verdict,
    List<MarginalJson> marginals,
    DiagnosticsJson diagnostics,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable WindowJson window,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> notices) {
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
        infilling.lengths().isEmpty()
            ? null
            : infilling.lengths().stream().map(LengthsJson::of).toList(),
        VerdictJson.of(infilling.verdict()),
        infilling.marginals().stream()
            .map(marginal -> MarginalJson.of(marginal, infilling.settings().top()))
            .toList(),
        DiagnosticsJson.of(infilling),
        infilling.reading().window().map(WindowJson::of).orElse(null),
        infilling.reading().notices());
  }

  /**
   * A part of the text.
   *
   * @param start where it starts in the result's text, in UTF-16 code units
   * @param end one past where it ends
   */
  public record WindowJson(int start, int end) {
    static WindowJson of(CharSpan span) {
      return new WindowJson(span.start(), span.end());
    }
  }

  /**
   * One filling.
   *
   * @param text the text with every blank filled
   * @param fills the fills, in the order of the blanks
   * @param energy U in nats; null for −∞
   * @param normalizedEnergy see {@link Candidate}; absent where all blanks have one length only
   * @param probability an estimate of its posterior probability; null where there is none
   * @param probabilityStandardError of the estimate, 0 if the probability is known exactly; null
   *     where it cannot be told
   * @param probabilityBound what the probability is at most
   * @param visits how many of the pooled states are this filling
   * @param chains how many chains ended here
   */
  public record CandidateJson(
      String text,
      List<FillJson> fills,
      @Nullable Double energy,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double normalizedEnergy,
      @Nullable Double probability,
      @Nullable Double probabilityStandardError,
      @Nullable Double probabilityBound,
      int visits,
      int chains) {
    static CandidateJson of(Candidate candidate) {
      return new CandidateJson(
          candidate.text(),
          candidate.fills().stream().map(FillJson::of).toList(),
          finiteOrNull(candidate.energy()),
          finiteOrNull(candidate.normalizedEnergy()),
          finiteOrNull(candidate.probability().estimate()),
          finiteOrNull(candidate.probability().standardError()),
          finiteOrNull(candidate.probability().upperBound()),
          candidate.visits(),
          candidate.chains());
    }
  }

  /**
   * A piece that stands in a blank.
   *
   * @param blank which blank of the text, from 1
   * @param token the token, as the vocabulary spells it
   * @param logProbability log f given the other fills, in nats; null for −∞
   * @param start where the fill starts in the candidate's text, in UTF-16 code units
   * @param end one past where it ends
   */
  public record FillJson(
      int blank, String token, @Nullable Double logProbability, int start, int end) {
    static FillJson of(Fill fill) {
      return new FillJson(
          fill.blank(),
          fill.token(),
          finiteOrNull(fill.logProbability()),
          fill.start(),
          fill.end());
    }
  }

  /**
   * Whether the probabilities can be relied on; see {@link Verdict}.
   *
   * @param reliability exact, reliable, unreliable, bounds-only or not-sampled
   * @param text the same in one or two sentences
   * @param unseen see {@link Verdict}; null where nothing is estimated from chains
   */
  public record VerdictJson(String reliability, String text, @Nullable Double unseen) {
    static VerdictJson of(Verdict verdict) {
      return new VerdictJson(
          verdict.reliability().toString(), verdict.text(), finiteOrNull(verdict.unseen()));
    }
  }

  /**
   * The likeliest of what can stand in one blank, whatever stands in the others.
   *
   * @param blank which blank of the text, from 1
   * @param words the likeliest first
   * @param rest the probability of all others
   */
  public record MarginalJson(int blank, List<WordJson> words, double rest) {
    static MarginalJson of(Marginal marginal, int most) {
      return new MarginalJson(
          marginal.blank(),
          marginal.words().stream().limit(most).map(WordJson::of).toList(),
          marginal.rest(most));
    }
  }

  /**
   * What can stand in a blank.
   *
   * @param text a word or several; a continuation with a leading {@code ##}
   * @param probability an estimate, or what is known
   * @param standardError 0 if the probability is known exactly; null where it cannot be told
   */
  public record WordJson(String text, double probability, @Nullable Double standardError) {
    static WordJson of(Marginal.Word word) {
      return new WordJson(
          word.text(), word.estimate(), finiteOrNull(word.probability().standardError()));
    }
  }

  /**
   * What came of one way to choose the lengths of blanks; see {@link SampledLengths}. Null where
   * nothing was compared before an interrupt.
   *
   * @param lengths how many pieces each blank has
   * @param chains how many chains were given these lengths
   * @param distinctFillings how many different fillings of these lengths were compared
   * @param bestNormalizedEnergy in nats per piece
   * @param meanNormalizedEnergy in nats per piece
   */
  public record LengthsJson(
      List<Integer> lengths,
      int chains,
      int distinctFillings,
      @Nullable Double bestNormalizedEnergy,
      @Nullable Double meanNormalizedEnergy) {
    static LengthsJson of(SampledLengths lengths) {
      return new LengthsJson(
          lengths.lengths(),
          lengths.chains(),
          lengths.distinctFillings(),
          finiteOrNull(lengths.bestNormalizedEnergy()),
          finiteOrNull(lengths.meanNormalizedEnergy()));
    }
  }

  /**
   * How the chains behaved; see {@link Diagnostics}. Null where a figure is undefined.
   *
   * @param exact whether the sampler leaves the posterior invariant
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
