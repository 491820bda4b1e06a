package dev.infill.evaluation.answers;

import dev.infill.core.infill.Candidate;
import dev.infill.core.infill.Infiller;
import dev.infill.core.task.Fill;
import dev.infill.core.task.InfillSettings;
import dev.infill.core.text.MaskedLanguageModel;
import java.util.List;

/**
 * The candidates of a sampler, in the order of its list.
 *
 * @param name as {@link AnswerMethod#name}
 * @param settings how it is run
 */
public record SampledAnswers(String name, InfillSettings settings) implements AnswerMethod {
  @Override
  public List<List<Integer>> answers(MaskedLanguageModel model, AnswerText text, int count) {
    return new Infiller(model)
            .infill(text.blanked().text(), settings.toBuilder().top(count).build())
            .candidates()
            .stream()
            .map(Candidate::fills)
            .map(fills -> fills.stream().map(fill -> token(model, fill)).toList())
            .toList();
  }

  private static int token(MaskedLanguageModel model, Fill fill) {
    return model.vocabulary().id(fill.token()).orElseThrow();
  }
}
