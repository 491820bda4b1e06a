package dev.infill.evaluation.answers;

import dev.infill.core.text.MaskedLanguageModel;
import java.util.List;
import java.util.stream.Stream;

/**
 * Takes the blanks one by one, all others being masked: the fillings of the largest product, whose
 * probability it is.
 */
public record IndependentBlanks() implements AnswerMethod {
  @Override
  public String name() {
    return "independent";
  }

  @Override
  public Answers answers(MaskedLanguageModel model, AnswerText text, int count) {
    List<double[]> known = text.logProbabilities(model, text.allMasked());
    List<Hypothesis> best = List.of(new Hypothesis(text.allMasked(), 0));
    for (int blank = 0; blank < text.blanks(); blank++) {
      int filled = blank;
      // The best of a product are among the products of the best.
      Stream<Hypothesis> longer =
          best.stream().flatMap(one -> one.filled(text, filled, known.get(filled), count));
      best = Hypothesis.best(longer, count);
    }
    return Answers.of(
        best.stream().map(Hypothesis::filling).toList(),
        filling -> text.logProbability(known, filling));
  }
}
