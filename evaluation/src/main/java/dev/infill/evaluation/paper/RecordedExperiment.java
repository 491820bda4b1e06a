package dev.infill.evaluation.paper;

import dev.infill.evaluation.run.ExperimentContext;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * An experiment whose runs are all made: what a report is about. Immutable.
 *
 * @param plan what was run
 * @param context what else the results depend on; see {@link ExperimentContext}
 * @param runs one of each sampler on each task: task by task, in the order of the plan
 * @param seconds what the runs of a sampler took in all; without samplers for which it is not known
 */
public record RecordedExperiment(
    ExperimentPlan plan,
    Map<String, String> context,
    List<TaskRun> runs,
    Map<String, Double> seconds) {
  /** Copies the collections. */
  public RecordedExperiment {
    context = Collections.unmodifiableMap(new TreeMap<>(context));
    runs = List.copyOf(runs);
    seconds = Collections.unmodifiableMap(new LinkedHashMap<>(seconds));
  }
}
