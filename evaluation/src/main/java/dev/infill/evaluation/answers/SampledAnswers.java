package dev.infill.evaluation.answers;

import dev.infill.core.infill.Infiller;
import dev.infill.core.sample.Candidate;
import dev.infill.core.sample.SampleResult;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.SampleSettings;
import dev.infill.core.text.MaskedLanguageModel;

/**
 * The candidates of a sampler, in the order of its list.
 *
 * @param name as {@link AnswerMethod#name}
 * @param settings how it is run; with the words that the text allows
 */
public record SampledAnswers(String name, SampleSettings settings) implements AnswerMethod {
  @Override
  public Answers answers(MaskedLanguageModel model, AnswerText text, int count) {
    SampleResult infilling =
        new Infiller(model)
            .sample(
                text.blanked().text(),
                settings.with(Settings.VOCABULARY, AnswerText.CHOICE).with(Settings.TOP, count));
    return Answers.of(
        infilling.candidates().stream()
            .map(Candidate::fills)
            .map(fills -> AnswerText.tokens(model, fills))
            .toList());
  }
}
