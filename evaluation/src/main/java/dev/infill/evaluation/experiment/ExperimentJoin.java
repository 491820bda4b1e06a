package dev.infill.evaluation.experiment;

import dev.infill.core.InvalidInputException;
import dev.infill.core.task.InfillSettings;
import dev.infill.corpora.task.MaskingTask;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Joins experiments; see {@link JoinedExperiment}. */
final class ExperimentJoin {
  /** So many digits of a hash tell it apart from another. */
  private static final int DIGITS = 12;

  private final List<RecordedExperiment> experiments;

  ExperimentJoin(List<RecordedExperiment> experiments) {
    this.experiments = List.copyOf(experiments);
    if (experiments.isEmpty()) {
      throw new IllegalArgumentException("no experiment");
    }
  }

  JoinedExperiment join(List<String> labels) {
    requireAlike();
    List<MaskingTask> planned = plannedTasks();
    List<SamplerSpec> samplers = labels.stream().map(this::sampler).toList();
    List<MaskingTask> tasks =
        planned.stream()
            .filter(task -> labels.stream().allMatch(label -> run(task, label).isPresent()))
            .toList();
    if (tasks.isEmpty()) {
      throw new InvalidInputException("dir", noTask(planned, labels));
    }
    ExperimentPlan first = experiments.get(0).plan();
    boolean passes = equalPassesAreCommon();
    ExperimentPlan plan =
        new ExperimentPlan(
            tasks,
            samplers,
            passes ? first.comparisons() : List.of(ComparedAt.STEPS),
            passes ? first.passes() : OptionalInt.empty(),
            first.kept(),
            first.seed());
    return new JoinedExperiment(
        plan,
        tasks.stream()
            .flatMap(task -> labels.stream().map(label -> run(task, label).orElseThrow()))
            .toList(),
        seconds(tasks, labels),
        planned,
        context(),
        experiments.stream().map(this::name).toList(),
        leftOut(planned.size(), tasks.size(), passes));
  }

  private String name(RecordedExperiment experiment) {
    String name = lastName(experiment);
    return experiments.stream().filter(other -> lastName(other).equals(name)).count() == 1
        ? name
        : experiment.folder().toString();
  }

  private static String lastName(RecordedExperiment experiment) {
    Path name = experiment.folder().toAbsolutePath().normalize().getFileName();
    return name == null ? experiment.folder().toString() : name.toString();
  }

  private void requireAlike() {
    Map<String, Function<RecordedExperiment, String>> equal = new LinkedHashMap<>();
    equal.put("kept", experiment -> String.valueOf(experiment.plan().kept()));
    equal.put("seed", experiment -> String.valueOf(experiment.plan().seed()));
    equal.put("chains", experiment -> settings(experiment, InfillSettings::chains));
    equal.put("steps", experiment -> settings(experiment, InfillSettings::steps));
    equal.put("energy", experiment -> settings(experiment, InfillSettings::energy));
    equal.put("vocabulary", experiment -> settings(experiment, InfillSettings::vocabulary));
    contextNames().stream()
        .filter(ExperimentContext::isHash)
        .forEach(name -> equal.put(name, experiment -> shortened(experiment.context().get(name))));
    List<String> differences = new ArrayList<>();
    equal.forEach(
        (name, value) -> {
          Map<String, List<RecordedExperiment>> byValue = grouped(value);
          if (byValue.size() > 1) {
            differences.add(name + " is " + inFolders(byValue, " and "));
          }
        });
    if (!differences.isEmpty()) {
      throw new InvalidInputException(
          "dir", "the experiments cannot be compared: " + String.join("; ", differences));
    }
  }

  /** Returns the values of a setting of all samplers of an experiment, which are one as a rule. */
  private static String settings(
      RecordedExperiment experiment, Function<InfillSettings, Object> value) {
    return experiment.plan().samplers().stream()
        .map(sampler -> value.apply(sampler.settings()).toString())
        .distinct()
        .collect(Collectors.joining(" or "));
  }

  private static String shortened(@Nullable String hash) {
    if (hash == null) {
      return "unknown";
    }
    return hash.length() > DIGITS ? hash.substring(0, DIGITS) + "…" : hash;
  }

  private Map<String, List<RecordedExperiment>> grouped(
      Function<RecordedExperiment, String> value) {
    return experiments.stream()
        .collect(Collectors.groupingBy(value, LinkedHashMap::new, Collectors.toList()));
  }

  /** Returns each value with the folders it is in. */
  private String inFolders(Map<String, List<RecordedExperiment>> byValue, String separator) {
    return byValue.entrySet().stream()
        .map(
            value ->
                value.getKey()
                    + " in "
                    + value.getValue().stream().map(this::name).collect(Collectors.joining(", ")))
        .collect(Collectors.joining(separator));
  }

  private Set<String> contextNames() {
    return experiments.stream()
        .flatMap(experiment -> experiment.context().keySet().stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private List<MaskingTask> plannedTasks() {
    Map<String, RecordedExperiment> holders = new LinkedHashMap<>();
    Map<String, MaskingTask> tasks = new LinkedHashMap<>();
    for (RecordedExperiment experiment : experiments) {
      for (MaskingTask task : experiment.plan().tasks()) {
        MaskingTask before = tasks.putIfAbsent(task.id(), task);
        if (before != null && !before.equals(task)) {
          throw new InvalidInputException(
              "dir",
              "the experiments cannot be compared: task %s is not the same in %s and %s"
                  .formatted(
                      task.id(),
                      name(Objects.requireNonNull(holders.get(task.id()))),
                      name(experiment)));
        }
        holders.putIfAbsent(task.id(), experiment);
      }
    }
    return List.copyOf(tasks.values());
  }

  /** Returns the sampler of a label; where several experiments have it, their runs are the same. */
  private SamplerSpec sampler(String label) {
    List<RecordedExperiment> holders =
        experiments.stream().filter(experiment -> experiment.sampler(label).isPresent()).toList();
    if (holders.isEmpty()) {
      throw new IllegalArgumentException("no experiment has a sampler '" + label + "'");
    }
    RecordedExperiment first = holders.get(0);
    SamplerSpec sampler = first.sampler(label).orElseThrow();
    for (RecordedExperiment other : holders.subList(1, holders.size())) {
      SamplerSpec same = other.sampler(label).orElseThrow();
      if (!same.settings().equals(sampler.settings()) || same.updates() != sampler.updates()) {
        throw differs(label, first, other, "with different settings");
      }
      for (TaskRun run : first.runs()) {
        if (run.sampler().equals(label)
            && other.run(run.task(), label).filter(its -> !sameWay(run, its)).isPresent()) {
          throw differs(label, first, other, "with different results on task " + run.task().id());
        }
      }
    }
    return sampler;
  }

  /** What else a run holds follows from where its chains were, but older records hold less. */
  private static boolean sameWay(TaskRun one, TaskRun other) {
    return one.seed() == other.seed()
        && one.steps().equals(other.steps())
        && one.snapshots().equals(other.snapshots());
  }

  private InvalidInputException differs(
      String label, RecordedExperiment one, RecordedExperiment other, String how) {
    return new InvalidInputException(
        "samplers",
        "%s is in %s and in %s, %s; leave one of the folders out, or pick other samplers"
            .formatted(label, name(one), name(other), how));
  }

  private Optional<TaskRun> run(MaskingTask task, String label) {
    return experiments.stream()
        .map(experiment -> experiment.run(task, label))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private String noTask(List<MaskingTask> planned, List<String> labels) {
    List<String> without =
        labels.stream()
            .filter(label -> planned.stream().allMatch(task -> run(task, label).isEmpty()))
            .toList();
    return "no task has a result of every sampler: "
        + (without.isEmpty()
            ? "they were run on different tasks"
            : "none of " + String.join(", ", without) + " by now")
        + "; pick others with --samplers";
  }

  private boolean equalPassesAreCommon() {
    return grouped(ExperimentJoin::equalPasses).size() == 1
        && experiments.get(0).plan().comparisons().contains(ComparedAt.PASSES);
  }

  private static String equalPasses(RecordedExperiment experiment) {
    ExperimentPlan plan = experiment.plan();
    if (!plan.comparisons().contains(ComparedAt.PASSES)) {
      return "not made";
    }
    return plan.passes().isPresent()
        ? "at %d a chain".formatted(plan.passes().getAsInt())
        : "at steps x blanks a chain";
  }

  private List<String> leftOut(int planned, int compared, boolean equalPasses) {
    List<String> leftOut = new ArrayList<>();
    if (compared < planned) {
      leftOut.add(
          "%d of %d tasks, which not every sampler has a result on"
              .formatted(planned - compared, planned));
    }
    Map<String, List<RecordedExperiment>> passes = grouped(ExperimentJoin::equalPasses);
    if (!equalPasses && passes.size() > 1) {
      leftOut.add("the comparison at equal passes, which was " + inFolders(passes, " and "));
    }
    return leftOut;
  }

  private Map<String, Double> seconds(List<MaskingTask> tasks, List<String> labels) {
    Map<String, Double> sums = new LinkedHashMap<>();
    for (String label : labels) {
      List<OptionalDouble> taken = tasks.stream().map(task -> seconds(task, label)).toList();
      if (taken.stream().allMatch(OptionalDouble::isPresent)) {
        sums.put(label, taken.stream().mapToDouble(OptionalDouble::getAsDouble).sum());
      }
    }
    return sums;
  }

  private OptionalDouble seconds(MaskingTask task, String label) {
    return experiments.stream()
        .filter(experiment -> experiment.run(task, label).isPresent())
        .findFirst()
        .orElseThrow()
        .seconds(task, label);
  }

  private Map<String, String> context() {
    Map<String, String> context = new TreeMap<>();
    for (String name : contextNames()) {
      Map<String, List<RecordedExperiment>> byValue =
          grouped(experiment -> experiment.context().getOrDefault(name, "unknown"));
      context.put(
          name,
          byValue.size() == 1 ? byValue.keySet().iterator().next() : inFolders(byValue, ", "));
    }
    return context;
  }
}
