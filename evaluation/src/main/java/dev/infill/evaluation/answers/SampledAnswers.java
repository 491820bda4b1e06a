package dev.infill.evaluation.answers;

import dev.infill.core.infill.Candidate;
import dev.infill.core.infill.Infiller;
import dev.infill.core.infill.Infilling;
import dev.infill.core.task.Fill;
import dev.infill.core.task.InfillSettings;
import dev.infill.core.text.MaskedLanguageModel;
import java.util.OptionalDouble;

/**
 * The candidates of a sampler, in the order of its list.
 *
 * @param name as {@link AnswerMethod#name}
 * @param settings how it is run; with the words that the text allows
 */
public record SampledAnswers(String name, InfillSettings settings) implements AnswerMethod {
  @Override
  public Answers answers(MaskedLanguageModel model, AnswerText text, int count) {
    Infilling infilling =
        new Infiller(model)
            .infill(
                text.blanked().text(),
                settings.toBuilder().vocabulary(AnswerText.CHOICE).top(count).build());
    return new Answers(
        infilling.candidates().stream()
            .map(Candidate::fills)
            .map(fills -> fills.stream().map(fill -> token(model, fill)).toList())
            .toList(),
        infilling.candidates().stream().map(this::logNormalizer).findFirst().orElseThrow());
  }

  /** All candidates of a list tell the same. */
  private OptionalDouble logNormalizer(Candidate candidate) {
    OptionalDouble estimate = candidate.probability().estimate();
    return estimate.isPresent()
        ? OptionalDouble.of(
            candidate.energy() / settings.temperature() - Math.log(estimate.getAsDouble()))
        : estimate;
  }

  private static int token(MaskedLanguageModel model, Fill fill) {
    return model.vocabulary().id(fill.token()).orElseThrow();
  }
}
