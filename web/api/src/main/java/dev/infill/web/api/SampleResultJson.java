package dev.infill.web.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.infill.core.chain.RunEnd;
import dev.infill.core.diagnostics.Convergence;
import dev.infill.core.fill.Marginal;
import dev.infill.core.sample.Candidate;
import dev.infill.core.sample.SampleDiagnostics;
import dev.infill.core.sample.SampleResult;
import dev.infill.core.sample.SampleVerdict;
import dev.infill.core.task.Fill;
import dev.infill.core.task.TermValue;
import dev.infill.core.text.CharSpan;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The fillings of one text.
 *
 * @param text the text as it was given
 * @param settings everything needed to repeat the result, but for terms beside U, which candidates
 *     tell
 * @param candidates the best fillings, highest U first, or highest total where terms are added; of
 *     a diverse list the best first, then in the order of choice
 * @param verdict whether the probabilities can be relied on
 * @param marginals for each blank the likeliest words, as many as candidates are asked for; empty
 *     where no probability can be estimated
 * @param diagnostics how the chains behaved
 * @param unknownPieces how many pieces of the text are unknown to the model; absent where none is
 * @param window the part of the text that the model reads; absent where it reads all of it
 */
public record SampleResultJson(
    String text,
    SettingsJson settings,
    List<CandidateJson> candidates,
    SampleVerdict verdict,
    List<MarginalJson> marginals,
    DiagnosticsJson diagnostics,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) int unknownPieces,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<CharSpan> window) {
  /**
   * Maps a result.
   *
   * @param infilling the result
   * @param versions the versions of the application
   */
  public static SampleResultJson of(SampleResult infilling, Versions versions) {
    return new SampleResultJson(
        infilling.text(),
        SettingsJson.of(infilling.settings(), infilling.model(), versions),
        infilling.candidates().stream().map(CandidateJson::of).toList(),
        infilling.verdict(),
        infilling.marginals().stream()
            .map(marginal -> MarginalJson.of(marginal, infilling.settings().top()))
            .toList(),
        DiagnosticsJson.of(infilling),
        infilling.reading().unknownPieces(),
        infilling.reading().window());
  }

  /**
   * A {@link Candidate}, its probability in three members. M stands beside U where it was asked
   * for. Where terms are added to U, they and the total do; absent elsewhere.
   */
  record CandidateJson(
      String text,
      List<Fill> fills,
      double energy,
      @JsonInclude(JsonInclude.Include.NON_ABSENT) OptionalDouble twoWay,
      @JsonInclude(JsonInclude.Include.NON_ABSENT) OptionalDouble total,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<TermValue> terms,
      OptionalDouble probability,
      OptionalDouble probabilityStandardError,
      OptionalDouble probabilityBound,
      int visits,
      int chains) {
    static CandidateJson of(Candidate candidate) {
      return new CandidateJson(
          candidate.text(),
          candidate.fills(),
          candidate.energy(),
          candidate.twoWay(),
          candidate.terms().isEmpty()
              ? OptionalDouble.empty()
              : OptionalDouble.of(candidate.total()),
          candidate.terms(),
          candidate.probability().estimate(),
          candidate.probability().standardError(),
          candidate.probability().upperBound(),
          candidate.visits(),
          candidate.chains());
    }
  }

  /** The likeliest words of a {@link Marginal}, and the probability of all others. */
  record MarginalJson(int blank, List<WordJson> words, double rest) {
    static MarginalJson of(Marginal marginal, int most) {
      return new MarginalJson(
          marginal.blank(),
          marginal.words().stream()
              .limit(most)
              .map(
                  word ->
                      new WordJson(
                          word.text(), word.estimate(), word.probability().standardError()))
              .toList(),
          marginal.rest(most));
    }
  }

  /** A {@link Marginal.Word}. */
  record WordJson(String text, double probability, OptionalDouble standardError) {}

  /** {@link SampleDiagnostics}, with what stands beside them in an {@link SampleResult}. */
  public record DiagnosticsJson(
      boolean exact,
      boolean interrupted,
      double acceptanceRate,
      double acceptedAndChangedRate,
      double meanChangedCoordinates,
      int distinctFillings,
      OptionalDouble meanEnergy,
      OptionalDouble effectiveSampleSize,
      OptionalDouble effectiveSampleSizeOfHammingDistance,
      long modelPasses,
      long hits,
      double seconds,
      OptionalDouble alpha,
      int steps,
      int keptSteps,
      RunEnd end,
      ConvergencesJson convergence) {
    public static DiagnosticsJson of(SampleResult infilling) {
      SampleDiagnostics diagnostics = infilling.diagnostics();
      return new DiagnosticsJson(
          infilling.settings().sampler().isExact(),
          infilling.interrupted(),
          diagnostics.moves().accepted(),
          diagnostics.moves().changed(),
          diagnostics.moves().meanChangedBlanks(),
          diagnostics.distinctFillings(),
          diagnostics.meanEnergy(),
          diagnostics.effectiveSampleSize(),
          diagnostics.hammingDistance().effectiveSampleSize(),
          diagnostics.modelPasses(),
          diagnostics.hits(),
          diagnostics.seconds(),
          diagnostics.moves().stepSize(),
          diagnostics.moves().steps(),
          diagnostics.moves().kept(),
          diagnostics.moves().end(),
          new ConvergencesJson(
              diagnostics.energy().map(energy -> ConvergenceJson.of(energy, diagnostics)),
              ConvergenceJson.of(diagnostics.hammingDistance(), diagnostics)));
    }
  }

  /** How well the chains have explored U, where it is known, and the Hamming distance. */
  record ConvergencesJson(Optional<ConvergenceJson> energy, ConvergenceJson hammingDistance) {}

  /** A {@link Convergence}, with the effective sample size by what it cost. */
  record ConvergenceJson(
      OptionalDouble effectiveSampleSize,
      OptionalDouble effectiveSampleSizePerStep,
      OptionalDouble effectiveSampleSizePerSecond,
      OptionalDouble effectiveSampleSizePerModelPass,
      OptionalDouble autocorrelationTime,
      OptionalDouble rHat,
      OptionalDouble bulkRHat,
      OptionalDouble foldedRHat,
      int constantChains) {
    static ConvergenceJson of(Convergence convergence, SampleDiagnostics diagnostics) {
      return new ConvergenceJson(
          convergence.effectiveSampleSize(),
          diagnostics.effectiveSampleSizePerStep(convergence),
          diagnostics.effectiveSampleSizePerSecond(convergence),
          diagnostics.effectiveSampleSizePerModelPass(convergence),
          convergence.autocorrelationTime(),
          convergence.rHat(),
          convergence.bulkRHat(),
          convergence.foldedRHat(),
          convergence.constantChains());
    }
  }
}
