package dev.infill.core.task;

import dev.infill.core.energy.ContextMemory;
import dev.infill.core.sampler.Precondition;
import dev.infill.core.sampler.Sampler;
import dev.infill.core.sampler.Selection;
import dev.infill.core.sampler.Settings;
import dev.infill.core.text.TokenSet;
import java.util.List;

/**
 * An upper estimate of the heap that it takes to sample a text. Steps take chains × steps × blanks,
 * with one margin for everything that is made from them. Chains, the memory of conditionals and the
 * model's answers keep arrays over the vocabulary.
 *
 * @param task the text, and how it is sampled
 * @param vocabularySize how many tokens the model has
 */
record HeapEstimate(Task task, int vocabularySize) {
  /** A blank in a step of a chain: its word, U, and their objects, maps and lists. */
  private static final long BYTES_OF_VISITED_BLANK = 300;

  /** The rest of a step takes the room of this many blanks. */
  private static final int BLANKS_BESIDE = 2;

  /** The largest answer of a model pass on any device: logits and cross terms. */
  static final long MOST_ANSWERED = 128L << 20;

  /** Returns it in bytes. */
  long bytes() {
    return visited() + rows() * row() + remembered() + answered();
  }

  private SampleSettings settings() {
    return task.settings();
  }

  private List<TokenSet> places() {
    return task.text().candidates();
  }

  private long blanks() {
    return places().size();
  }

  private long visits() {
    return settings().chains() * (settings().steps() + 1L);
  }

  private long visited() {
    // A diverse list compares all fillings with each that is shown.
    long shown =
        settings().select() == Selection.DIVERSE
            ? BYTES_OF_VISITED_BLANK * blanks() + 8L * Math.min(visits(), settings().top())
            : 0;
    return visits() * (BYTES_OF_VISITED_BLANK * (blanks() + BLANKS_BESIDE) + shown);
  }

  /** A gradient, or log-probabilities: 8 bytes for each value of each blank. */
  private long row() {
    return places().stream().mapToLong(tokens -> 8L * tokens.size()).sum();
  }

  /** The rows that all chains keep, and the rows of chains that move. */
  private long rows() {
    boolean lockstep = !task.gathers() || settings().get(Settings.ADAPT).isPresent();
    // In lockstep the old states are kept until all chains have moved.
    int kept = lockstep ? Math.max(0, 2 * keptRows() - 1) : keptRows();
    int moving = keptRows() > 0 && !lockstep && settings().sampler() != Sampler.DMALA ? 2 : 0;
    return (long) settings().chains() * kept + atOnce() * (1 + moving);
  }

  /** The gradient, the proposals, and the weights of an intermediate. */
  private int keptRows() {
    Sampler sampler = settings().sampler();
    if (!sampler.has(Settings.GRADIENT) || settings().get(Settings.MINIBATCH).isPresent()) {
      return 0;
    }
    return sampler.has(Settings.INTERMEDIATE) ? 5 : 2;
  }

  /** The states that are evaluated together: by chains, to score them, or for the curvature. */
  private long atOnce() {
    long moving =
        Math.min(
            settings().chains(),
            (long) settings().get(Settings.BATCH) * settings().get(Settings.CONCURRENT_BATCHES));
    long looked = settings().get(Settings.PRECONDITION) == Precondition.CURVATURE ? 24 : 1;
    return Math.max(Math.max(moving, Math.min(settings().get(Settings.BATCH), visits())), looked);
  }

  private long remembered() {
    // A single blank has one context.
    long met = blanks() == 1 ? 1 : visits() * blanks();
    return task.memory().map(ContextMemory::capacity).map(fit -> Math.min(fit, met)).orElse(0L)
        * (8L * task.text().largest() + BYTES_OF_VISITED_BLANK);
  }

  /** The model's answers: to chains that move, and at every blank before they start. */
  private long answered() {
    return Math.min(
        MOST_ANSWERED * settings().get(Settings.CONCURRENT_BATCHES),
        8L * vocabularySize * blanks() * (atOnce() + BLANKS_BESIDE));
  }
}
