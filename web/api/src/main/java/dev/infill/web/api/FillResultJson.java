package dev.infill.web.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.infill.core.fill.FillDiagnostics;
import dev.infill.core.fill.FillResult;
import dev.infill.core.fill.FillVerdict;
import dev.infill.core.fill.Filling;
import dev.infill.core.task.Fill;
import dev.infill.core.task.TermValue;
import dev.infill.core.text.CharSpan;
import dev.infill.web.api.SampleResultJson.MarginalJson;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The most probable fillings of one text, as {@code infill fill --format json} prints them.
 *
 * @param text the text as it was given
 * @param settings everything needed to repeat the result, but for terms that were added in Java
 * @param candidates the most probable first; where blanks are of unknown length, the highest M per
 *     piece. Where {@code select} is {@code diverse}, the best and then each in the order of choice
 * @param lengths how many ways there are to choose the lengths of blanks: probabilities are those
 *     among fillings of one way
 * @param verdict what the list can be relied on for
 * @param marginals for each blank the likeliest words, as many as candidates are asked for; no
 *     blanks where nothing is known of them
 * @param diagnostics what it took
 * @param interrupted whether the job was stopped, so that the list is what was found so far
 * @param unknownPieces how many pieces of the text stand for what the model does not know ({@code
 *     [UNK]}); absent where it knows all of it
 * @param window the part of the text around its blanks that the model reads, and that all figures
 *     are of; absent where it reads all of it
 */
public record FillResultJson(
    String text,
    SettingsJson settings,
    List<FillingJson> candidates,
    int lengths,
    FillVerdict verdict,
    List<MarginalJson> marginals,
    FillDiagnostics diagnostics,
    boolean interrupted,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) int unknownPieces,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<CharSpan> window) {
  /**
   * Maps a result.
   *
   * @param result the result
   * @param versions the versions of the application
   */
  public static FillResultJson of(FillResult result, Versions versions) {
    return new FillResultJson(
        result.text(),
        SettingsJson.of(result.settings(), result.model(), versions),
        result.fillings().stream().map(FillingJson::of).toList(),
        result.reading().lengths(),
        result.verdict(),
        result.marginals().stream()
            .map(marginal -> MarginalJson.of(marginal, result.settings().top()))
            .toList(),
        result.diagnostics(),
        result.interrupted(),
        result.reading().unknownPieces(),
        result.reading().window());
  }

  /**
   * A filling of a text.
   *
   * @param text the text with every blank filled
   * @param fills the fills, in the order of the blanks, piece by piece
   * @param twoWay M, the log-probability by the chain rule, the mean of both reading orders, in
   *     nats. Fillings are ordered by it; where blanks are of unknown length, by it per piece
   * @param energy U, the sum of log f of the fills, each given all others, in nats
   * @param total M + Σ weight · value in nats, which fillings are ordered by where terms are added
   *     to M, as keywords are; absent elsewhere
   * @param terms the terms that are added to M; absent where there are none
   * @param probability how probable it is among the fillings of the same lengths of blanks: exact,
   *     or an estimate from independent draws; null where nothing is known of it
   * @param probabilityStandardError the standard error of the estimate; 0 if the probability is
   *     known exactly, null where it cannot be told
   * @param probabilityBound what its probability certainly is at most
   */
  public record FillingJson(
      String text,
      List<Fill> fills,
      double twoWay,
      double energy,
      @JsonInclude(JsonInclude.Include.NON_ABSENT) OptionalDouble total,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<TermValue> terms,
      OptionalDouble probability,
      OptionalDouble probabilityStandardError,
      OptionalDouble probabilityBound) {
    static FillingJson of(Filling filling) {
      return new FillingJson(
          filling.text(),
          filling.fills(),
          filling.twoWay(),
          filling.energy(),
          filling.terms().isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(filling.total()),
          filling.terms(),
          filling.probability().estimate(),
          filling.probability().standardError(),
          filling.probability().upperBound());
    }
  }
}
