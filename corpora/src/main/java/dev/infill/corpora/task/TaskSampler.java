package dev.infill.corpora.task;

import dev.infill.core.InvalidInputException;
import dev.infill.corpora.Sentence;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Draws masking tasks from corpora of any size. Immutable; thread-safe if the predicate and the
 * settings' choice of words are.
 *
 * <p>A seed puts the qualifying sentences of a corpus into an order that depends on the name of the
 * corpus and the words of each sentence alone: not on other corpora, not on how many tasks are
 * drawn, not on where a sentence stands. All different sentences are equally likely to be drawn,
 * and none is drawn twice. Which of its words become blanks depends on the seed and the task's id
 * alone.
 *
 * @param settings what is masked, and which sentences qualify
 * @param seed decides which sentences and which words
 * @param accepts whether the words of a sentence suit a model, such as {@link KnownPieces}; asked
 *     only for sentences that would otherwise be drawn, after all other checks
 */
public record TaskSampler(MaskingSettings settings, long seed, Predicate<List<String>> accepts) {
  /**
   * Returns the tasks skip … skip + count − 1 of a corpus in the seed's order. The stream is read
   * once, to its end, and not closed; of its sentences no more than skip + count are kept.
   *
   * <p>A task's id is the corpus and the line its sentence begins on ({@code tbc:1234}; {@code
   * tbc:1234.2} for the second that begins on this line). Equal sentences have the id of the first.
   *
   * @param corpus the name of the corpus, not blank
   * @param sentences its sentences in order
   * @param skip how many tasks of the order to leave out, at least 0
   * @param count how many tasks to return, at least 1
   * @throws InvalidInputException if a number is out of its range, or fewer than skip + count
   *     sentences qualify: the message counts why the others do not
   */
  public List<MaskingTask> draw(String corpus, Stream<Sentence> sentences, int skip, int count) {
    checkRange(skip, count);
    return drawUpTo(corpus, sentences, skip + count, skip + count).subList(skip, skip + count);
  }

  /**
   * Returns the first tasks of a corpus in the seed's order, as many as there are.
   *
   * @param corpus the name of the corpus, not blank
   * @param sentences its sentences in order
   * @param least how many there must be, at least 1
   * @param most how many to return at most, at least as many
   * @throws InvalidInputException as above
   */
  public List<MaskingTask> drawUpTo(
      String corpus, Stream<Sentence> sentences, int least, int most) {
    if (corpus.isBlank()) {
      throw new InvalidInputException("corpus", "a corpus needs a name");
    }
    TaskDraw draw = new TaskDraw(this, corpus, most);
    sentences.sequential().forEachOrdered(draw::offer);
    return draw.tasks(least);
  }

  /**
   * Checks which part of an order is asked for, before a corpus is read.
   *
   * @param skip how many tasks of the order to leave out, at least 0
   * @param count how many tasks to return, at least 1
   * @throws InvalidInputException if a number is out of its range
   */
  public static void checkRange(int skip, int count) {
    if (skip < 0) {
      throw new InvalidInputException("skip", "skip must be at least 0, not " + skip);
    }
    if (count < 1) {
      throw new InvalidInputException("count", "count must be at least 1, not " + count);
    }
    if (count > Integer.MAX_VALUE - skip) {
      throw new InvalidInputException(
          "count", "skip and count together must be at most " + Integer.MAX_VALUE);
    }
  }
}
