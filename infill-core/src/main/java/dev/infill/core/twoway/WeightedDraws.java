package dev.infill.core.twoway;

import dev.infill.core.energy.Context;
import dev.infill.core.energy.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Independent draws of fillings. The blanks are drawn one after another, each from f^(1/T) over the
 * values that may stand beside those drawn before. A coin chooses the first blank or the last one
 * as the start, so that q = ½ q→ + ½ q←. A draw of a known filling is made again: the draws come
 * from q restricted to all other fillings. Not thread-safe.
 */
final class WeightedDraws {
  /** A draw is given up after this number of known fillings: these have almost all of q. */
  private static final int MOST_TRIES = 2_000;

  private final Contexts contexts;
  private final Set<State> known;
  private final SplittableRandom random;
  private final List<Optional<ScoredFilling>> draws = new ArrayList<>();

  /**
   * Starts with no draw.
   *
   * @param contexts the model's answers
   * @param known the fillings that are not drawn
   * @param seed the seed that the streams of the draws are split from, in order
   */
  WeightedDraws(Contexts contexts, Set<State> known, long seed) {
    this.contexts = contexts;
    this.known = Set.copyOf(known);
    this.random = new SplittableRandom(seed);
  }

  /** Returns the draws in order; empty for a dead end, a blank without possible values. */
  List<Optional<ScoredFilling>> draws() {
    return draws;
  }

  /**
   * Makes more draws, all of them or, if the model throws, none.
   *
   * @param count the number of draws
   * @return false if hardly anything but known fillings is drawn: none is made then
   */
  boolean more(int count) {
    List<Draw> made = IntStream.range(0, count).mapToObj(k -> new Draw(random.split())).toList();
    List<Draw> moving = made;
    while (!moving.isEmpty()) {
      contexts.ask(moving.stream().map(Draw::next).toList());
      moving.forEach(Draw::draw);
      moving = moving.stream().filter(draw -> !draw.isOver()).toList();
    }
    if (made.stream().anyMatch(draw -> draw.tries > MOST_TRIES)) {
      return false;
    }
    contexts.ask(
        made.stream()
            .filter(draw -> !draw.isDeadEnd)
            .flatMap(draw -> contexts.unknown(draw.filling).stream())
            .toList());
    for (Draw draw : made) {
      draws.add(
          draw.isDeadEnd
              ? Optional.empty()
              : Optional.of(contexts.scored(List.of(draw.filling)).get(0)));
    }
    return true;
  }

  /** A filling while it is drawn. */
  private final class Draw {
    private final SplittableRandom stream;
    private ReadingOrder order = ReadingOrder.FORWARD;
    private State filling = State.of(new int[contexts.target().size()]);
    private int depth;
    private int tries;
    private boolean isDeadEnd;

    Draw(SplittableRandom stream) {
      this.stream = stream;
      begin();
    }

    private void begin() {
      order = stream.nextBoolean() ? ReadingOrder.FORWARD : ReadingOrder.BACKWARD;
      depth = 0;
      tries++;
    }

    Context next() {
      return order.context(filling, depth);
    }

    boolean isOver() {
      return isDeadEnd || depth == filling.size() || tries > MOST_TRIES;
    }

    /** Draws the blanks whose contexts are known. */
    void draw() {
      while (!isOver() && contexts.isKnown(next())) {
        NextBlank blank = contexts.at(next());
        isDeadEnd = blank.possible() == 0;
        if (!isDeadEnd) {
          filling = filling.with(next().coordinate(), blank.draw(stream));
          depth++;
          if (depth == filling.size() && known.contains(filling)) {
            begin();
          }
        }
      }
    }
  }
}
