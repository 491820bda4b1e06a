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
 * The fillings of one text, as {@code infill sample --format json} prints them.
 *
 * @param text the text as it was given
 * @param settings everything needed to repeat the result, but for terms beside U, which candidates
 *     tell
 * @param candidates the best fillings, highest U first, or highest total where terms are added.
 *     Where {@code select} is {@code diverse}, the best and then each in the order of choice
 * @param verdict whether the probabilities can be relied on
 * @param marginals for each blank the likeliest words, as many as candidates are asked for; no
 *     blanks where no probability can be estimated
 * @param diagnostics how the chains behaved
 * @param unknownPieces how many pieces of the text stand for what the model does not know ({@code
 *     [UNK]}); absent where it knows all of it
 * @param window the part of the text around its blanks that the model reads, and that all figures
 *     are of; absent where it reads all of it
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
   * A filling that chains came by.
   *
   * @param text the text with every blank filled
   * @param fills the fills, in the order of the blanks, piece by piece
   * @param energy U in nats, not divided by the temperature
   * @param twoWay M in nats, by which {@code infill fill} orders its list; absent unless the
   *     setting {@code twoWay} asks for it
   * @param total U + Σ weight · value in nats, which is sampled and which fillings are ordered by
   *     where terms are added to U, as keywords are; absent elsewhere
   * @param terms the terms that are added to U; absent where there are none
   * @param probability an estimate of its posterior probability, from U of what all chains visited
   *     and from what each visited of the others' fillings; null where there is none: see the
   *     verdict
   * @param probabilityStandardError the standard error of the estimate; 0 if the probability is
   *     known exactly, null where it cannot be told
   * @param probabilityBound what its probability is at most, by U of all fillings that were found;
   *     samplers that are approximate have it as well
   * @param visits how many of the pooled states are this filling
   * @param chains how many chains ended here
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

  /**
   * What can stand in one blank, whatever stands in the others.
   *
   * @param blank which blank of the text, from 1
   * @param words the likeliest first, as many as fillings are asked for
   * @param rest the probability of all other words
   */
  record MarginalJson(int blank, List<MarginalWordJson> words, double rest) {
    static MarginalJson of(Marginal marginal, int most) {
      return new MarginalJson(
          marginal.blank(),
          marginal.words().stream()
              .limit(most)
              .map(
                  word ->
                      new MarginalWordJson(
                          word.text(), word.estimate(), word.probability().standardError()))
              .toList(),
          marginal.rest(most));
    }
  }

  /**
   * A word of a blank.
   *
   * @param text a word or several; a continuation with a leading {@code ##}
   * @param probability its probability in this blank
   * @param standardError the standard error of the probability; 0 if this is known exactly, null
   *     where it cannot be told
   */
  record MarginalWordJson(String text, double probability, OptionalDouble standardError) {}

  /**
   * How the chains behaved. Rates are means over chains and over the steps after burn-in.
   *
   * @param exact whether the sampler draws from its target, and not from an approximation
   * @param interrupted whether the job was stopped, so that candidates are what was found so far
   * @param acceptanceRate the share of steps whose proposal was accepted
   * @param acceptedAndChangedRate the share of steps that moved the chain to another filling
   * @param meanChangedCoordinates the mean number of blanks that a step changed
   * @param distinctFillings how many different fillings are among the pooled states
   * @param meanEnergy the mean of U over chains and kept steps, in nats; null where U is not known
   *     along the chains
   * @param effectiveSampleSize how many independent draws the kept steps are worth, by U; null
   *     where it is undefined
   * @param effectiveSampleSizeOfHammingDistance the same by the number of blanks in which a chain
   *     differs from the most frequent tokens
   * @param modelPasses sequences through the model in all
   * @param hits the passes that were spared, as the model's answers are remembered
   * @param seconds wall-clock seconds of the whole job
   * @param alpha the step size α of the kept steps; null for samplers without one
   * @param steps steps of each chain, burn-in included
   * @param keptSteps steps of each chain after burn-in
   * @param end what ended the run: the steps were made, the model had read as many sequences as it
   *     may, the time was over, or the job was cancelled
   * @param convergence how well the chains have explored what they sample, after burn-in
   */
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

  /**
   * How well the chains have explored what they sample, after burn-in.
   *
   * @param energy of U; null where it is not known along the chains
   * @param hammingDistance of the number of blanks in which a chain differs from the most frequent
   *     tokens
   */
  record ConvergencesJson(Optional<ConvergenceJson> energy, ConvergenceJson hammingDistance) {}

  /**
   * How well several chains have explored one figure (Vehtari, Gelman, Simpson, Carpenter and
   * Bürkner 2021). Null is what is undefined.
   *
   * @param effectiveSampleSize how many independent draws the kept steps of all chains are worth
   *     (Geyer's initial monotone sequence, as Stan); 0 for chains that never move; null where
   *     there are fewer than 8 kept steps
   * @param effectiveSampleSizePerStep the same per step that each chain made after burn-in
   * @param effectiveSampleSizePerSecond the same per second of the whole job, burn-in included
   * @param effectiveSampleSizePerModelPass the same per sequence through the model, burn-in
   *     included; null if there was none
   * @param autocorrelationTime the integrated autocorrelation time in steps: 1 + 2 times the sum of
   *     the autocorrelations; null for chains that never move
   * @param rHat the larger of bulkRHat and foldedRHat; null, not 1, for chains that never move, and
   *     where it is infinite
   * @param bulkRHat rank-normalised split R-hat: near 1 where the chains agree in location
   * @param foldedRHat the same of the distances from the median: near 1 where the chains agree in
   *     spread
   * @param constantChains how many chains hold one value at all of their kept steps
   */
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
