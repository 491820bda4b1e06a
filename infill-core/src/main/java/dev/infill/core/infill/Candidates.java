package dev.infill.core.infill;

import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.State;
import dev.infill.core.fill.DiverseSelection;
import dev.infill.core.fill.DiverseSelection.BlankWords;
import dev.infill.core.sampler.Selection;
import dev.infill.core.task.Fillings;
import dev.infill.core.task.InfillSettings;
import java.nio.FloatBuffer;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Chooses candidates among the states that chains have come by.
 *
 * @param fillings what states mean
 * @param pool the states
 * @param last where each chain is at the end
 * @param energies what is sampled of them, U or U + Σ λ V, as far as it is known
 * @param normalized Ū of them, as far as it is known
 * @param posterior what is known of their probabilities
 * @param comparesLengths whether they are compared by Ū
 * @param embeddings gives those of tokens, if the model tells them
 */
record Candidates(
    Fillings fillings,
    PooledStates pool,
    List<State> last,
    StateEnergies energies,
    NormalizedEnergies normalized,
    PosteriorEstimate posterior,
    boolean comparesLengths,
    Function<int[], Optional<List<FloatBuffer>>> embeddings) {
  /**
   * Returns those that are selected: the best, of equally good ones the more frequent first; or a
   * diverse list in the order of choice. Of a job that was ended, those whose log f is known.
   *
   * @param settings which, how many, and whether one may come twice
   * @param scoring asks for log f where it is not known
   */
  List<Candidate> selected(InfillSettings settings, Scoring scoring) {
    Comparator<State> bestFirst =
        Comparator.comparingDouble(this::merit)
            .thenComparingInt(pool::visits)
            .reversed()
            .thenComparing(state -> fillings.filled(state).text());
    List<State> all =
        (settings.repeats() ? pool.all() : pool.distinct())
            .stream().filter(this::isKnown).sorted(bestFirst).toList();
    boolean diverse = settings.select() == Selection.DIVERSE;
    List<State> selected =
        diverse
            ? new DiverseSelection(settings.diversity().orElseThrow())
                .choose(all, this::meritPerPiece, blankWords(all), settings.top())
            : all.stream().limit(settings.top()).toList();
    energies.evaluate(selected, scoring);
    Stream<State> evaluated = selected.stream().filter(energies::isEvaluated);
    // Evaluated again, two of almost equal U may change places by rounding.
    return (diverse ? evaluated : evaluated.sorted(bestFirst)).map(this::candidate).toList();
  }

  private List<BlankWords> blankWords(List<State> states) {
    List<List<String>> words = states.stream().map(fillings::words).toList();
    return IntStream.range(0, words.isEmpty() ? 0 : words.get(0).size())
        .mapToObj(
            blank ->
                BlankWords.of(
                    words.stream().map(filling -> filling.get(blank)).toList(),
                    filling -> fillings.idsByBlank(states.get(filling)).get(blank),
                    embeddings))
        .toList();
  }

  /**
   * Returns what came of each way to choose the lengths.
   *
   * @param partOfChain for each chain which way it had
   */
  List<SampledLengths> lengths(List<Integer> partOfChain) {
    return IntStream.range(0, fillings.parts().size())
        .mapToObj(part -> lengths(part, partOfChain))
        .toList();
  }

  private SampledLengths lengths(int part, List<Integer> partOfChain) {
    Predicate<State> compared =
        state -> fillings.union().part(state) == part && normalized.isKnown(state);
    List<State> all = pool.all().stream().filter(compared).toList();
    return new SampledLengths(
        fillings.parts().get(part).lengths(),
        (int) partOfChain.stream().filter(of -> of == part).count(),
        (int) all.stream().distinct().count(),
        all.stream().mapToDouble(normalized::energy).max(),
        all.stream().mapToDouble(normalized::energy).average());
  }

  private boolean isKnown(State state) {
    return energies.isKnown(state) && (!comparesLengths || normalized.isKnown(state));
  }

  private double merit(State state) {
    return comparesLengths ? normalized.energy(state) : energies.energy(state);
  }

  private double meritPerPiece(State state) {
    return comparesLengths ? normalized.energy(state) : energies.energyPerPlace(state);
  }

  private Candidate candidate(State state) {
    Evaluation evaluation = energies.evaluation(state);
    return new Candidate(
        fillings.filled(state).text(),
        fillings.fills(state, evaluation),
        evaluation.energy(),
        energies.terms(state),
        comparesLengths ? OptionalDouble.of(normalized.energy(state)) : OptionalDouble.empty(),
        posterior.of(state),
        pool.visits(state),
        (int) last.stream().filter(state::equals).count());
  }
}
