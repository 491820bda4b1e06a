package dev.infill.evaluation.bench;

import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.corpora.task.KnownPieces;
import dev.infill.corpora.task.MaskingSettings;
import dev.infill.corpora.task.MaskingTask;
import dev.infill.corpora.task.TaskSampler;
import dev.infill.evaluation.experiment.ReferenceCorpus;
import java.util.ArrayList;
import java.util.List;

/** Texts of corpora with 3 to 5 blanks, for jobs to be timed on. */
public final class DrawnTexts {
  private static final int FEWEST_WORDS = 12;
  private static final int MOST_WORDS = 20;

  private DrawnTexts() {}

  /**
   * Draws sentences of 12 to 20 words, a quarter of which are blanks; in all else as the infilling
   * experiment draws them.
   *
   * @param model which must know every piece of them
   * @param corpora the corpora, which take turns
   * @param seed decides which sentences and which words
   * @param ofEach how many of each corpus, at least 1
   * @throws dev.infill.core.InvalidInputException if a file cannot be read, or too few of its
   *     sentences qualify
   */
  public static List<MaskingTask> draw(
      MaskedLanguageModel model, List<ReferenceCorpus> corpora, long seed, int ofEach) {
    TaskSampler sampler =
        new TaskSampler(
            MaskingSettings.paper().withLengths(FEWEST_WORDS, MOST_WORDS),
            seed,
            new KnownPieces(model::tokenize, model.vocabulary()));
    List<List<MaskingTask>> byCorpus =
        corpora.stream().map(corpus -> corpus.draw(sampler, ofEach)).toList();
    List<MaskingTask> drawn = new ArrayList<>();
    for (int k = 0; k < ofEach; k++) {
      for (List<MaskingTask> tasks : byCorpus) {
        drawn.add(tasks.get(k));
      }
    }
    return drawn;
  }
}
