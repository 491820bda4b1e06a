package dev.infill.evaluation.answers;

import dev.infill.core.infill.Candidate;
import dev.infill.core.infill.Infiller;
import dev.infill.core.infill.Infilling;
import dev.infill.core.task.InfillSettings;
import dev.infill.core.text.MaskedLanguageModel;

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
    return Answers.of(
        infilling.candidates().stream()
            .map(Candidate::fills)
            .map(fills -> AnswerText.tokens(model, fills))
            .toList());
  }
}
