package dev.infill.evaluation.answers;

import dev.infill.core.InvalidInputException;
import dev.infill.core.chain.Cancellation;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.TokenizedText;
import dev.infill.corpora.task.KnownPieces;
import dev.infill.corpora.task.MaskableWords;
import dev.infill.corpora.task.MaskingTask;
import dev.infill.corpora.task.TaskSampler;
import dev.infill.evaluation.experiment.ReferenceCorpus;
import dev.infill.evaluation.metrics.BleuSettings;
import dev.infill.evaluation.metrics.BleuStatistics;
import dev.infill.evaluation.metrics.SelfBleu;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/**
 * Fills sentences of corpora by several methods, with one model and the same words allowed, and
 * scores all answers by the same U.
 *
 * @param methods the methods, with different names
 * @param count how many answers each is asked for, at least 2
 */
public record AnswerComparison(List<AnswerMethod> methods, int count) {
  private static final int BEAM = 5;
  private static final int WIDE_BEAM = 20;
  private static final int ITERATIONS = 10;
  private static final int ANSWERS = 5;

  /**
   * Copies the methods.
   *
   * @throws InvalidInputException if two have the same name
   */
  public AnswerComparison {
    methods = List.copyOf(methods);
    Set<String> names = new HashSet<>();
    for (AnswerMethod method : methods) {
      if (!names.add(method.name())) {
        throw new InvalidInputException("samplers", "'%s' is there twice".formatted(method.name()));
      }
    }
  }

  /**
   * Returns the ways in which people use a masked language model today, and samplers.
   *
   * @param samplers what is compared with them, by names for tables
   */
  public static AnswerComparison standard(List<SampledAnswers> samplers) {
    List<AnswerMethod> methods =
        new ArrayList<>(
            List.of(
                new IndependentBlanks(),
                new BeamSearch(BeamSearch.Order.LEFT_TO_RIGHT, BEAM, false),
                new BeamSearch(BeamSearch.Order.LEFT_TO_RIGHT, WIDE_BEAM, true),
                new BeamSearch(BeamSearch.Order.MOST_CONFIDENT_FIRST, BEAM, false),
                new MaskPredict(ITERATIONS)));
    methods.addAll(samplers);
    return new AnswerComparison(methods, ANSWERS);
  }

  /**
   * Draws tasks of several designs: sentences in which only words are masked that are one piece and
   * may be an answer, so that every method can find what was written. No sentence is drawn twice,
   * so that texts are independent of each other also where designs are taken together. How many are
   * drawn does not change which ones come first.
   *
   * @param model which must know every piece of them
   * @param corpus the corpus
   * @param designs how many blanks, and how they lie
   * @param seed decides which sentences and which words
   * @param count how many for each design
   * @return for each design its tasks
   * @throws dev.infill.core.InvalidInputException if a file cannot be read, or too few of its
   *     sentences qualify
   */
  public static List<List<MaskingTask>> draw(
      MaskedLanguageModel model,
      ReferenceCorpus corpus,
      List<BlankDesign> designs,
      long seed,
      int count) {
    int all = (int) Math.min(Integer.MAX_VALUE, (long) count * designs.size());
    MaskableWords singlePieces = singlePieces(model);
    List<Iterator<MaskingTask>> orders = new ArrayList<>();
    List<List<MaskingTask>> drawn = new ArrayList<>();
    for (BlankDesign design : designs) {
      TaskSampler sampler =
          new TaskSampler(
              design.masking(singlePieces),
              seed,
              new KnownPieces(model::tokenize, model.vocabulary()));
      orders.add(corpus.drawUpTo(sampler, count, all).iterator());
      drawn.add(new ArrayList<>());
    }
    Set<List<String>> taken = new HashSet<>();
    for (int round = 0; round < count; round++) {
      for (int design = 0; design < designs.size(); design++) {
        Iterator<MaskingTask> order = orders.get(design);
        MaskingTask next;
        do {
          if (!order.hasNext()) {
            throw new InvalidInputException(
                "texts",
                "corpus %s has too few sentences for %d texts with %s blanks that are not taken for others: give fewer texts or a larger corpus"
                    .formatted(corpus.name(), count, designs.get(design).name()));
          }
          next = order.next();
        } while (!taken.add(next.words()));
        drawn.get(design).add(next);
      }
    }
    return drawn;
  }

  private static MaskableWords singlePieces(MaskedLanguageModel model) {
    TokenSet answers = model.vocabulary().select(AnswerText.CHOICE);
    return words -> {
      BitSet maskable = new BitSet();
      IntStream.range(0, words.size())
          .filter(i -> token(model, answers, words.get(i)) >= 0)
          .forEach(maskable::set);
      return maskable;
    };
  }

  /** Returns the one token that may be an answer and that a word is; −1 if there is none. */
  private static int token(MaskedLanguageModel model, TokenSet answers, String word) {
    TokenizedText pieces = model.tokenize(new BlankedText(word, List.of()));
    boolean single = pieces.length() == 3 && answers.indexOf(pieces.piece(1)) >= 0;
    return single ? pieces.piece(1) : -1;
  }

  /**
   * Fills one sentence by one method.
   *
   * @param method the method
   * @param model the model
   * @param task the sentence
   * @param design how its blanks lie
   * @param cancellation ends it before its next model pass
   * @return what it answered; empty if it was cancelled
   */
  public Optional<AnswerRun> run(
      AnswerMethod method,
      MaskedLanguageModel model,
      MaskingTask task,
      BlankDesign design,
      Cancellation cancellation) {
    AnswerText text = AnswerText.of(model, task.masked());
    List<Integer> original =
        task.answers().stream().map(answer -> token(model, text.words(), answer)).toList();
    AtomicLong passes = new AtomicLong();
    MaskedLanguageModel watched =
        model.watched(
            sequences -> {
              if (cancellation.isCancelled()) {
                throw new CancellationException();
              }
              passes.addAndGet(sequences);
            });
    long began = System.nanoTime();
    Answers answered;
    try {
      answered = method.answers(watched, text, count);
    } catch (CancellationException e) {
      return Optional.empty();
    }
    double seconds = (System.nanoTime() - began) / 1e9;
    List<List<Integer>> answers = answered.fillings();
    List<String> texts = answers.stream().map(filling -> text.text(model, filling)).toList();
    return Optional.of(
        new AnswerRun(
            task.id(),
            task.corpus(),
            design,
            method.name(),
            texts,
            text.energies(model, answers),
            answers.indexOf(original) + 1,
            (int)
                IntStream.range(0, text.blanks())
                    .filter(
                        blank ->
                            answers.stream()
                                .anyMatch(
                                    filling -> filling.get(blank).equals(original.get(blank))))
                    .count(),
            IntStream.range(0, text.blanks())
                .mapToLong(
                    blank -> answers.stream().map(filling -> filling.get(blank)).distinct().count())
                .average()
                .orElseThrow(),
            text.blanks(),
            selfBleu(texts),
            answered.logNormalizer().orElse(Double.NaN),
            passes.get(),
            seconds));
  }

  /** Returns self-BLEU pooled over the answers, as in the table of the paper's experiment. */
  private static double selfBleu(List<String> texts) {
    if (texts.size() < 2) {
      return Double.NaN;
    }
    BleuSettings settings = BleuSettings.standard();
    return SelfBleu.pooled(
            texts.stream().map(text -> List.of(text.split(" ", -1))).toList(), settings.order())
        .stream()
        .reduce(BleuStatistics::plus)
        .orElseThrow()
        .score(settings);
  }
}
