package dev.infill.evaluation.lab;

import dev.infill.core.kernel.AcceptanceRule;
import dev.infill.evaluation.chart.Axis;
import dev.infill.evaluation.chart.Panel;
import dev.infill.evaluation.chart.Series;
import dev.infill.evaluation.lab.continuous.ContinuousKernel;
import dev.infill.evaluation.lab.continuous.ContinuousState;
import dev.infill.evaluation.lab.continuous.ContinuousStep;
import dev.infill.evaluation.lab.continuous.HamiltonianMonteCarlo;
import dev.infill.evaluation.lab.continuous.ReplicatedGaussian;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The uniform numbers of decisions in a row.
 *
 * @param accepted by step the number of each of the first moves that were accepted
 * @param refused the same of those that were refused
 * @param afterRejection how often the move after a refused one is refused as well
 */
record Decisions(List<Series.Point> accepted, List<Series.Point> refused, double afterRejection) {
  Panel panel(String name) {
    return new Panel(
        "u of persistent Langevin, %s acceptance".formatted(name),
        Axis.linear("step"),
        Axis.linear("u"),
        List.of(
            new Series("accepted", accepted, Series.Mark.POINTS),
            new Series("rejected", refused, Series.Mark.POINTS)));
  }

  /** Returns the decisions of one chain of persistent Langevin. */
  static Decisions of(
      ReplicatedGaussian target, AcceptanceRule rule, Streams streams, LabScale scale) {
    ContinuousKernel kernel =
        new HamiltonianMonteCarlo(
            target, NonReversible.SHOWN_STEP_SIZE, 1, NonReversible.SHOWN_PERSISTENCE, rule);
    RandomGenerator random = streams.chains(1).get(0);
    ContinuousState state = kernel.init(target.draw(random), random);
    List<Series.Point> accepted = new ArrayList<>();
    List<Series.Point> refused = new ArrayList<>();
    int rejections = 0;
    int twice = 0;
    boolean last = false;
    for (int step = 0; step < scale.choose(5_000, 50_000, 500_000); step++) {
      ContinuousStep made = kernel.step(state, random);
      if (step < NonReversible.SHOWN) {
        (made.accepted() ? accepted : refused).add(new Series.Point(step, made.uniform()));
      }
      rejections += made.accepted() ? 0 : 1;
      twice += last && !made.accepted() ? 1 : 0;
      last = !made.accepted();
      state = made.next();
    }
    return new Decisions(accepted, refused, (double) twice / rejections);
  }
}
