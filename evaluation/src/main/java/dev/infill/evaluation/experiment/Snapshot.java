package dev.infill.evaluation.experiment;

import java.util.List;

/**
 * Where all chains of a run were after a number of steps.
 *
 * @param step the number of steps made; 0 is where the chains started
 * @param modelPasses sequences through the model that all chains together had cost by then
 * @param samples one per chain, in the order of the chains
 */
public record Snapshot(int step, long modelPasses, List<Sample> samples) {
  /** Copies the list. */
  public Snapshot {
    samples = List.copyOf(samples);
  }
}
