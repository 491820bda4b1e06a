package dev.infill.web.api;

import dev.infill.core.chain.Visit;
import dev.infill.core.fill.FillListener;
import dev.infill.core.sample.ChainsStep;
import dev.infill.core.task.Piece;
import dev.infill.core.task.TextOfLengths;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Predicate;

/** What is sent about a text while it is filled. */
public sealed interface EventJson {
  /** Returns the name of the event, which is that of its record. */
  default String event() {
    return getClass().getSimpleName().toLowerCase(Locale.ROOT);
  }

  /**
   * The text waits.
   *
   * @param position how many are filled before it, itself included
   */
  record Queued(int position) implements EventJson {}

  /**
   * The job begins.
   *
   * @param id names the job, to stop it by
   * @param settings everything needed to repeat the result
   * @param blanks blanks of the text
   * @param pieces its word pieces
   */
  record Started(String id, SettingsJson settings, int blanks, int pieces) implements EventJson {}

  /**
   * What is known of the most probable fillings so far.
   *
   * @param modelPasses how many sequences went through the model
   * @param mostPasses how many there are at most
   * @param candidates the best fillings that were found, the most probable first
   * @param certain how many of the first are certainly the most probable ones
   * @param relativeError the standard error of all probabilities as a share of them; null before
   *     they are estimated
   */
  record Progress(
      long modelPasses,
      long mostPasses,
      List<PartialFilling> candidates,
      int certain,
      OptionalDouble relativeError)
      implements EventJson {
    /**
     * Maps what is known.
     *
     * @param progress what is known so far
     */
    public static Progress of(FillListener.Progress progress) {
      return new Progress(
          progress.modelPasses(),
          progress.mostPasses(),
          progress.list().stream().map(PartialFilling::of).toList(),
          progress.certain(),
          progress.relativeError());
    }
  }

  /**
   * A filling that was found.
   *
   * @param text the text with every blank filled
   * @param fills the fills, in the order of the blanks
   * @param probability an estimate; null before there is one
   * @param probabilityStandardError its standard error; null before it is known
   * @param probabilityBound what the probability is at most; null where that is not known
   */
  record PartialFilling(
      String text,
      List<Piece> fills,
      OptionalDouble probability,
      OptionalDouble probabilityStandardError,
      OptionalDouble probabilityBound) {
    static PartialFilling of(FillListener.Found found) {
      return new PartialFilling(
          found.text(),
          found.pieces(),
          found.probability().estimate(),
          found.probability().standardError(),
          found.probability().upperBound());
    }
  }

  /**
   * What the chains did in one or more steps, in order.
   *
   * @param first the first of these steps, from 1
   * @param total how many each chain makes, as far as can be told yet
   * @param burnIn how many of them are burn-in
   * @param energies by step and chain U in nats; null where it is not evaluated, or −∞
   * @param changed by step the share of chains that moved
   * @param accepted by step the share of chains that accepted their proposal
   * @param secondsLeft how long the rest may take, in seconds
   */
  record Steps(
      int first,
      int total,
      int burnIn,
      List<List<OptionalDouble>> energies,
      List<Double> changed,
      List<Double> accepted,
      double secondsLeft)
      implements EventJson {
    /**
     * Puts steps together.
     *
     * @param steps one or more steps, in order
     * @param secondsLeft how long the rest may take
     */
    public static Steps of(List<OneStep> steps, double secondsLeft) {
      OneStep first = steps.get(0);
      return new Steps(
          first.step(),
          // How many there will be is known the better the later.
          steps.get(steps.size() - 1).total(),
          first.burnIn(),
          steps.stream().map(OneStep::energies).toList(),
          steps.stream().map(OneStep::changed).toList(),
          steps.stream().map(OneStep::accepted).toList(),
          secondsLeft);
    }
  }

  /**
   * What the chains did in one step.
   *
   * @param step which, from 1
   * @param total how many each chain makes
   * @param burnIn how many of them are burn-in
   * @param energies by chain U in nats; null where it is not evaluated, or −∞
   * @param changed the share of chains that moved
   * @param accepted the share of chains that accepted their proposal
   */
  record OneStep(
      int step,
      int total,
      int burnIn,
      List<OptionalDouble> energies,
      double changed,
      double accepted) {
    /**
     * Maps a step.
     *
     * @param step what all chains did
     */
    public static OneStep of(ChainsStep step) {
      return new OneStep(
          step.step(),
          step.total(),
          step.burnIn(),
          step.visits().stream().map(Visit::energy).toList(),
          share(step, visit -> visit.info().changedCoordinates() > 0),
          share(step, visit -> visit.info().accepted()));
    }

    private static double share(ChainsStep step, Predicate<Visit> which) {
      return (double) step.visits().stream().filter(which).count() / step.visits().size();
    }
  }

  /**
   * The best fillings so far, also where the result is to be a diverse list.
   *
   * @param candidates highest U first; where U is not evaluated, the most frequent first
   */
  record Candidates(List<PartialCandidate> candidates) implements EventJson {}

  /**
   * A filling that chains have come by.
   *
   * @param text the text with every blank filled
   * @param fills the fills, in the order of the blanks
   * @param energy U in nats; null where it is not evaluated, or −∞
   * @param chains how many chains are there now
   */
  record PartialCandidate(String text, List<Piece> fills, OptionalDouble energy, int chains) {
    /**
     * Maps a filling.
     *
     * @param text says what states are as text
     * @param found where a chain was
     * @param chains how many chains are there
     */
    public static PartialCandidate of(TextOfLengths text, Visit found, int chains) {
      return new PartialCandidate(
          text.filled(found.state()).text(), text.pieces(found.state()), found.energy(), chains);
    }
  }

  /**
   * U is evaluated where the chains did not.
   *
   * @param done the number of states where it is evaluated already
   * @param total the number of states where it will be
   */
  record Scoring(long done, long total) implements EventJson {}
}
