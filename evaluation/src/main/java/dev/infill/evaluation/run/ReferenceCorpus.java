package dev.infill.evaluation.run;

import dev.infill.core.Checksum;
import dev.infill.core.FailureReason;
import dev.infill.core.InvalidInputException;
import dev.infill.corpora.CorpusFormat;
import dev.infill.corpora.CorpusReader;
import dev.infill.corpora.Sentence;
import dev.infill.corpora.task.MaskingTask;
import dev.infill.corpora.task.TaskSampler;
import dev.infill.evaluation.metrics.LowerCase;
import dev.infill.evaluation.metrics.ReferenceIndex;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A corpus that tasks are drawn from and that samples are compared with. It is read from its file
 * whenever it is needed, a sentence at a time, so that it may be of any size.
 *
 * @param name names it in tables and in the ids of tasks, such as {@code tbc}
 * @param file the file
 * @param format how it is read
 */
public record ReferenceCorpus(String name, Path file, CorpusFormat format) {
  private static final int ORDER = 4;

  /**
   * Draws tasks from the corpus.
   *
   * @param sampler decides which
   * @param count how many to draw
   * @throws dev.infill.core.InvalidInputException if the file cannot be read as such a corpus, or
   *     too few of its sentences qualify
   */
  public List<MaskingTask> draw(TaskSampler sampler, int count) {
    try (Stream<Sentence> sentences = CorpusReader.open(file, format)) {
      return sampler.draw(name, sentences, 0, count);
    }
  }

  /**
   * Draws all tasks that there are, up to a number.
   *
   * @param sampler decides which
   * @param least how many there must be
   * @param most how many to draw at most
   * @throws dev.infill.core.InvalidInputException as {@link #draw} does
   */
  public List<MaskingTask> drawUpTo(TaskSampler sampler, int least, int most) {
    try (Stream<Sentence> sentences = CorpusReader.open(file, format)) {
      return sampler.drawUpTo(name, sentences, least, most);
    }
  }

  /**
   * Indexes what the corpus has in common with some sentences; memory grows with those only.
   *
   * @param compared the sentences that will be compared with the corpus
   * @param excluded sentences that are not to be references, in lower case
   * @throws dev.infill.core.InvalidInputException if the file cannot be read as such a corpus
   */
  public ReferenceIndex index(Collection<List<String>> compared, Set<List<String>> excluded) {
    ReferenceIndex.Builder builder = new ReferenceIndex.Builder(ORDER).restrictedTo(compared);
    try (Stream<Sentence> sentences = CorpusReader.open(file, format)) {
      sentences
          .map(Sentence::words)
          .filter(words -> !excluded.contains(LowerCase.of(words)))
          .forEach(builder::add);
    }
    return builder.build();
  }

  /**
   * Reads the corpus to its end, so that what is wrong with it is known before it is needed.
   *
   * @throws InvalidInputException if the file cannot be read as such a corpus
   */
  public void check() {
    try (Stream<Sentence> sentences = CorpusReader.open(file, format)) {
      sentences.forEach(sentence -> {});
    }
  }

  /**
   * Returns the SHA-256 of the file, as 64 hexadecimal digits.
   *
   * @throws InvalidInputException if it cannot be read
   */
  public String sha256() {
    try {
      return Checksum.SHA256.of(file);
    } catch (IOException e) {
      throw new InvalidInputException(name, file + " cannot be read: " + FailureReason.of(e), e);
    }
  }
}
