package dev.infill.evaluation.lab;

import dev.infill.core.diagnostics.Convergence;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.SmoothEnergy;
import dev.infill.core.energy.State;
import dev.infill.evaluation.chart.Axis;
import dev.infill.evaluation.chart.Panel;
import dev.infill.evaluation.chart.Series;
import dev.infill.evaluation.lab.energy.IsingEnergy;
import dev.infill.evaluation.statistics.StandardError;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * How far DMALA goes by step size, and what samplers' steps are worth (Zhang, Liu &amp; Liu 2022,
 * Figure 2), on the 5 × 5 Ising model of the published code: a torus, a = 0.1, b = 0.2.
 */
final class StepSizes {
  private static final int SIDE = 5;
  private static final double CONNECTIVITY = 0.1;
  private static final double BIAS = 0.2;
  private static final double[] STEP_SIZES = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1};

  /** Samplers are timed in turn, so many steps at a time. */
  private static final int ROUND = 50;

  private StepSizes() {}

  /** What a sampler did. */
  private record Run(
      String label,
      KernelPopulation population,
      double energyEss,
      double energyEssError,
      double hammingEss,
      double seconds) {}

  static LabResult run(LabScale scale, long seed, LabListener listener) {
    SmoothEnergy energy = IsingEnergy.torus(SIDE, SIDE, CONNECTIVITY, BIAS);
    int chains = scale.choose(4, 20, 100);
    int steps = scale.choose(200, 4_000, 50_000);
    List<LabSampler> samplers = new ArrayList<>();
    for (double stepSize : STEP_SIZES) {
      samplers.add(LabSamplers.dmalaOfSpins(stepSize));
    }
    samplers.add(LabSamplers.gwg(6));
    LabTable table =
        new LabTable(
            listener,
            "panel",
            "sampler",
            "step_size",
            "acceptance",
            "changed_share",
            "proposed_coordinates",
            "changed_coordinates",
            "changed_coordinates_of_moves",
            "evaluations_per_step",
            "ess_energy",
            "ess_energy_se",
            "ess_hamming",
            "seconds",
            "ess_energy_per_step",
            "ess_energy_per_evaluation",
            "ess_energy_per_second",
            "ess_hamming_per_second");
    Streams streams = Streams.of(seed);
    List<Run> bySize = runs(energy, samplers, chains, steps, streams, listener, 0, 0.5);
    for (int k = 0; k < bySize.size(); k++) {
      row(table, "step-size", k < STEP_SIZES.length ? STEP_SIZES[k] : Double.NaN, bySize.get(k));
    }
    List<Run> exact =
        runs(energy, LabSamplers.exactOfIsing(), chains, steps, streams, listener, 0.5, 1);
    exact.forEach(run -> row(table, "samplers", Double.NaN, run));

    Map<String, Object> summary = new LinkedHashMap<>();
    summary.put("rows", SIDE);
    summary.put("columns", SIDE);
    summary.put("lattice", "torus");
    summary.put("connectivity", CONNECTIVITY);
    summary.put("bias", BIAS);
    summary.put("chains", chains);
    summary.put("steps", steps);
    Run atSix = bySize.get(5);
    Run gwg = bySize.get(STEP_SIZES.length);
    summary.put("acceptanceAtStepSize0.6", atSix.population().acceptance());
    summary.put("proposedCoordinatesAtStepSize0.6", atSix.population().proposedPerStep());
    summary.put("changedCoordinatesAtStepSize0.6", atSix.population().changedPerStep());
    summary.put("changedCoordinatesOfMovesAtStepSize0.6", atSix.population().changedPerMove());
    summary.put("acceptanceOfGwg6", gwg.population().acceptance());
    Map<String, Object> perSecond = new LinkedHashMap<>();
    Map<String, Object> perStep = new LinkedHashMap<>();
    Map<String, Object> perEvaluation = new LinkedHashMap<>();
    List<String> lines = new ArrayList<>();
    lines.add(
        "dmala at step size 0.6: acceptance %s, %s coordinates changed in a proposal, %s in a step, %s in a step that moved (the paper: 52%%, 6); gwg-6: acceptance %s (the paper: 43%%)"
            .formatted(
                Words.percent(atSix.population().acceptance()),
                Words.figure(atSix.population().proposedPerStep(), 3),
                Words.figure(atSix.population().changedPerStep(), 3),
                Words.figure(atSix.population().changedPerMove(), 3),
                Words.percent(gwg.population().acceptance())));
    List<Series.Point> bars = new ArrayList<>();
    for (Run run : exact) {
      double draws = (double) chains * steps;
      perSecond.put(run.label(), run.energyEss() / run.seconds());
      perStep.put(run.label(), run.energyEss() / draws);
      perEvaluation.put(run.label(), run.energyEss() / draws / run.population().passesPerStep());
      bars.add(
          Series.Point.inRow(
              bars.size(), run.energyEss() / run.seconds(), run.energyEssError() / run.seconds()));
      lines.add(
          "%-10s ESS of U: %s per second, %s per step, %s per evaluation"
              .formatted(
                  run.label(),
                  Words.figure(run.energyEss() / run.seconds(), 3),
                  Words.figure(run.energyEss() / draws, 3),
                  Words.figure(run.energyEss() / draws / run.population().passesPerStep(), 3)));
    }
    summary.put("essOfEnergyPerSecond", perSecond);
    summary.put("essOfEnergyPerStep", perStep);
    summary.put("essOfEnergyPerEvaluation", perEvaluation);
    return LabResult.of(
        "5 × 5 Ising model (torus, a = %s, b = %s)".formatted(CONNECTIVITY, BIAS),
        table,
        List.of(
            new Panel(
                "DMALA by step size: coordinates",
                Axis.linear("step size α, in the paper's unit"),
                Axis.linear("coordinates"),
                List.of(
                    line("of a proposal", bySize, run -> run.population().proposedPerStep()),
                    line("of a move", bySize, run -> run.population().changedPerMove()),
                    line("of a step", bySize, run -> run.population().changedPerStep()))),
            new Panel(
                "DMALA by step size: acceptance",
                Axis.linear("step size α, in the paper's unit"),
                Axis.linear("acceptance"),
                List.of(line("acceptance", bySize, run -> run.population().acceptance()))),
            new Panel(
                "Effective sample size of U per second, exact samplers",
                Axis.linear("ESS per second").showing(0, 0),
                Axis.names(exact.stream().map(Run::label).toList()),
                List.of(new Series("ESS", bars, Series.Mark.BARS)))),
        summary,
        lines);
  }

  private static Series line(String name, List<Run> runs, ToDoubleFunction<Run> figure) {
    List<Series.Point> points = new ArrayList<>();
    for (int k = 0; k < STEP_SIZES.length; k++) {
      points.add(new Series.Point(STEP_SIZES[k], figure.applyAsDouble(runs.get(k))));
    }
    return new Series(name, points, Series.Mark.LINE);
  }

  private static void row(LabTable table, String panel, double stepSize, Run run) {
    KernelPopulation did = run.population();
    double perStep = run.energyEss() / did.steps();
    table.add(
        panel,
        run.label(),
        stepSize,
        did.acceptance(),
        did.changedShare(),
        did.proposedPerStep(),
        did.changedPerStep(),
        did.changedPerMove(),
        did.passesPerStep(),
        run.energyEss(),
        run.energyEssError(),
        run.hammingEss(),
        run.seconds(),
        perStep,
        perStep / did.passesPerStep(),
        run.energyEss() / run.seconds(),
        run.hammingEss() / run.seconds());
  }

  /** Runs samplers in turn, after as many steps for each again that do not count. */
  private static List<Run> runs(
      SmoothEnergy energy,
      List<LabSampler> samplers,
      int chains,
      int steps,
      Streams streams,
      LabListener listener,
      double from,
      double to) {
    List<State> starts = streams.uniformStates(energy.domains(), chains);
    State reference = streams.uniformStates(energy.domains(), 1).get(0);
    List<KernelPopulation> populations = new ArrayList<>();
    for (LabSampler sampler : samplers) {
      KernelPopulation warm =
          (KernelPopulation) sampler.start().begin(energy, starts, streams.chains(chains));
      for (int step = 0; step < Math.max(ROUND, steps / 5); step++) {
        warm.step();
      }
      populations.add(
          (KernelPopulation) sampler.start().begin(energy, warm.states(), streams.chains(chains)));
    }
    double[][][] energies = new double[samplers.size()][chains][steps];
    double[][][] distances = new double[samplers.size()][chains][steps];
    long[] nanoseconds = new long[samplers.size()];
    for (int first = 0; first < steps; first += ROUND) {
      int last = Math.min(first + ROUND, steps);
      for (int k = 0; k < samplers.size(); k++) {
        List<List<State>> visited = new ArrayList<>();
        long begin = System.nanoTime();
        for (int step = first; step < last; step++) {
          populations.get(k).step();
          visited.add(populations.get(k).states());
        }
        nanoseconds[k] += System.nanoTime() - begin;
        for (int step = first; step < last; step++) {
          List<State> states = visited.get(step - first);
          List<Evaluation> evaluations = energy.evaluate(states, GradientKind.NONE);
          for (int chain = 0; chain < chains; chain++) {
            energies[k][chain][step] = evaluations.get(chain).energy();
            distances[k][chain][step] = states.get(chain).hammingDistance(reference);
          }
        }
      }
      listener.onProgress(
          "5 x 5 Ising model", (long) (1000 * (from + (to - from) * last / steps)), 1000);
    }
    List<Run> runs = new ArrayList<>();
    for (int k = 0; k < samplers.size(); k++) {
      runs.add(
          new Run(
              samplers.get(k).label(),
              populations.get(k),
              effectiveSampleSize(energies[k]),
              standardErrorOfSum(energies[k]),
              effectiveSampleSize(distances[k]),
              nanoseconds[k] / 1e9));
    }
    return runs;
  }

  /** Returns the standard error of the effective sample sizes of single chains, added up. */
  static double standardErrorOfSum(double[][] chains) {
    return chains.length * StandardError.ofMean(effectiveSampleSizes(chains));
  }

  /** Returns the effective sample size of each chain by itself. */
  static double[] effectiveSampleSizes(double[][] chains) {
    return Arrays.stream(chains)
        .mapToDouble(chain -> effectiveSampleSize(new double[][] {chain}))
        .toArray();
  }

  /** Returns the effective sample size of all chains together; 0 if none moves. */
  static double effectiveSampleSize(double[][] chains) {
    return Convergence.of(chains).effectiveSampleSize().orElse(Double.NaN);
  }
}
