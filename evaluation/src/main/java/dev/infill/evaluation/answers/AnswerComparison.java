package dev.infill.evaluation.answers;

import dev.infill.core.InvalidInputException;
import dev.infill.core.chain.Cancellation;
import dev.infill.core.text.MaskedLanguageModel;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/**
 * Several methods that answer to the same texts, with one model and the same words allowed.
 *
 * @param methods the methods, with different names
 * @param texts the texts
 */
public record AnswerComparison(List<AnswerMethod> methods, List<DrawnText> texts) {
  /** How many answers each method is asked for. */
  static final int ANSWERS = 5;

  private static final int BEAM = 5;
  private static final int WIDE_BEAM = 20;

  /** Copies the lists. */
  public AnswerComparison {
    methods = List.copyOf(methods);
    texts = List.copyOf(texts);
  }

  /**
   * Returns the ways to answer: {@code fill}, beams, each blank alone, and samplers.
   *
   * @param seed of what is drawn by {@code fill}
   * @param samplers samplers, by names for tables
   * @throws InvalidInputException if two samplers have the same name
   */
  public static List<AnswerMethod> methods(long seed, List<SampledAnswers> samplers) {
    List<AnswerMethod> methods =
        new ArrayList<>(
            List.of(
                new FilledAnswers(seed),
                new BeamSearch(BEAM, false),
                new BeamSearch(WIDE_BEAM, true),
                new IndependentBlanks()));
    Set<String> names = new HashSet<>();
    for (SampledAnswers sampler : samplers) {
      if (!names.add(sampler.name())) {
        throw new InvalidInputException(
            "samplers", "'%s' is there twice".formatted(sampler.name()));
      }
      methods.add(sampler);
    }
    return methods;
  }

  /** Is told of runs. */
  @FunctionalInterface
  public interface Listener {
    /**
     * Takes that a run begins.
     *
     * @param method the method's name
     * @param text the text's id
     * @param made how many runs were made since the comparison went on
     * @param wanted how many runs were missing then
     */
    void onRun(String method, String text, int made, int wanted);
  }

  /** One method on one text. */
  private record Pending(DrawnText text, AnswerMethod method) {
    boolean isMade(List<AnswerRun> runs) {
      return runs.stream().anyMatch(run -> text.isOf(run) && run.method().equals(method.name()));
    }
  }

  private List<Pending> pending(AnswerRecord record) {
    List<AnswerRun> made = record.runs();
    return texts.stream()
        .flatMap(text -> methods.stream().map(method -> new Pending(text, method)))
        .filter(run -> !run.isMade(made))
        .toList();
  }

  /** Returns how many runs there are in all. */
  public int runs() {
    return texts.size() * methods.size();
  }

  /** Returns how many of the runs are in a record. */
  public int made(AnswerRecord record) {
    return runs() - pending(record).size();
  }

  /**
   * Makes the runs that are not recorded yet.
   *
   * @param model the model
   * @param record takes every run as soon as it is made
   * @param listener is told of every run
   * @param cancellation ends the runs before the next model pass
   * @return whether all runs are made
   */
  public boolean run(
      MaskedLanguageModel model,
      AnswerRecord record,
      Listener listener,
      Cancellation cancellation) {
    List<Pending> pending = pending(record);
    for (int made = 0; made < pending.size(); made++) {
      Pending next = pending.get(made);
      listener.onRun(next.method().name(), next.text().task().id(), made, pending.size());
      Optional<AnswerRun> run = run(model, next.method(), next.text(), cancellation);
      if (run.isEmpty()) {
        return false;
      }
      record.add(run.get());
    }
    return true;
  }

  /** Runs one method on one text; gives nothing if it was cancelled. */
  static Optional<AnswerRun> run(
      MaskedLanguageModel model, AnswerMethod method, DrawnText drawn, Cancellation cancellation) {
    AtomicLong passes = new AtomicLong();
    MaskedLanguageModel watched =
        model.watched(
            sequences -> {
              if (cancellation.isCancelled()) {
                throw new CancellationException();
              }
              passes.addAndGet(sequences);
            });
    AnswerText text = AnswerText.of(model, drawn.task().masked());
    try {
      long began = System.nanoTime();
      Answers answers = method.answers(watched, text, ANSWERS);
      double seconds = (System.nanoTime() - began) / 1e9;
      // What the score of the original takes is no part of the answer.
      return Optional.of(run(model, method, drawn, text, answers, passes.get(), seconds));
    } catch (CancellationException e) {
      return Optional.empty();
    }
  }

  private static AnswerRun run(
      MaskedLanguageModel model,
      AnswerMethod method,
      DrawnText drawn,
      AnswerText text,
      Answers answers,
      long passes,
      double seconds) {
    List<Integer> original = drawn.original(model);
    List<List<Integer>> fillings = answers.fillings();
    List<List<Integer>> byBlank =
        IntStream.range(0, text.blanks())
            .mapToObj(blank -> fillings.stream().map(filling -> filling.get(blank)).toList())
            .toList();
    return new AnswerRun(
        drawn.task().id(),
        drawn.task().corpus(),
        drawn.design(),
        method.name(),
        fillings.stream().map(filling -> text.text(model, filling)).toList(),
        fillings.indexOf(original) + 1,
        (int)
            IntStream.range(0, text.blanks())
                .filter(blank -> byBlank.get(blank).contains(original.get(blank)))
                .count(),
        byBlank.stream().mapToLong(words -> words.stream().distinct().count()).average().orElse(0),
        answers.logProbability().applyAsDouble(original),
        answers.fill(),
        passes,
        seconds);
  }

  /** Returns the recorded runs of the texts that all methods have answered to, by text. */
  public List<AnswerRun> compared(AnswerRecord record) {
    List<AnswerRun> compared = new ArrayList<>();
    for (DrawnText text : texts) {
      List<AnswerRun> ofText =
          methods.stream()
              .flatMap(
                  method ->
                      record.runs().stream()
                          .filter(run -> text.isOf(run) && run.method().equals(method.name()))
                          .limit(1))
              .toList();
      if (ofText.size() == methods.size()) {
        compared.addAll(ofText);
      }
    }
    return compared;
  }
}
