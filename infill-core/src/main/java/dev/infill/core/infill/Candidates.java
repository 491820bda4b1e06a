package dev.infill.core.infill;

import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.State;
import dev.infill.core.fill.DiverseSelection;
import dev.infill.core.fill.DiverseSelection.BlankWords;
import dev.infill.core.sampler.Selection;
import dev.infill.core.task.SampleSettings;
import dev.infill.core.task.TextOfLengths;
import java.nio.FloatBuffer;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Chooses candidates among the states that chains have come by.
 *
 * @param text what states mean
 * @param pool the states
 * @param last where each chain is at the end
 * @param energies what is sampled of them, U or U + Σ λ V, as far as it is known
 * @param posterior what is known of their probabilities
 * @param twoWay gives M of states, in order, or nothing
 * @param embeddings gives those of tokens, if the model tells them
 */
record Candidates(
    TextOfLengths text,
    PooledStates pool,
    List<State> last,
    StateEnergies energies,
    PosteriorEstimate posterior,
    Function<List<State>, List<Double>> twoWay,
    Function<int[], Optional<List<FloatBuffer>>> embeddings) {
  /**
   * Returns those that are selected: the best, of equally good ones the more frequent first; or a
   * diverse list in the order of choice. Of a job that was ended, those whose log f is known.
   *
   * @param settings which, how many, and whether one may come twice
   * @param scoring asks for log f where it is not known
   */
  List<Candidate> selected(SampleSettings settings, Scoring scoring) {
    Comparator<State> bestFirst =
        Comparator.comparingDouble(energies::energy)
            .thenComparingInt(pool::visits)
            .reversed()
            .thenComparing(state -> text.filled(state).text());
    List<State> all =
        (settings.repeats() ? pool.all() : pool.distinct())
            .stream().filter(energies::isKnown).sorted(bestFirst).toList();
    boolean diverse = settings.select() == Selection.DIVERSE;
    List<State> selected =
        diverse
            ? new DiverseSelection(settings.diversity().orElseThrow())
                .choose(all, energies::energyPerPlace, blankWords(all), settings.top())
            : all.stream().limit(settings.top()).toList();
    energies.evaluate(selected, scoring);
    Stream<State> evaluated = selected.stream().filter(energies::isEvaluated);
    // Evaluated again, two of almost equal U may change places by rounding.
    List<State> listed = (diverse ? evaluated : evaluated.sorted(bestFirst)).toList();
    List<Double> both = twoWay.apply(listed);
    return IntStream.range(0, listed.size())
        .mapToObj(
            k ->
                candidate(
                    listed.get(k),
                    both.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(both.get(k))))
        .toList();
  }

  private List<BlankWords> blankWords(List<State> states) {
    List<List<String>> words = states.stream().map(text::words).toList();
    return IntStream.range(0, words.isEmpty() ? 0 : words.get(0).size())
        .mapToObj(
            blank ->
                BlankWords.of(
                    words.stream().map(filling -> filling.get(blank)).toList(),
                    filling -> text.idsByBlank(states.get(filling)).get(blank),
                    embeddings))
        .toList();
  }

  private Candidate candidate(State state, OptionalDouble itsTwoWay) {
    Evaluation evaluation = energies.evaluation(state);
    return new Candidate(
        text.filled(state).text(),
        text.fills(state, evaluation),
        evaluation.energy(),
        itsTwoWay,
        energies.terms(state),
        posterior.of(state),
        pool.visits(state),
        (int) last.stream().filter(state::equals).count());
  }
}
