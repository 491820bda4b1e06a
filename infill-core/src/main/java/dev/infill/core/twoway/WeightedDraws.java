package dev.infill.core.twoway;

import dev.infill.core.energy.Context;
import dev.infill.core.energy.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Independent draws of fillings, blank after blank, each from f^(1/T) over what may stand there
 * beside those drawn before; from the first blank or from the last one by a coin, so that q = ½ q→
 * + ½ q←. Fillings whose probability is known already are not drawn: such a draw is made again, so
 * that the draws are independent ones from q restricted to all other fillings. Not thread-safe.
 */
final class WeightedDraws {
  /** A draw is made again so often; what the known fillings leave is then as good as nothing. */
  private static final int MOST_TRIES = 2_000;

  private final Contexts contexts;
  private final Predicate<State> known;
  private final SplittableRandom random;
  private final List<Optional<ScoredFilling>> draws = new ArrayList<>();

  /**
   * Starts with no draw.
   *
   * @param contexts what the model says
   * @param known which fillings are not drawn; must not change
   * @param seed each draw has a stream of random numbers of its own, split from it in order
   */
  WeightedDraws(Contexts contexts, Set<State> known, long seed) {
    this.contexts = contexts;
    this.known = Set.copyOf(known)::contains;
    this.random = new SplittableRandom(seed);
  }

  /** Returns the draws in order; one that came to a dead end, where nothing may stand, is empty. */
  List<Optional<ScoredFilling>> draws() {
    return draws;
  }

  /**
   * Makes more draws, all of them or, where the model throws, none.
   *
   * @param count how many
   * @return whether they were made; not where hardly anything but known fillings is drawn
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
    contexts.ask(made.stream().flatMap(draw -> draw.unknown().stream()).toList());
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

    /** Draws as many blanks as there is an answer for. */
    void draw() {
      while (!isOver() && contexts.isKnown(next())) {
        NextBlank blank = contexts.at(next());
        isDeadEnd = blank.possible() == 0;
        if (!isDeadEnd) {
          filling = filling.with(next().coordinate(), blank.draw(stream));
          depth++;
          if (depth == filling.size() && known.test(filling)) {
            begin();
          }
        }
      }
    }

    List<Context> unknown() {
      return isDeadEnd ? List.of() : contexts.unknownOf(filling, order.reversed());
    }
  }
}
