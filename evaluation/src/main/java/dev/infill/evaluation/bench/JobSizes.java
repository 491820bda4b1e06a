package dev.infill.evaluation.bench;

import dev.infill.core.chain.ProgressListener;
import dev.infill.core.energy.Batcher;
import dev.infill.core.infill.Candidate;
import dev.infill.core.infill.Infiller;
import dev.infill.core.task.InfillSettings;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.CharSpan;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.core.text.TokenizedText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What a job costs as one size of it grows, all others being as they are. */
public final class JobSizes {
  private static final List<Integer> CHAINS = List.of(1, 5, 10, 25, 50, 100);
  private static final List<Integer> STEPS = List.of(10, 25, 50, 100, 200);
  private static final List<Integer> BLANKS = List.of(1, 2, 3, 4, 6, 8);
  private static final List<Integer> PIECES = List.of(32, 64, 128, 256);
  private static final List<Integer> TEXTS_AT_ONCE = List.of(1, 2, 4, 8);

  /** How many texts are filled, where it is their number at once that grows. */
  private static final int TEXTS = 8;

  private static final Pattern WORD = Pattern.compile("\\p{L}+");
  private static final int WARM_UP_STEPS = 2;

  private final InfillSettings common;
  private final Repetitions repetitions;

  /**
   * Creates the benchmark.
   *
   * @param common the settings, with a seed; what grows replaces that of it
   * @param repetitions how often each job is done, at least 1; the k-th time it has the seed + k
   * @throws dev.infill.core.InvalidInputException if it is less
   */
  public JobSizes(InfillSettings common, int repetitions) {
    this.common = common;
    this.repetitions = new Repetitions(repetitions);
  }

  /** What grows. */
  public enum Size {
    /** The number of chains. */
    CHAINS,
    /** Steps of each chain, a fifth of them burn-in. */
    STEPS,
    /** Blanks of the text: its own ones first, then other words of it. */
    BLANKS,
    /** The length of a sequence: words of the text stand in front of it once more. */
    PIECES,
    /** How many of 8 equal texts are filled at once, by the same model, each with its own seed. */
    TEXTS_AT_ONCE
  }

  /**
   * What a job cost.
   *
   * @param size what grows
   * @param value how much there is of it
   * @param blanks blanks of the text
   * @param pieces the length of a sequence
   * @param medianSeconds from a text to its fillings; of texts at once the time of all, divided by
   *     their number
   * @param passesRun sequences that the model was run for to fill a text, the mean
   */
  public record Cost(
      Size size, int value, int blanks, int pieces, double medianSeconds, double passesRun) {}

  /**
   * Does the jobs, after a short one that is not counted.
   *
   * @param model the model
   * @param text a text with blanks and some other words
   * @param progress is notified of every step of jobs that are alone, and of texts that are done
   * @param costs is given each cost as soon as it is known
   * @return one for each value of each size; longer texts than the model reads are left out, and so
   *     are those that are no longer than the text, and more blanks than it has words
   * @throws dev.infill.core.InvalidInputException if the text cannot be filled
   */
  public List<Cost> run(
      MaskedLanguageModel model, String text, ProgressListener progress, Consumer<Cost> costs) {
    int own = pieces(model, text);
    InfillSettings brief =
        common.toBuilder().burnIn(0).steps(Math.min(WARM_UP_STEPS, common.steps())).build();
    Candidate filled = new Infiller(model).infill(text, brief).candidates().get(0);
    List<Cost> all = new ArrayList<>();
    Consumer<Cost> known =
        cost -> {
          all.add(cost);
          costs.accept(cost);
        };
    for (int chains : CHAINS) {
      InfillSettings changed = common.toBuilder().chains(chains).build();
      known.accept(cost(model, text, Size.CHAINS, chains, changed, progress));
    }
    for (int steps : STEPS) {
      InfillSettings changed = common.toBuilder().steps(steps).burnIn(steps / 5).build();
      known.accept(cost(model, text, Size.STEPS, steps, changed, progress));
    }
    List<CharSpan> words = words(filled);
    for (int blanks : BLANKS.stream().filter(count -> count <= words.size()).toList()) {
      String blanked = blanked(filled.text(), words.subList(0, blanks));
      known.accept(cost(model, blanked, Size.BLANKS, blanks, common, progress));
    }
    for (int pieces :
        PIECES.stream().filter(count -> count > own && count <= model.maxPieces()).toList()) {
      String longer = lengthened(model, text, pieces);
      known.accept(cost(model, longer, Size.PIECES, pieces(model, longer), common, progress));
    }
    for (int atOnce : TEXTS_AT_ONCE) {
      known.accept(together(model, text, atOnce, progress));
    }
    return List.copyOf(all);
  }

  private Cost cost(
      MaskedLanguageModel model,
      String text,
      Size size,
      int value,
      InfillSettings settings,
      ProgressListener progress) {
    TokenizedText tokenized = BenchmarkText.tokenize(model, text);
    JobBenchmark.Job job =
        new JobBenchmark.Job(
            JobKind.DEFAULT,
            settings,
            IntStream.range(0, repetitions.count())
                .mapToObj(k -> JobRun.of(model, text, seeded(settings, k), progress))
                .toList());
    return new Cost(
        size,
        value,
        tokenized.blankCount(),
        tokenized.length(),
        job.medianSeconds(),
        job.meanPassesRun());
  }

  private Cost together(
      MaskedLanguageModel model, String text, int atOnce, ProgressListener progress) {
    TokenizedText tokenized = BenchmarkText.tokenize(model, text);
    double[] seconds = new double[repetitions.count()];
    long passes = 0;
    ExecutorService threads = Executors.newFixedThreadPool(atOnce);
    try {
      for (int k = 0; k < seconds.length; k++) {
        long began = System.nanoTime();
        for (JobRun run : all(model, text, k * TEXTS, threads, progress)) {
          passes += run.passesRun();
        }
        seconds[k] = (System.nanoTime() - began) / 1e9 / TEXTS;
      }
    } finally {
      threads.shutdown();
    }
    return new Cost(
        Size.TEXTS_AT_ONCE,
        atOnce,
        tokenized.blankCount(),
        tokenized.length(),
        Repetitions.median(seconds),
        (double) passes / seconds.length / TEXTS);
  }

  /**
   * Fills texts, and returns when none is being filled any more, as the model may be closed then.
   */
  private List<JobRun> all(
      MaskedLanguageModel model,
      String text,
      int first,
      ExecutorService threads,
      ProgressListener progress) {
    List<CompletableFuture<JobRun>> begun =
        IntStream.range(first, first + TEXTS)
            .mapToObj(
                number ->
                    CompletableFuture.supplyAsync(
                        () -> JobRun.of(model, text, seeded(common, number), ProgressListener.NONE),
                        threads))
            .toList();
    for (int done = 1; done <= TEXTS; done++) {
      begun.get(done - 1).handle((run, failure) -> run).join();
      progress.onProgress(ProgressListener.Phase.SAMPLING, done, TEXTS);
    }
    return begun.stream().map(Batcher::result).toList();
  }

  private InfillSettings seeded(InfillSettings settings, int more) {
    return settings.toBuilder().seed(common.seed().orElseThrow() + more).build();
  }

  private static int pieces(MaskedLanguageModel model, String text) {
    return BenchmarkText.tokenize(model, text).length();
  }

  /** Returns what can be blanked: what was filled first, then other words in a fixed order. */
  private static List<CharSpan> words(Candidate filled) {
    List<CharSpan> fills =
        filled.fills().stream().map(fill -> new CharSpan(fill.start(), fill.end())).toList();
    List<CharSpan> others =
        new ArrayList<>(
            WORD.matcher(filled.text())
                .results()
                .map(word -> new CharSpan(word.start(), word.end()))
                .filter(
                    word ->
                        fills.stream()
                            .noneMatch(
                                fill -> word.start() < fill.end() && fill.start() < word.end()))
                .toList());
    Collections.shuffle(others, new Random(0));
    return Stream.concat(fills.stream(), others.stream()).toList();
  }

  private static String blanked(String text, List<CharSpan> words) {
    StringBuilder blanked = new StringBuilder(text);
    words.stream()
        .sorted(Comparator.comparingInt(CharSpan::start).reversed())
        .forEach(word -> blanked.replace(word.start(), word.end(), BlankedText.MASK));
    return blanked.toString();
  }

  /** Puts words in front of a text, as many as fit. */
  private static String lengthened(MaskedLanguageModel model, String text, int pieces) {
    List<String> words =
        Stream.of(text.split("\\s+"))
            .filter(word -> BlankedText.count(word) == 0 && !word.isEmpty())
            .toList();
    String longer = text;
    int left = pieces - pieces(model, text);
    for (int k = words.size() - 1; !words.isEmpty(); k--) {
      String word = words.get(Math.floorMod(k, words.size()));
      // Alone it stands between two special tokens. What a tokenizer drops counts as a piece.
      left -= Math.max(1, model.tokenize(new BlankedText(word, List.of())).length() - 2);
      if (left < 0) {
        break;
      }
      longer = word + " " + longer;
    }
    return longer;
  }
}
