package dev.infill.core.infill;

import dev.infill.core.energy.CategoricalDistribution;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.State;
import dev.infill.core.text.EnergyKind;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.core.text.TokenSet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongPredicate;
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
  private final Map<Integer, Energy> energies = new LinkedHashMap<>();
  private final Map<State, Double> known = new LinkedHashMap<>();
  private long modelPasses;

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
  }

  /** What is asked of the model: the ids at all places of a part, masks among them, and where. */
  private record Context(int part, List<Integer> read, int place) {}

  /** A piece whose log f is wanted in a context. */
  private record Wanted(State state, int token) {}

  /** Says whether {@link #energy} can tell Ū of a state. */
  boolean isKnown(State state) {
    return known.containsKey(state);
  }

  /** Returns Ū of a state in nats per piece. */
  double energy(State state) {
    return Objects.requireNonNull(known.get(state), "Ū is not known there");
  }

  /** Returns how many model passes it took so far. */
  long modelPasses() {
    return modelPasses;
  }

  /**
   * Evaluates Ū at states, in order; what is not known when it is told to stop stays unknown.
   *
   * @param states different ones
   * @param goesOn is told before the first states and after some more how many are done, and says
   *     whether to go on
   * @return whether all are done
   */
  boolean evaluate(List<State> states, LongPredicate goesOn) {
    int done = 0;
    while (done < states.size() && goesOn.test(done)) {
      List<State> next = states.subList(done, Math.min(states.size(), done + batch));
      evaluate(next);
      done += next.size();
    }
    return done == states.size() && goesOn.test(done);
  }

  private void evaluate(List<State> states) {
    Map<Context, List<Wanted>> wanted = new LinkedHashMap<>();
    for (State state : states) {
      int[] ids = fillings.ids(state);
      for (int place = 0; place < ids.length; place++) {
        wanted
            .computeIfAbsent(context(state, ids, place), first -> new ArrayList<>())
            .add(new Wanted(state, ids[place]));
      }
    }
    Map<State, Double> sums = new LinkedHashMap<>();
    Map<Integer, List<Context>> byPart = new LinkedHashMap<>();
    wanted
        .keySet()
        .forEach(
            context ->
                byPart.computeIfAbsent(context.part(), first -> new ArrayList<>()).add(context));
    byPart.forEach(
        (part, contexts) -> {
          for (int from = 0; from < contexts.size(); from += batch) {
            List<Context> asked = contexts.subList(from, Math.min(contexts.size(), from + batch));
            List<CategoricalDistribution> answers = ask(part, asked);
            for (int k = 0; k < asked.size(); k++) {
              CategoricalDistribution answer = answers.get(k);
              for (Wanted piece : wanted.getOrDefault(asked.get(k), List.of())) {
                sums.merge(piece.state(), answer.logProbability(piece.token()), Double::sum);
              }
            }
          }
        });
    sums.forEach((state, sum) -> known.put(state, sum / fillings.ids(state).length));
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

  private List<CategoricalDistribution> ask(int part, List<Context> contexts) {
    Energy energy = energies.computeIfAbsent(part, first -> energy(fillings.parts().get(part)));
    modelPasses += (long) energy.passesPerConditional() * contexts.size();
    return energy.conditionals(
        contexts.stream()
            .map(context -> State.of(context.read().stream().mapToInt(Integer::intValue).toArray()))
            .toList(),
        contexts.stream().mapToInt(Context::place).toArray());
  }

  private Energy energy(TextOfLengths text) {
    // Over the whole vocabulary, where a token's index is its id: a mask can stand there as well.
    TokenSet all = TokenSet.all(model.vocabulary().size());
    return model.energy(
        EnergyKind.PSEUDO_LOG_LIKELIHOOD,
        text.tokenized(),
        Collections.nCopies(text.candidates().size(), all));
  }
}
