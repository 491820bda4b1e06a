package dev.infill.core.infill;

import dev.infill.core.Groups;
import dev.infill.core.energy.CategoricalDistribution;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.State;
import dev.infill.core.task.Fillings;
import dev.infill.core.task.TextOfLengths;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.core.text.TokenSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * What fillings of different lengths are compared by: Ū(θ) = (1/n) Σᵢ log f(θᵢ | X_\i, the places
 * after i in the same blank masked as well), the mean over all n places, in nats per piece.
 *
 * <p>Within a blank pieces are read from left to right (as Kauf &amp; Ivanova 2023 read those of a
 * word), so that a later piece does not give away an earlier one: without that, "York" would vouch
 * for "New" and "New" for "York", and blanks of more pieces would win by it. Then the mean, not the
 * sum: every further piece can only lower a sum, whatever it is. Where all blanks have one piece Ū
 * is U/m of the pseudo-log-likelihood.
 *
 * <p>Contexts that several fillings share are asked for once. Not thread-safe.
 */
final class NormalizedEnergies {
  private final MaskedLanguageModel model;
  private final Fillings fillings;
  private final int batch;
  private final Map<Integer, Energy> energies = new HashMap<>();
  private final TokenSet all;
  private final Map<State, Double> known = new HashMap<>();

  /** By context the log f of the tokens that are wanted there; NaN until it was asked for. */
  private final Map<Context, Map<Integer, Double>> logProbabilities = new HashMap<>();

  /**
   * Creates a comparison.
   *
   * @param model whose log f is meant
   * @param fillings what states say
   * @param batch how many contexts are asked for together, at least 1
   */
  NormalizedEnergies(MaskedLanguageModel model, Fillings fillings, int batch) {
    this.model = model;
    this.fillings = fillings;
    this.batch = batch;
    // Over the whole vocabulary, where a token's index is its id: a mask can stand there as well.
    this.all = TokenSet.all(model.vocabulary().size());
  }

  /** What is asked of the model: the ids at all places of a part, masks among them, and where. */
  private record Context(int part, List<Integer> read, int place) {}

  /** Says whether {@link #energy} can tell Ū of a state. */
  boolean isKnown(State state) {
    return known.containsKey(state);
  }

  /** Returns Ū of a state in nats per piece. */
  double energy(State state) {
    return Objects.requireNonNull(known.get(state), "Ū is not known there");
  }

  /**
   * Evaluates Ū at states, in order; what is not known when it is told to stop stays unknown.
   *
   * @param states different ones
   * @param scoring cuts them into batches
   * @return whether all are done
   */
  boolean evaluate(List<State> states, Scoring scoring) {
    List<State> missing = states.stream().filter(state -> !isKnown(state)).toList();
    missing.forEach(this::want);
    return scoring.inBatches(missing, this::evaluate);
  }

  /** Notes what is wanted in each context, so that one answer tells it for all states. */
  private void want(State state) {
    int[] ids = fillings.ids(state);
    for (int place = 0; place < ids.length; place++) {
      logProbabilities
          .computeIfAbsent(context(state, ids, place), first -> new HashMap<>())
          .putIfAbsent(ids[place], Double.NaN);
    }
  }

  private void evaluate(List<State> states) {
    Set<Context> missing = new LinkedHashSet<>();
    for (State state : states) {
      int[] ids = fillings.ids(state);
      for (int place = 0; place < ids.length; place++) {
        Context context = context(state, ids, place);
        if (Double.isNaN(logProbability(context, ids[place]))) {
          missing.add(context);
        }
      }
    }
    List<Context> asked = List.copyOf(missing);
    Groups.<Integer, Boolean>map(
        asked.size(),
        k -> asked.get(k).part(),
        (part, members) -> {
          for (int from = 0; from < members.size(); from += batch) {
            ask(
                part,
                members.subList(from, Math.min(members.size(), from + batch)).stream()
                    .map(asked::get)
                    .toList());
          }
          return Collections.nCopies(members.size(), true);
        });
    for (State state : states) {
      int[] ids = fillings.ids(state);
      double sum = 0;
      for (int place = 0; place < ids.length; place++) {
        sum += logProbability(context(state, ids, place), ids[place]);
      }
      known.put(state, sum / ids.length);
    }
  }

  private double logProbability(Context context, int token) {
    return logProbabilities.getOrDefault(context, Map.of()).getOrDefault(token, Double.NaN);
  }

  private Context context(State state, int[] ids, int place) {
    int part = fillings.union().part(state);
    TextOfLengths text = fillings.parts().get(part);
    List<Integer> blanks = text.blankOfPlace();
    int[] read = ids.clone();
    for (int later = place + 1; later < ids.length; later++) {
      if (blanks.get(later).equals(blanks.get(place))) {
        read[later] = mask(text, later);
      }
    }
    read[place] = mask(text, place);
    return new Context(part, IntStream.of(read).boxed().toList(), place);
  }

  private static int mask(TextOfLengths text, int place) {
    return text.tokenized().piece(text.tokenized().blankPosition(place));
  }

  private void ask(int part, List<Context> contexts) {
    Energy energy = energies.computeIfAbsent(part, first -> energy(fillings.parts().get(part)));
    List<CategoricalDistribution> answers =
        energy.conditionals(
            contexts.stream()
                .map(
                    context ->
                        State.of(context.read().stream().mapToInt(Integer::intValue).toArray()))
                .toList(),
            contexts.stream().mapToInt(Context::place).toArray());
    for (int k = 0; k < contexts.size(); k++) {
      CategoricalDistribution answer = answers.get(k);
      logProbabilities
          .getOrDefault(contexts.get(k), Map.of())
          .replaceAll((token, unknown) -> answer.logProbability(token));
    }
  }

  private Energy energy(TextOfLengths text) {
    return model.energy(text.tokenized(), Collections.nCopies(text.candidates().size(), all));
  }
}
