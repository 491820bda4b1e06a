package dev.infill.core.energy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Remembers the terms of an energy by their contexts θ_\i: where one blank changed its own
 * conditional stands, and chains and steps meet the same contexts again and again.
 *
 * <p>Exact: what is remembered is what the model said. A bounded number of conditionals is kept;
 * the one that has not been used for the longest time goes first.
 *
 * <p>Thread-safe. Threads may take part in gathering ({@link #expect}): each moves chains of its
 * own and goes on for as long as it meets contexts that are known; one that is not known is asked
 * for when every thread that takes part waits for one, all of them in one batch. So the model is
 * run seldom and on much at once, and what is in a batch follows from what the chains do, not from
 * how fast their threads are.
 */
public final class ContextMemory {
  /** Of the memory that Java may use, a text's conditionals have this part at most. */
  private static final int PART_OF_MEMORY = 8;

  /** All that are filled at the same time together have this part at most. */
  private static final int PART_FOR_ALL = 2;

  private final ConditionalTerms terms;
  private final int capacity;
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
   * @param terms what the model is asked for
   * @param capacity how many conditionals are kept at most, at least 1
   * @throws IllegalArgumentException if the capacity is below 1
   */
  public ContextMemory(ConditionalTerms terms, int capacity) {
    if (capacity < 1) {
      throw new IllegalArgumentException("a cache keeps at least 1 conditional, not " + capacity);
    }
    this.terms = terms;
    this.capacity = capacity;
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
   * Returns how many conditionals fit into an eighth of the memory that Java may use, or, where
   * that is less, into a memory's part of half of it.
   *
   * @param largest how many values the coordinate with the most has
   * @param memories how many memories there are at the same time, at least 1
   */
  public static int defaultCapacity(int largest, int memories) {
    long parts = Math.max(PART_OF_MEMORY, (long) PART_FOR_ALL * memories);
    long fitting = Runtime.getRuntime().maxMemory() / parts / (largest * 8L);
    return (int) Math.max(1, Math.min(fitting, Integer.MAX_VALUE));
  }

  /** Returns how many conditionals are kept at most. */
  public long capacity() {
    return capacity;
  }

  /**
   * Returns how many conditionals were asked for and known, so that the model was not asked; of
   * those that were answered.
   */
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

  /** Returns the terms, of which the model is asked only what is not known. */
  public ConditionalTerms terms() {
    return ConditionalTerms.of(this::remembered, terms.upperBound());
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
      int spared = answers.length - (round.size() - before);
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
      hits += spared;
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
}
