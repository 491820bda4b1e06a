package dev.infill.evaluation.answers;

import dev.infill.core.text.MaskedLanguageModel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Mask-predict (Ghazvininejad et al. 2019): fills all blanks at once, masks those that the model
 * was least sure of, and fills these again, fewer each time. It gives one answer; here it starts
 * from each of the fillings that {@link IndependentBlanks} gives, as that paper's decoder starts
 * from each of several lengths.
 *
 * @param iterations T, at least 1; in iteration t of T, m · (T − t) / T blanks are masked
 */
public record MaskPredict(int iterations) implements AnswerMethod {
  /** Checks the number. */
  public MaskPredict {
    if (iterations < 1) {
      throw new IllegalArgumentException(iterations + " iterations");
    }
  }

  @Override
  public String name() {
    return "mask-predict, " + iterations + " iterations";
  }

  @Override
  public Answers answers(MaskedLanguageModel model, AnswerText text, int count) {
    List<double[]> known = text.logProbabilities(model, text.allMasked());
    Answers starts = new IndependentBlanks().answers(model, text, count);
    Set<List<Integer>> ends = new LinkedHashSet<>();
    for (List<Integer> start : starts.fillings()) {
      ends.add(refined(model, text, start, known));
    }
    return Answers.of(List.copyOf(ends));
  }

  private List<Integer> refined(
      MaskedLanguageModel model, AnswerText text, List<Integer> start, List<double[]> known) {
    List<Integer> filling = new ArrayList<>(start);
    double[] confidence = new double[filling.size()];
    for (int blank = 0; blank < confidence.length; blank++) {
      confidence[blank] = known.get(blank)[text.words().indexOf(filling.get(blank))];
    }
    for (int t = 1; t < iterations; t++) {
      int count = filling.size() * (iterations - t) / iterations;
      if (count == 0) {
        break;
      }
      List<Integer> masked =
          IntStream.range(0, confidence.length)
              .boxed()
              .sorted(Comparator.comparingDouble(blank -> confidence[blank]))
              .limit(count)
              .toList();
      masked.forEach(blank -> filling.set(blank, -1));
      List<double[]> again = text.logProbabilities(model, filling);
      for (int blank : masked) {
        int best = Hypothesis.likeliest(again.get(blank), 1).findFirst().orElseThrow();
        filling.set(blank, text.words().id(best));
        confidence[blank] = again.get(blank)[best];
      }
    }
    return List.copyOf(filling);
  }
}
