package dev.infill.core.task;

import dev.infill.core.energy.ContextMemory;
import dev.infill.core.sampler.Dmala;
import dev.infill.core.sampler.GibbsMh;
import dev.infill.core.sampler.Precondition;
import dev.infill.core.sampler.Sampler;
import dev.infill.core.sampler.Selection;
import dev.infill.core.sampler.Settings;
import dev.infill.core.sampler.Start;
import dev.infill.core.text.TokenSet;
import java.util.List;

/**
 * How much of Java's heap it takes to fill a text, at most. Counted is what grows with the job: the
 * arrays over the vocabulary that chains keep and make, the conditionals that are remembered, what
 * the model hands over, and what is kept of every step.
 *
 * @param task the text with every blank as long as it may be, which takes the most
 * @param settings how it is filled
 * @param vocabularySize how many tokens the model has
 * @param parts how many ways to choose the lengths of its blanks are sampled
 */
record HeapEstimate(Task task, InfillSettings settings, int vocabularySize, int parts) {
  /** No pass of a model hands over more, on whatever device: logits, and cross terms with them. */
  private static final long MOST_ANSWERED = 128L << 20;

  /** A step of a chain: its visit, and what was done in it. */
  private static final long BYTES_OF_VISIT = 250;

  /** A state visited: U, its places in maps and lists, and what a watcher keeps. */
  private static final long BYTES_OF_STATE = 750;

  private static final long BYTES_OF_VISITED_BLANK = 64;

  /** A word of a marginal, its probabilities, and its place in maps. */
  private static final long BYTES_OF_WORD = 250;

  /** A context remembered, beside its terms. */
  private static final long BYTES_OF_CONTEXT = 200;

  /** A way to choose the lengths of blanks: its energy, its kernel and its text. */
  private static final long BYTES_OF_PART = 8_192;

  /** A context that lengths are compared by: its maps, and each id that is read in it. */
  private static final long BYTES_OF_COMPARED = 400;

  private static final long BYTES_OF_COMPARED_ID = 20;

  /** A filling that a diverse list is chosen from: what is known of it, and its list of words. */
  private static final long BYTES_OF_SELECTED = 100;

  /** One of its words, in lists and maps, and the view of its embedding. */
  private static final long BYTES_OF_SELECTED_WORD = 160;

  private static final long BYTES_OF_PIECE = 64;
  private static final long BYTES_OF_CHARACTER = 6;
  private static final long BYTES_IN_ANY_CASE = 1 << 20;

  /** Where curvature is estimated before chains start, so many gradients are kept for that. */
  private static final int GRADIENTS_FOR_CURVATURE = 24;

  private static final int CONTEXTS_FOR_CURVATURE = 300;

  /** Returns it in bytes. */
  long bytes() {
    return BYTES_IN_ANY_CASE
        + Math.max(sampling(), scoring())
        + remembered()
        + answered()
        + visited()
        + compared()
        + added()
        + selected()
        + texts();
  }

  private List<TokenSet> places() {
    return task.texts().get(0).candidates();
  }

  /** Of one chain 8 bytes for each value of each blank: a gradient, or log-probabilities. */
  private long row() {
    return places().stream().mapToLong(tokens -> 8L * tokens.size()).sum();
  }

  /** How many distributions of a blank one term is made of. */
  private int contexts() {
    return task.energies().get(0).passesPerConditional();
  }

  private int largest() {
    return places().stream().mapToInt(TokenSet::size).max().orElseThrow();
  }

  private long blanks() {
    return places().size();
  }

  private long visits() {
    return settings.chains() * (settings.steps() + 1L);
  }

  /** How many different states chains can visit. */
  private long states() {
    double all = places().stream().mapToDouble(TokenSet::size).reduce(1, (a, b) -> a * b);
    return task.hasLengths() || all > visits() ? visits() : (long) all;
  }

  /** How many chains move at the same time. */
  private long together() {
    return Math.min(settings.chains(), (long) settings.batch() * settings.concurrentBatches());
  }

  private boolean inLockstep() {
    return !task.gathers(settings) || settings.get(Settings.ADAPT).isPresent();
  }

  /** What chains keep where they are, and what those that move make of where they may go. */
  private long sampling() {
    // In lockstep all chains are where they were, too, until every one of them has moved, but for
    // proposals from where they are going.
    int rows = inLockstep() && keptRows() > 0 ? 2 * keptRows() - 1 : keptRows();
    long all = rows * row() * settings.chains();
    long curvature =
        settings.get(Settings.PRECONDITION) == Precondition.CURVATURE
            ? GRADIENTS_FOR_CURVATURE * row()
            : 0;
    return all + together() * moving() + start() + curvature;
  }

  /** The gradient, what proposals are drawn from, and what an intermediate weighs. */
  private int keptRows() {
    Sampler sampler = settings.sampler();
    if (!sampler.has(Settings.GRADIENT)
        || settings.get(Settings.MINIBATCH).isPresent()
        || isDrawn()) {
      return 0;
    }
    return sampler.has(Settings.INTERMEDIATE) ? 4 : 2;
  }

  private boolean isDrawn() {
    return settings.canBeDrawn() && task.energies().get(0).langevinDraws().isPresent();
  }

  private long moving() {
    Sampler sampler = settings.sampler();
    if (!sampler.has(Settings.GRADIENT)) {
      // The conditionals at θ′, and the one that was drawn from.
      return contexts() * row() + 2 * 8L * largest();
    }
    boolean unkept = inLockstep() ? !sampler.has(Settings.INTERMEDIATE) : sampler instanceof Dmala;
    return ((unkept ? 1 : 3) + contexts() - 1) * row();
  }

  /** The model's distribution at every blank, and what is drawn from. */
  private long start() {
    return settings.start() == Start.MASKED ? 3 * 8L * blanks() * vocabularySize : 0;
  }

  /** The conditionals of a batch of states, when chains are done. */
  private long scoring() {
    return Math.min(settings.batch(), visits()) * row();
  }

  private long remembered() {
    // The context of a blank that is alone is always the same.
    long curvature =
        settings.get(Settings.PRECONDITION) == Precondition.CURVATURE ? CONTEXTS_FOR_CURVATURE : 0;
    long met =
        blanks() == 1 ? 1 : (visits() + curvature) * (blanks() + contextsOfBlock()) * contexts();
    long each = 8L * largest() + 4 * blanks() + BYTES_OF_CONTEXT;
    return task.memory().map(ContextMemory::capacity).map(fit -> Math.min(fit, met)).orElse(0L)
        * each;
  }

  /**
   * Contexts with masks, by which a block is drawn: all but one of the way there and back. Words
   * that are listed may make a block of all.
   */
  private long contextsOfBlock() {
    return settings.sampler() instanceof GibbsMh gibbs
        ? 2L * ((task.bindsPieces() ? blanks() : Math.min(gibbs.block().orElse(2), blanks())) - 1)
        : 0;
  }

  private long answered() {
    long batches =
        inLockstep()
            ? Math.min(
                settings.concurrentBatches(),
                (settings.chains() + settings.batch() - 1) / settings.batch())
            : 1;
    long rows = Math.max(together(), settings.batch()) * blanks();
    return batches * Math.min(MOST_ANSWERED, 2 * 4L * vocabularySize * rows);
  }

  /** What fillings of different lengths are compared by: contexts of every place of each. */
  private long compared() {
    if (!task.hasLengths()) {
      return 0;
    }
    long places = blanks();
    return visits() * places * (BYTES_OF_COMPARED_ID * places + BYTES_OF_COMPARED)
        + Math.min(settings.batch(), visits() * places) * 3 * 8L * vocabularySize;
  }

  /** The values of terms beside U, which of fillings that were asked for long ago are forgotten. */
  private long added() {
    int terms = settings.terms().size();
    long kept = Math.min(FilledTerms.CAPACITY, 2 * visits());
    return terms == 0 ? 0 : kept * (BYTES_OF_CONTEXT + 4 * blanks() + 8L * terms);
  }

  /** For each filling shown a number of each of the pool, which are as many as visits at most. */
  private long selected() {
    return settings.select() != Selection.DIVERSE
        ? 0
        : visits()
            * (8L * Math.min(visits(), settings.top())
                + BYTES_OF_SELECTED
                + BYTES_OF_SELECTED_WORD * blanks());
  }

  private long visited() {
    boolean single = task.texts().get(0).lengths().stream().allMatch(length -> length == 1);
    long words = single ? Math.min(visits(), largest()) : visits();
    return visits() * BYTES_OF_VISIT
        + states() * (BYTES_OF_STATE + BYTES_OF_VISITED_BLANK * blanks())
        + blanks() * (words + (blanks() == 1 ? largest() : 0)) * BYTES_OF_WORD;
  }

  private long texts() {
    return parts
        * (BYTES_OF_PART
            + BYTES_OF_CHARACTER * task.texts().get(0).blanked().masked().length()
            + BYTES_OF_PIECE * task.reading().pieces());
  }
}
