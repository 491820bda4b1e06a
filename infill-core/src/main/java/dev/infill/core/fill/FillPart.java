package dev.infill.core.fill;

import dev.infill.core.diagnostics.Probability;
import dev.infill.core.energy.State;
import dev.infill.core.task.PreparedFill;
import dev.infill.core.task.TermValue;
import dev.infill.core.task.TextOfLengths;
import dev.infill.core.twoway.Normalizer;
import dev.infill.core.twoway.ScoredFilling;
import dev.infill.core.twoway.TwoWayPosterior;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** The search and the draws of a text with blanks of known lengths. Not thread-safe. */
final class FillPart {
  private final PreparedFill.Part part;
  private final TwoWayPosterior posterior;
  private final List<FoundFilling> found = new ArrayList<>();

  /** Z by the fillings that were found; made when it is asked for. */
  private Optional<Normalizer> normalizer = Optional.empty();

  FillPart(PreparedFill.Part part, long seed) {
    this.part = part;
    this.posterior = new TwoWayPosterior(part.target(), seed);
  }

  int pieces() {
    return part.target().size();
  }

  int blanks() {
    return part.text().lengths().size();
  }

  int passes() {
    return posterior.passes();
  }

  int passesPerDraw() {
    return posterior.passesPerDraw();
  }

  /** Says whether there may be a filling whose M + V per piece exceeds a threshold. */
  boolean mayHaveMore(double threshold) {
    return bound() > (pieces() == 1 ? Double.NEGATIVE_INFINITY : threshold);
  }

  /**
   * Returns an upper bound of M + V per piece for all fillings that were not found; −∞ if there are
   * none.
   */
  double bound() {
    return posterior.bound() / pieces();
  }

  void search(double threshold, int mostPasses) {
    posterior.search(threshold * pieces(), mostPasses);
    update();
  }

  boolean draw(int count) {
    boolean made = posterior.draw(count);
    update();
    return made;
  }

  private void update() {
    posterior.found().stream()
        .skip(found.size())
        .forEach(scored -> found.add(new FoundFilling(this, scored)));
    normalizer = Optional.empty();
  }

  /** Returns the fillings that were found, in the order of the search. */
  List<FoundFilling> found() {
    return Collections.unmodifiableList(found);
  }

  Normalizer normalizer() {
    Normalizer made = normalizer.orElseGet(posterior::normalizer);
    normalizer = Optional.of(made);
    return made;
  }

  TextOfLengths text() {
    return part.text();
  }

  List<TermValue> terms(State filling) {
    return part.added().map(added -> added.at(filling)).orElse(List.of());
  }

  /** Returns log f of each piece of fillings, given all others. */
  List<double[]> givenOthers(List<State> fillings) {
    return posterior.givenOthers(fillings);
  }

  /** Says whether {@link #bound} is certain. */
  boolean hasBound() {
    return part.hasBound();
  }

  /** Returns the probability of a filling among those of the same lengths. */
  Probability probability(ScoredFilling filling) {
    double logMass = filling.total() / part.target().temperature();
    double estimate = Math.min(1, Math.exp(logMass - normalizer().logEstimate()));
    double error = normalizer().relativeError();
    boolean known = Double.isFinite(error);
    return new Probability(
        known ? OptionalDouble.of(estimate) : OptionalDouble.empty(),
        known ? OptionalDouble.of(error * estimate) : OptionalDouble.empty(),
        OptionalDouble.of(Math.min(1, Math.exp(logMass - normalizer().logLeast()))));
  }

  /** Returns a certain upper bound of the probability of a filling with this M + V per piece. */
  double mostProbable(double totalPerPiece) {
    return Math.min(
        1,
        Math.exp(totalPerPiece * pieces() / part.target().temperature() - normalizer().logLeast()));
  }

  /** Returns the probabilities of words in a blank, among fillings of these lengths. */
  Map<String, Probability> marginals(int blank) {
    return posterior.marginals(state -> part.text().words(state).get(blank));
  }
}
