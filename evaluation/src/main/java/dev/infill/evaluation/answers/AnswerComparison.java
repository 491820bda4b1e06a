package dev.infill.evaluation.answers;

import dev.infill.core.InvalidInputException;
import dev.infill.core.chain.Cancellation;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.evaluation.run.RunFolder;
import dev.infill.evaluation.run.RunListener;
import dev.infill.evaluation.run.RunLog;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/**
 * Several methods that answer to the same texts, with one model and the same words allowed. Methods
 * and texts can be added to one that was run.
 *
 * @param methods the methods, with different names
 * @param texts the texts
 */
public record AnswerComparison(List<AnswerMethod> methods, List<DrawnText> texts) {
  /** How many answers each method is asked for. */
  static final int ANSWERS = 5;

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
    Set<String> names = new HashSet<>();
    for (SampledAnswers sampler : samplers) {
      if (!names.add(sampler.name())) {
        throw new InvalidInputException(
            "samplers", "'%s' is there twice".formatted(sampler.name()));
      }
    }
    List<AnswerMethod> methods = new ArrayList<>();
    methods.add(new FilledAnswers(seed));
    methods.add(BeamSearch.of(ANSWERS));
    methods.add(BeamSearch.rankedByEnergy(WIDE_BEAM));
    methods.add(BeamSearch.independent(ANSWERS));
    methods.addAll(samplers);
    return methods;
  }

  /**
   * Opens the log of a comparison: {@code answers.json} says what the answers depend on, {@code
   * answers.jsonl} has a line each.
   *
   * @param folder where; made if it is not there
   * @param context what the answers depend on beside the methods, such as the model and the seed
   */
  public static RunLog<AnswerRun> open(Path folder, Map<String, String> context) {
    return RunLog.open(
        new RunFolder(folder, "answers.json", new RunFolder.Words("comparison", "out", "options")),
        new TreeMap<>(context),
        "answers.jsonl",
        AnswerRun.class);
  }

  /** One method on one text. */
  private record Pairing(DrawnText text, AnswerMethod method) {
    Optional<AnswerRun> in(List<AnswerRun> runs) {
      return runs.stream()
          .filter(run -> text.isOf(run) && run.method().equals(method.name()))
          .findFirst();
    }
  }

  private List<Pairing> missing(List<AnswerRun> made) {
    return texts.stream()
        .flatMap(text -> methods.stream().map(method -> new Pairing(text, method)))
        .filter(pairing -> pairing.in(made).isEmpty())
        .toList();
  }

  /** Returns how many runs there are in all. */
  public int runs() {
    return texts.size() * methods.size();
  }

  /** Returns how many of the runs are in a log. */
  public int made(RunLog<AnswerRun> log) {
    return runs() - missing(log.made()).size();
  }

  /** Returns the recorded runs of the texts that all methods have answered to, by text. */
  public List<AnswerRun> compared(RunLog<AnswerRun> log) {
    List<AnswerRun> made = log.made();
    return texts.stream()
        .map(
            text ->
                methods.stream()
                    .flatMap(method -> new Pairing(text, method).in(made).stream())
                    .toList())
        .filter(ofText -> ofText.size() == methods.size())
        .flatMap(List::stream)
        .toList();
  }

  /**
   * Makes the runs that are not recorded yet.
   *
   * @param model the model
   * @param log takes every run as soon as it is made
   * @param listener is told of every run
   * @param cancellation ends the runs before the next model pass
   * @return whether all runs are made
   */
  public boolean run(
      MaskedLanguageModel model,
      RunLog<AnswerRun> log,
      RunListener listener,
      Cancellation cancellation) {
    List<Pairing> missing = missing(log.made());
    for (int made = 0; made < missing.size(); made++) {
      Pairing next = missing.get(made);
      listener.onProgress(next.method().name(), next.text().task().id(), made, missing.size());
      Optional<AnswerRun> run = run(model, next.method(), next.text(), cancellation);
      if (run.isEmpty()) {
        return false;
      }
      log.add(run.get());
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
      // The score of the original is no part of the answer: its passes are not counted.
      long passesOfAnswer = passes.get();
      List<Integer> original = drawn.original(model);
      List<Set<Integer>> words =
          IntStream.range(0, text.blanks()).mapToObj(answers::wordsAt).toList();
      return Optional.of(
          new AnswerRun(
              drawn.task().id(),
              drawn.task().corpus(),
              drawn.design(),
              method.name(),
              answers.fillings().stream().map(filling -> text.text(model, filling)).toList(),
              answers.fillings().indexOf(original) + 1,
              (int)
                  IntStream.range(0, words.size())
                      .filter(blank -> words.get(blank).contains(original.get(blank)))
                      .count(),
              words.stream().mapToInt(Set::size).average().orElse(0),
              answers.logProbability().applyAsDouble(original),
              answers.fill(),
              passesOfAnswer,
              seconds));
    } catch (CancellationException e) {
      return Optional.empty();
    }
  }
}
