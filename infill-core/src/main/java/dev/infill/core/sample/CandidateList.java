package dev.infill.core.sample;

import dev.infill.core.energy.State;
import dev.infill.core.fill.BlankWords;
import dev.infill.core.fill.DiverseSelection;
import dev.infill.core.sampler.Selection;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.SampleSettings;
import dev.infill.core.task.TextOfLengths;
import java.nio.FloatBuffer;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Ranks the states that chains have come by.
 *
 * @param text tells states as text
 * @param settings say which states are listed, how many, and whether equal ones are
 * @param pool the states
 * @param energies U + Σ λ V of the states
 */
record CandidateList(
    TextOfLengths text, SampleSettings settings, PooledStates pool, StateEnergies energies) {
  /**
   * Returns the best states, the more frequent first among equally good ones; or a diverse list in
   * the order of choice. All are evaluated. A job that was ended lists the states that were
   * evaluated by then.
   *
   * @param embeddings gives the embeddings of tokens, if the model tells them
   */
  List<State> states(Function<int[], Optional<List<FloatBuffer>>> embeddings) {
    Comparator<State> bestFirst =
        Comparator.comparingDouble(energies::energy)
            .thenComparingInt(pool::visits)
            .reversed()
            .thenComparing(state -> text.filled(state).text());
    List<State> all =
        (settings.get(Settings.REPEATS) ? pool.all() : pool.distinct())
            .stream().filter(energies::isKnown).sorted(bestFirst).toList();
    boolean diverse = settings.select() == Selection.DIVERSE;
    List<State> selected =
        diverse
            ? new DiverseSelection(settings.get(Settings.DIVERSITY).orElseThrow())
                .choose(all, energies::energyPerPlace, blankWords(all, embeddings), settings.top())
            : all.stream().limit(settings.top()).toList();
    energies.evaluate(selected);
    Stream<State> evaluated = selected.stream().filter(energies::isEvaluated);
    // Evaluated again, two of almost equal U may change places by rounding.
    return (diverse ? evaluated : evaluated.sorted(bestFirst)).toList();
  }

  private List<BlankWords> blankWords(
      List<State> states, Function<int[], Optional<List<FloatBuffer>>> embeddings) {
    return BlankWords.of(
        states.stream().map(text::words).toList(),
        filling -> text.idsByBlank(states.get(filling)),
        embeddings);
  }
}
