package dev.infill.web.cli.evaluate;

import dev.infill.core.sampler.Settings;
import dev.infill.core.sampler.Start;
import dev.infill.core.task.SampleSettings;
import dev.infill.evaluation.paper.ComparedAt;
import dev.infill.evaluation.paper.ExperimentPlan;
import dev.infill.evaluation.paper.RecordedExperiment;
import dev.infill.evaluation.paper.Setting;
import dev.infill.evaluation.run.ExperimentContext;
import dev.infill.evaluation.run.ReferenceCorpus;
import dev.infill.web.api.Choices;
import dev.infill.web.api.Versions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What a report says of how its experiment was made. Nothing that differs between equal runs. */
final class ExperimentSettings {
  private ExperimentSettings() {}

  /**
   * Returns the settings.
   *
   * @param experiment what was run
   * @param tasks where its tasks come from, in words
   * @param corpora its corpora
   */
  static List<Setting> of(
      RecordedExperiment experiment, String tasks, List<ReferenceCorpus> corpora) {
    ExperimentPlan plan = experiment.plan();
    Map<String, String> context = experiment.context();
    // What samplers have in common, any of them tells.
    SampleSettings protocol = plan.samplers().get(0).settings();
    List<Setting> settings = new ArrayList<>();
    settings.add(
        new Setting(
            "model",
            context.get(ExperimentContext.MODEL)
                + ", SHA-256 "
                + context.get(ExperimentContext.MODEL_SHA256)));
    settings.add(new Setting("vocabulary", Choices.label(protocol.get(Settings.VOCABULARY))));
    settings.add(new Setting("tasks", "%d, %s".formatted(plan.tasks().size(), tasks)));
    for (ReferenceCorpus corpus : corpora) {
      settings.add(
          new Setting(
              "corpus " + corpus.name(),
              "%s, SHA-256 %s; the tasks' sentences are left out of the references"
                  .formatted(
                      corpus.file().getFileName(), context.get(ExperimentContext.sha256(corpus)))));
    }
    settings.add(
        new Setting(
            "chains",
            "%d of %d steps, started %s, %s"
                .formatted(protocol.chains(), protocol.steps(), starts(plan), burnIn(plan))));
    settings.add(
        new Setting(
            "kept", "the %d last states of highest U, equal ones counted".formatted(plan.kept())));
    if (plan.comparisons().contains(ComparedAt.PASSES)) {
      settings.add(
          new Setting(
              "equal passes",
              "all chains of a run go on until they have asked for %s sequences through the model"
                      .formatted(
                          plan.passes().isPresent()
                              ? plan.passes().getAsInt() + " each"
                              : "steps x blanks each")
                  + ", or made 20 times the steps where proposals are unchanged and cost nothing;"
                  + " sequences that a context met before spares count as well, those that only"
                  + " measure U do not"));
    }
    settings.add(new Setting("seed", String.valueOf(plan.seed())));
    settings.add(new Setting("Infill", Versions.current().infill()));
    ExperimentContext.versions(context)
        .forEach((library, version) -> settings.add(new Setting(library, version)));
    return settings;
  }

  /** Returns where chains start; where samplers differ in it, those that are not as the first. */
  private static String starts(ExperimentPlan plan) {
    Start first = plan.samplers().get(0).settings().get(Settings.START);
    List<String> others =
        plan.samplers().stream()
            .filter(sampler -> sampler.settings().get(Settings.START) != first)
            .map(sampler -> sampler.label() + ": " + words(sampler.settings().get(Settings.START)))
            .toList();
    return others.isEmpty()
        ? words(first)
        : "%s (%s)".formatted(words(first), String.join(", ", others));
  }

  /** Returns how many steps are no samples; where samplers have some, those that do. */
  private static String burnIn(ExperimentPlan plan) {
    List<String> some =
        plan.samplers().stream()
            .filter(sampler -> sampler.settings().burnIn() > 0)
            .map(sampler -> sampler.label() + ": " + sampler.settings().burnIn())
            .toList();
    return some.isEmpty() ? "no burn-in" : "no burn-in (%s)".formatted(String.join(", ", some));
  }

  private static String words(Start start) {
    return switch (start) {
      case MASKED -> "from the distribution with all blanks masked";
      case RANDOM -> "anywhere";
    };
  }
}
