package dev.infill.evaluation.bench;

import dev.infill.core.chain.ProgressListener;
import dev.infill.core.infill.InfillSettings;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.MaskedLanguageModel;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** What whole jobs of the default kernel cost as one size grows and the others stay. */
public final class SizesBenchmark {
  private static final int WARM_UP_STEPS = 2;

  private final MaskedLanguageModel model;
  private final Grid grid;
  private final long seed;

  /**
   * Creates the benchmark.
   *
   * @param model the model
   * @param grid which sizes
   * @param seed the seed of every job
   */
  public SizesBenchmark(MaskedLanguageModel model, Grid grid, long seed) {
    this.model = model;
    this.grid = grid;
    this.seed = seed;
  }

  /** What grows. */
  public enum Axis {
    /** The number of chains. */
    CHAINS,
    /** Steps of each chain. */
    STEPS,
    /** Blanks of the text. */
    BLANKS,
    /** Pieces of the text, {@code [CLS]} and {@code [SEP]} included. */
    LENGTH
  }

  /**
   * The sizes of a job.
   *
   * @param chains the number of chains
   * @param steps steps of each chain, burn-in included
   * @param blanks blanks of the text
   * @param pieces the most pieces of the text
   */
  public record Sizes(int chains, int steps, int blanks, int pieces) {
    private Sizes with(Axis axis, int value) {
      return switch (axis) {
        case CHAINS -> new Sizes(value, steps, blanks, pieces);
        case STEPS -> new Sizes(chains, value, blanks, pieces);
        case BLANKS -> new Sizes(chains, steps, value, pieces);
        case LENGTH -> new Sizes(chains, steps, blanks, value);
      };
    }
  }

  /**
   * Which sizes are tried.
   *
   * @param common what the sizes are that do not grow
   * @param values for every axis its values, ascending
   */
  public record Grid(Sizes common, Map<Axis, List<Integer>> values) {
    /** Copies the map. */
    public Grid {
      values = Map.copyOf(values);
    }

    /** Returns the whole grid. */
    public static Grid full() {
      return of(
          new Sizes(25, 50, 3, 32),
          List.of(25, 50, 100, 200),
          List.of(50, 100, 200, 500),
          List.of(1, 2, 3, 4, 6, 8, 12),
          List.of(16, 32, 64, 128, 256));
    }

    /** Returns a grid to try it out. */
    public static Grid quick() {
      return of(
          new Sizes(2, 4, 2, 16), List.of(2, 4), List.of(4, 8), List.of(1, 2, 4), List.of(16, 32));
    }

    private static Grid of(
        Sizes common,
        List<Integer> chains,
        List<Integer> steps,
        List<Integer> blanks,
        List<Integer> lengths) {
      Map<Axis, List<Integer>> values = new EnumMap<>(Axis.class);
      values.put(Axis.CHAINS, chains);
      values.put(Axis.STEPS, steps);
      values.put(Axis.BLANKS, blanks);
      values.put(Axis.LENGTH, lengths);
      return new Grid(common, values);
    }

    List<Integer> values(Axis axis) {
      return values.getOrDefault(axis, List.of());
    }
  }

  /**
   * What one job cost.
   *
   * @param axis which size grows
   * @param chains the number of chains
   * @param steps steps of each chain, burn-in included
   * @param blanks blanks of the text
   * @param pieces pieces of the text
   * @param seconds from the text to its fillings
   * @param passesAsked sequences through the model that the chains asked for
   * @param passesRun how many of them the model was run for
   */
  public record Point(
      Axis axis,
      int chains,
      int steps,
      int blanks,
      int pieces,
      double seconds,
      long passesAsked,
      long passesRun) {
    /** Returns the size that grows. */
    public int value() {
      return switch (axis) {
        case CHAINS -> chains;
        case STEPS -> steps;
        case BLANKS -> blanks;
        case LENGTH -> pieces;
      };
    }
  }

  /**
   * Does one job for every size of every axis, after a short one that is not counted.
   *
   * @param progress is told of every step
   * @param points is told of each result as soon as it is there
   * @throws dev.infill.core.InvalidInputException if the model has no room for the longest text
   */
  public void run(ProgressListener progress, Consumer<Point> points) {
    for (Axis axis : Axis.values()) {
      // Before anything runs.
      grid.values(axis).forEach(value -> text(grid.common().with(axis, value)));
    }
    once(new Sizes(1, WARM_UP_STEPS, 1, grid.common().pieces()), Axis.CHAINS, progress);
    for (Axis axis : Axis.values()) {
      for (int value : grid.values(axis)) {
        points.accept(once(grid.common().with(axis, value), axis, progress));
      }
    }
  }

  private String text(Sizes sizes) {
    return Passage.text(model, sizes.pieces(), sizes.blanks());
  }

  private Point once(Sizes sizes, Axis axis, ProgressListener progress) {
    String text = text(sizes);
    InfillSettings settings =
        InfillSettings.defaults().toBuilder()
            .chains(sizes.chains())
            .steps(sizes.steps())
            .burnIn(sizes.steps() / 5)
            .seed(seed)
            .build();
    JobRun run = JobRun.of(model, text, settings, progress);
    return new Point(
        axis,
        sizes.chains(),
        sizes.steps(),
        sizes.blanks(),
        model.tokenize(BlankedText.parse(text)).length(),
        run.seconds(),
        run.passesAsked(),
        run.passesRun());
  }
}
