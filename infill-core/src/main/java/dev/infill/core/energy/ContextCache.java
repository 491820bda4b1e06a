package dev.infill.core.energy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The same energy, which asks the model for no context θ_\i that it remembers: where one blank
 * changed its own conditional stands, and chains and steps meet the same contexts again and again.
 *
 * <p>Exact: what is remembered is what the model said, so no sampler's law changes. A bounded
 * number of conditionals is kept; the one that has not been used for the longest time goes first.
 * Exact gradients look at the whole state and are not remembered.
 *
 * <p>Thread-safe. Threads may take part in gathering ({@link #expect}): each moves chains of its
 * own and goes on for as long as it meets contexts that are known; one that is not known is asked
 * for when every thread that takes part waits for one, all of them in one batch. So the model is
 * run seldom and on much at once, and what is in a batch follows from what the chains do, not from
 * how fast their threads are.
 *
 * <p>The passes that {@link #passesPerEvaluation()} and {@link #passesPerConditional()} count are
 * those that are asked for; {@link #hits()} says how many of them the model was spared.
 */
public final class ContextCache implements Energy {
  /** Of the memory that Java may use, a text's conditionals have this part at the most. */
  private static final int PART_OF_MEMORY = 8;

  /** All that are filled at the same time together have this part at the most. */
  private static final int PART_FOR_ALL = 2;

  private final Energy energy;
  private final ConditionalTerms terms;
  private final ThreadLocal<Boolean> takesPart = ThreadLocal.withInitial(() -> false);

  /** Guards what follows; threads that take part wait on it until their round is over. */
  private final Object lock = new Object();

  /** By context, which is the state with −1 at the coordinate, in the order of the last use. */
  private final LinkedHashMap<State, Conditional> known;

  private Round gathered = new Round();
  private int participants;
  private int waiting;
  private long hits;

  /**
   * Remembers up to a number of conditionals.
   *
   * @param energy an energy that has {@link Energy#terms()}
   * @param capacity how many conditionals are kept at the most, at least 1
   * @throws IllegalArgumentException if the energy has no terms, or the capacity is below 1
   */
  public ContextCache(Energy energy, int capacity) {
    if (capacity < 1) {
      throw new IllegalArgumentException("a cache keeps at least 1 conditional, not " + capacity);
    }
    this.energy = energy;
    this.terms =
        energy
            .terms()
            .orElseThrow(() -> new IllegalArgumentException("an energy without terms of its own"));
    this.known =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1;

          @Override
          protected boolean removeEldestEntry(Map.Entry<State, Conditional> eldest) {
            return size() > capacity;
          }
        };
  }

  /**
   * Returns how many conditionals of an energy fit into an eighth of the memory that Java may use,
   * or, where that is less, into a cache's part of half of it.
   *
   * @param energy the energy
   * @param caches how many caches there are at the same time, at least 1
   */
  public static int defaultCapacity(Energy energy, int caches) {
    int largest = energy.domains().stream().mapToInt(Domain::size).max().orElse(1);
    long parts = Math.max(PART_OF_MEMORY, (long) PART_FOR_ALL * caches);
    long fitting = Runtime.getRuntime().maxMemory() / parts / (largest * 8L);
    return (int) Math.max(1, Math.min(fitting, Integer.MAX_VALUE));
  }

  /** Returns how many conditionals were asked for and known, so that the model was not asked. */
  public long hits() {
    synchronized (lock) {
      return hits;
    }
  }

  /**
   * Says that threads are about to take part in gathering. From now on none that takes part is
   * answered before as many wait, less those that have left; so each must {@link #enter} and, at
   * the end of its work, {@link #leave}.
   *
   * @param threads how many more
   */
  public void expect(int threads) {
    synchronized (lock) {
      participants += threads;
    }
  }

  /** Lets the calling thread take part in gathering; it is one of those expected. */
  public void enter() {
    takesPart.set(true);
  }

  /** Ends the calling thread's part: the others do not wait for it any more. */
  public void leave() {
    takesPart.remove();
    synchronized (lock) {
      participants--;
      answerIfAllWait();
    }
  }

  @Override
  public List<Domain> domains() {
    return energy.domains();
  }

  @Override
  public boolean supports(GradientKind gradient) {
    return energy.supports(gradient);
  }

  @Override
  public Optional<ConditionalTerms> terms() {
    return Optional.of(ConditionalTerms.of(this::remembered, terms.upperBound()));
  }

  /** Nothing between states is remembered. */
  @Override
  public Optional<Relaxation> relaxation() {
    return energy.relaxation();
  }

  private List<Conditional> remembered(List<State> states, int[] coordinates) {
    @Nullable Conditional[] answers = new Conditional[coordinates.length];
    int[] awaited = new int[coordinates.length];
    synchronized (lock) {
      boolean gathers = takesPart.get();
      Round round = gathers ? gathered : new Round();
      int before = round.size();
      boolean complete = true;
      for (int k = 0; k < answers.length; k++) {
        State context = states.get(k).with(coordinates[k], -1);
        answers[k] = known.get(context);
        if (answers[k] == null) {
          awaited[k] = round.add(context, states.get(k), coordinates[k]);
          complete = false;
        }
      }
      hits += answers.length - (round.size() - before);
      if (!complete) {
        if (gathers) {
          await(round);
        } else {
          round.answer(terms, known);
        }
      }
      List<Conditional> all = new ArrayList<>(answers.length);
      for (int k = 0; k < answers.length; k++) {
        Conditional answer = answers[k];
        all.add(answer == null ? round.answer(awaited[k]) : answer);
      }
      return all;
    }
  }

  /** Waits until a round is over. An interrupt is left for whoever moves the chains to see. */
  private void await(Round round) {
    waiting++;
    answerIfAllWait();
    boolean interrupted = false;
    while (!round.isOver()) {
      try {
        lock.wait();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void answerIfAllWait() {
    if (waiting > 0 && waiting == participants) {
      Round round = gathered;
      gathered = new Round();
      waiting = 0;
      round.answer(terms, known);
      lock.notifyAll();
    }
  }

  @Override
  public List<Evaluation> evaluate(List<State> states, GradientKind gradient) {
    if (gradient == GradientKind.EXACT) {
      return energy.evaluate(states, gradient);
    }
    int m = domains().size();
    List<State> asking = new ArrayList<>(states.size() * m);
    int[] coordinates = new int[states.size() * m];
    for (int k = 0; k < coordinates.length; k++) {
      asking.add(states.get(k / m));
      coordinates[k] = k % m;
    }
    List<Conditional> conditionals = remembered(asking, coordinates);
    List<Evaluation> evaluations = new ArrayList<>(states.size());
    for (int s = 0; s < states.size(); s++) {
      evaluations.add(
          Evaluation.ofTerms(states.get(s), conditionals.subList(s * m, (s + 1) * m), gradient));
    }
    return evaluations;
  }

  @Override
  public List<CategoricalDistribution> conditionals(List<State> states, int[] coordinates) {
    // Made anew at every ask: a distribution is twice as large as the terms that it is made of, and
    // the fewer contexts fit into memory, the more often the model is asked.
    return remembered(states, coordinates).stream().map(Conditional::distribution).toList();
  }

  @Override
  public int passesPerEvaluation() {
    return energy.passesPerEvaluation();
  }

  @Override
  public int passesPerConditional() {
    return energy.passesPerConditional();
  }
}
