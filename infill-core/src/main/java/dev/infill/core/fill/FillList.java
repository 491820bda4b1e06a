package dev.infill.core.fill;

import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.State;
import dev.infill.core.sampler.Selection;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.FillSettings;
import dev.infill.core.text.MaskedLanguageModel;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * The fillings that are listed, and how certain it is that they are the right ones.
 *
 * @param settings which, and how many
 * @param parts the choices of lengths
 * @param found the best fillings that were found, the best first; more than are listed, if there
 *     are
 * @param model tells embeddings
 */
record FillList(
    FillSettings settings,
    List<FillPart> parts,
    List<FoundFilling> found,
    MaskedLanguageModel model) {

  /** Returns those that are listed, in order. */
  List<FoundFilling> best() {
    return settings.select() == Selection.DIVERSE
        ? new DiverseSelection(settings.get(Settings.DIVERSITY).orElseThrow())
            .choose(found, FoundFilling::totalPerPiece, blankWords(), settings.top())
        : found.stream().limit(settings.top()).toList();
  }

  private List<BlankWords> blankWords() {
    return BlankWords.of(
        found.stream().map(it -> it.part().text().words(it.scored().state())).toList(),
        k -> found.get(k).part().text().idsByBlank(found.get(k).scored().state()),
        model::embeddings);
  }

  /**
   * Returns an upper bound of M + V per piece for all fillings that were not found; −∞ if there are
   * none.
   */
  double bound() {
    return parts.stream().mapToDouble(FillPart::bound).max().orElseThrow();
  }

  /** Returns the largest standard error of Z as a share of it; infinite if one is not known. */
  double relativeError() {
    return parts.stream()
        .mapToDouble(part -> part.normalizer().relativeError())
        .max()
        .orElseThrow();
  }

  /**
   * Returns how many of the first are certainly the best, in order: none where the range of a term
   * is not known.
   */
  int certain() {
    return hasOrder()
        ? (int)
            found.stream()
                .limit(settings.top())
                .takeWhile(filling -> filling.totalPerPiece() >= bound())
                .count()
        : 0;
  }

  /** Says whether the list is one of the best, and fillings that were not found have a bound. */
  boolean hasOrder() {
    return settings.select() == Selection.BEST && parts.stream().allMatch(FillPart::hasBound);
  }

  /**
   * Returns a certain upper bound of the probability of every filling that is not listed. It is
   * empty where there is none, and where lengths are unknown: probabilities of fillings of
   * different lengths do not compare.
   */
  OptionalDouble unlisted() {
    if (!hasOrder() || parts.size() > 1) {
      return OptionalDouble.empty();
    }
    double next =
        found.stream()
            .skip(settings.top())
            .mapToDouble(FoundFilling::totalPerPiece)
            .findFirst()
            .orElse(Double.NEGATIVE_INFINITY);
    return OptionalDouble.of(parts.get(0).mostProbable(Math.max(next, bound())));
  }

  /** Returns the listed fillings with log f of each piece given the others. */
  List<Filling> fillings() {
    List<FoundFilling> best = best();
    Map<FoundFilling, double[]> given = new HashMap<>();
    for (FillPart part : parts) {
      List<FoundFilling> its = best.stream().filter(filling -> filling.part() == part).toList();
      List<State> states = its.stream().map(filling -> filling.scored().state()).toList();
      List<double[]> ofThem = part.givenOthers(states);
      IntStream.range(0, its.size()).forEach(k -> given.put(its.get(k), ofThem.get(k)));
    }
    return best.stream()
        .map(filling -> filling(filling, Objects.requireNonNull(given.get(filling))))
        .toList();
  }

  private static Filling filling(FoundFilling found, double[] givenOthers) {
    State state = found.scored().state();
    double energy = IntStream.range(0, givenOthers.length).mapToDouble(i -> givenOthers[i]).sum();
    Evaluation evaluation = new Evaluation(energy, givenOthers, new double[0][]);
    return new Filling(
        found.part().text().filled(state).text(),
        found.part().text().fills(state, evaluation),
        found.scored().twoWay(),
        energy,
        found.part().terms(state),
        found.part().probability(found.scored()));
  }
}
