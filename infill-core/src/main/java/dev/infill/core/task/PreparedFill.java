package dev.infill.core.task;

import dev.infill.core.InvalidInputException;
import dev.infill.core.energy.ContextMemory;
import dev.infill.core.energy.Energy;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.core.twoway.TwoWayTarget;
import dev.infill.core.twoway.TwoWayTarget.Added;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A text for {@code fill}. */
public final class PreparedFill extends PreparedText<FillSettings> {
  /** The most ways to choose the lengths of all blanks. Each way has a search of its own. */
  private static final int MOST_WAYS = 100;

  /** The size of a found filling, without its blanks. */
  private static final long BYTES_OF_FILLING = 400;

  /** The usual number of fillings that a pass finds. */
  private static final long FILLINGS_OF_PASS = 20;

  private final List<List<Integer>> ways;
  private final int mostPasses;

  /**
   * Prepares a text.
   *
   * @param model the model that is asked
   * @param text the text
   * @param settings how, with a seed
   * @param textsAtOnce how many texts are filled at the same time, at least 1
   * @throws InvalidInputException if the text cannot be filled so
   */
  public PreparedFill(
      MaskedLanguageModel model, BlankedText text, FillSettings settings, int textsAtOnce) {
    super(model, text, settings);
    ways = ways(lengths());
    Energy energy = model.energy(longest().tokenized(), longest().candidates());
    if (TwoWayTarget.of(energy).isEmpty()) {
      throw new InvalidInputException(
          "model", "fill needs a model that reads several masks, which this one does not");
    }
    if (longest().restriction().isPresent()) {
      ways.forEach(way -> requireFilling(text(model, way)));
    }
    mostPasses =
        Math.min(
            settings.maxPasses(), ContextMemory.defaultCapacity(longest().largest(), textsAtOnce));
  }

  private static List<List<Integer>> ways(List<List<Integer>> lengths) {
    List<List<Integer>> ways = List.of(List.of());
    for (List<Integer> ofBlank : lengths) {
      List<List<Integer>> longer = new ArrayList<>();
      for (List<Integer> way : ways) {
        for (int length : ofBlank) {
          List<Integer> next = new ArrayList<>(way);
          next.add(length);
          longer.add(List.copyOf(next));
        }
      }
      ways = longer;
      if (ways.size() > MOST_WAYS) {
        throw new InvalidInputException(
            "text",
            "the lengths of the blanks can be chosen in more than %d ways: give some of them fewer lengths"
                .formatted(MOST_WAYS));
      }
    }
    return List.copyOf(ways);
  }

  /** Returns the most model passes: {@code max-passes}, or fewer if memory holds fewer. */
  public int mostPasses() {
    return mostPasses;
  }

  @Override
  public long heapBytes() {
    int places = longest().candidates().size();
    return mostPasses
            * (Double.BYTES * (long) longest().largest()
                + FILLINGS_OF_PASS * (BYTES_OF_FILLING + 2L * Integer.BYTES * places))
        + Math.min(HeapEstimate.MOST_ANSWERED, 8L * longest().vocabulary().size() * 32 * places);
  }

  @Override
  public long preparedBytes() {
    return super.preparedBytes() + ways.size() * 8L * (8 + lengths().size());
  }

  /**
   * The text with blanks of known lengths.
   *
   * @param text tells states as text
   * @param target their distribution
   * @param added Σ λ V, which is added to M; empty for none
   */
  public record Part(TextOfLengths text, TwoWayTarget target, Optional<FilledTerms> added) {
    /**
     * Says whether the largest value of the added terms is known, so that a list can be certain.
     */
    public boolean hasBound() {
      return target.added().isEmpty() || target.added().get().most().isPresent();
    }
  }

  /**
   * Returns the text with each choice of lengths of its blanks.
   *
   * @param watched the model that it was prepared for, or the same as a job watches it
   * @throws IllegalArgumentException if it is another model
   */
  public List<Part> parts(MaskedLanguageModel watched) {
    requireSame(watched);
    return ways.stream().map(way -> part(watched, text(watched, way))).toList();
  }

  private Part part(MaskedLanguageModel watched, TextOfLengths text) {
    Optional<FilledTerms> added = FilledTerms.of(settings().terms(), text);
    Energy energy = watched.energy(text.tokenized(), text.candidates());
    return new Part(
        text,
        new TwoWayTarget(
            energy,
            settings().temperature(),
            text.restriction(),
            added.map(terms -> new Added(terms::answer, terms.most()))),
        added);
  }
}
