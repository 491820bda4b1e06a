package dev.infill.evaluation.lab;

import static dev.infill.evaluation.lab.sampler.LabSamplers.SPINS;

import dev.infill.core.energy.SmoothEnergy;
import dev.infill.core.energy.State;
import dev.infill.evaluation.chart.Axis;
import dev.infill.evaluation.chart.Panel;
import dev.infill.evaluation.chart.Series;
import dev.infill.evaluation.chart.Series.Mark;
import dev.infill.evaluation.lab.Ranking.Best;
import dev.infill.evaluation.lab.Ranking.Column;
import dev.infill.evaluation.lab.energy.IsingEnergy;
import dev.infill.evaluation.lab.sampler.EffectiveSize;
import dev.infill.evaluation.lab.sampler.KernelPopulation;
import dev.infill.evaluation.lab.sampler.LabSampler;
import dev.infill.evaluation.lab.sampler.Population;
import dev.infill.evaluation.lab.sampler.Streams;
import dev.infill.evaluation.statistics.Mean;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How far DMALA goes by step size, and what samplers' steps are worth (Zhang, Liu &amp; Liu 2022,
 * Figure 2), on the 5 × 5 Ising model of the published code: a torus, a = 0.1, b = 0.2.
 */
final class StepSizes {
  private static final int SIDE = 5;
  private static final double CONNECTIVITY = 0.1;
  private static final double BIAS = 0.2;
  private static final List<Double> STEP_SIZES =
      List.of(0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0);

  /** DMALA of those sizes, and what the paper compares it with. */
  private static final List<LabSampler> BY_SIZE =
      SPINS.all(
          "dmala 0.1, dmala 0.2, dmala 0.3, dmala 0.4, dmala 0.5, dmala 0.6, dmala 0.7, dmala 0.8,"
              + " dmala 0.9, dmala 1, gwg-6");

  /** Samplers are timed in turn, this many steps at a time. */
  private static final int ROUND = 50;

  /** Kernels that leave π invariant. */
  static final List<LabSampler> EXACT =
      SPINS.all(
          """
          gibbs-1, gibbs-4, hb-10-1, gwg-1, gwg-4, cgwg-1 0.1, lb-1, dmala 0.4, cdmala 0.4/0.2,
          acs 2-0.2\
          """);

  private StepSizes() {}

  static LabResult run(LabRun run) {
    run.setting("rows", SIDE);
    run.setting("columns", SIDE);
    run.setting("lattice", "torus");
    run.setting("connectivity", CONNECTIVITY);
    run.setting("bias", BIAS);
    int chains = run.size("chains", 4, 20, 100);
    int steps = run.size("steps", 200, 4_000, 50_000);
    run.total(2L * (steps + ROUND - 1) / ROUND);
    Streams streams = run.streams();
    LabTable table =
        run.table(
            "panel,sampler,step_size,acceptance,changed_share,proposed_coordinates,"
                + "changed_coordinates,changed_coordinates_of_moves,evaluations_per_step,"
                + "ess_energy,ess_energy_se,ess_hamming,seconds,ess_energy_per_step,"
                + "ess_energy_per_evaluation,ess_energy_per_second,ess_hamming_per_second");
    List<Outcome> sized = outcomes(run, BY_SIZE, chains, steps, streams);
    for (int k = 0; k < sized.size(); k++) {
      sized.get(k).addTo(table, "step-size", k < STEP_SIZES.size() ? STEP_SIZES.get(k) : "");
    }
    // The paper tells how much this step size changes.
    KernelPopulation shown = sized.get(STEP_SIZES.indexOf(0.6)).did();
    run.told(
        "acceptanceAtStepSize0.6", "dmala 0.6: acceptance (the paper: 0.52)", shown.acceptance());
    run.told(
        "proposedCoordinatesAtStepSize0.6",
        "dmala 0.6: coordinates changed in a proposal (the paper: 6)",
        shown.proposedPerStep());
    run.told("changedCoordinatesAtStepSize0.6", "dmala 0.6: in a step", shown.changedPerStep());
    run.told(
        "changedCoordinatesOfMovesAtStepSize0.6",
        "dmala 0.6: in a step that moved",
        shown.changedPerMove());
    run.told(
        "acceptanceOfGwg6",
        "gwg-6: acceptance (the paper: 0.43)",
        sized.get(STEP_SIZES.size()).did().acceptance());
    List<Outcome> exact = outcomes(run, EXACT, chains, steps, streams);
    exact.forEach(each -> each.addTo(table, "samplers", ""));
    exact.forEach(each -> each.addTo(run));
    draw(run, table.rows().where("panel", "step-size"), exact);
    run.ranking(
        Ranking.of(
            "effective sample size of U",
            Best.MOST,
            Column.of("per second", "essOfEnergyPerSecond"),
            Column.of("per step", "essOfEnergyPerStep"),
            Column.of("per evaluation", "essOfEnergyPerEvaluation")));
    return run.result("5 × 5 Ising model (torus, a = 0.1, b = 0.2)", table);
  }

  private static void draw(LabRun run, Rows rows, List<Outcome> exact) {
    Axis across = Axis.linear("step size α, in the paper's unit");
    run.panel(
        new Panel(
            "DMALA by step size: coordinates",
            across,
            Axis.linear("coordinates"),
            List.of(
                rows.series("of a proposal", "step_size", "proposed_coordinates", Mark.LINE),
                rows.series("of a move", "step_size", "changed_coordinates_of_moves", Mark.LINE),
                rows.series("of a step", "step_size", "changed_coordinates", Mark.LINE))));
    run.panel(
        new Panel(
            "DMALA by step size: acceptance",
            across,
            Axis.linear("acceptance"),
            List.of(rows.series("acceptance", "step_size", "acceptance", Mark.LINE))));
    run.panel(
        new Panel(
            "Effective sample size of U per second, exact samplers",
            Axis.linear("ESS per second").showing(0, 0),
            Axis.names(EXACT.stream().map(LabSampler::label).toList()),
            List.of(
                new Series(
                    "ESS",
                    IntStream.range(0, exact.size()).mapToObj(k -> exact.get(k).bar(k)).toList(),
                    Mark.BARS))));
  }

  /** Runs samplers in turn. Each makes a fifth as many steps before, which do not count. */
  private static List<Outcome> outcomes(
      LabRun run, List<LabSampler> samplers, int chains, int steps, Streams streams) {
    SmoothEnergy energy = IsingEnergy.torus(SIDE, SIDE, CONNECTIVITY, BIAS);
    List<State> starts = streams.uniformStates(energy.domains(), chains);
    State reference = streams.uniformStates(energy.domains(), 1).get(0);
    List<Timed> timed = new ArrayList<>();
    for (LabSampler sampler : samplers) {
      Population warm = sampler.begin(energy, starts, streams.chains(chains));
      warm.steps(Math.max(ROUND, steps / 5));
      Population did = sampler.begin(energy, warm.states(), streams.chains(chains));
      timed.add(new Timed(sampler.label(), (KernelPopulation) did, chains, steps));
    }
    for (int first = 0; first < steps; first += ROUND) {
      run.next("5 x 5 Ising model");
      for (Timed each : timed) {
        each.steps(first, Math.min(first + ROUND, steps), energy, reference);
      }
    }
    return timed.stream().map(Timed::outcome).toList();
  }

  /** Chains of a sampler: how long their steps take, and the figures of the states between. */
  private static final class Timed {
    private final String label;
    private final KernelPopulation did;
    private final double[][] energies;
    private final double[][] distances;
    private long nanoseconds;

    Timed(String label, KernelPopulation did, int chains, int steps) {
      this.label = label;
      this.did = did;
      this.energies = new double[chains][steps];
      this.distances = new double[chains][steps];
    }

    /** Makes some steps, and takes the figures when their time is known. */
    void steps(int first, int last, SmoothEnergy energy, State reference) {
      List<List<State>> visited = new ArrayList<>();
      long begin = System.nanoTime();
      for (int step = first; step < last; step++) {
        did.step();
        visited.add(did.states());
      }
      nanoseconds += System.nanoTime() - begin;
      for (int step = first; step < last; step++) {
        List<State> states = visited.get(step - first);
        for (int chain = 0; chain < energies.length; chain++) {
          energies[chain][step] = energy.energyAt(states.get(chain));
          distances[chain][step] = states.get(chain).hammingDistance(reference);
        }
      }
    }

    Outcome outcome() {
      return new Outcome(
          label,
          did,
          EffectiveSize.of(energies),
          EffectiveSize.errorOfSum(energies),
          EffectiveSize.of(distances),
          nanoseconds / 1e9);
    }
  }

  /**
   * The figures of a sampler.
   *
   * @param ess the effective sample size of U
   * @param essError its standard error, from single chains
   * @param hammingEss that of the Hamming distance to a random state
   */
  private record Outcome(
      String label,
      KernelPopulation did,
      double ess,
      double essError,
      double hammingEss,
      double seconds) {
    void addTo(LabTable table, String panel, Object stepSize) {
      table.add(
          panel,
          label,
          stepSize,
          did.acceptance(),
          did.changedShare(),
          did.proposedPerStep(),
          did.changedPerStep(),
          did.changedPerMove(),
          did.passesPerStep(),
          ess,
          essError,
          hammingEss,
          seconds,
          ess / did.made(),
          ess / did.passes(),
          ess / seconds,
          hammingEss / seconds);
    }

    void addTo(LabRun run) {
      per("essOfEnergyPerSecond", seconds, run);
      per("essOfEnergyPerStep", (double) did.made(), run);
      per("essOfEnergyPerEvaluation", (double) did.passes(), run);
    }

    private void per(String name, double cost, LabRun run) {
      run.figure(List.of(name), label, new Mean(ess / cost, essError / cost));
    }

    Series.Point bar(int row) {
      return Series.Point.inRow(row, ess / seconds, essError / seconds);
    }
  }
}
