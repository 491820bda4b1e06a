package dev.infill.web.cli;

import dev.infill.core.text.ModelDescription;
import dev.infill.evaluation.experiment.ReferenceCorpus;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the results of an experiment depend on beside its plan. */
final class ExperimentContext {
  private ExperimentContext() {}

  static Map<String, String> of(ModelDescription model, List<ReferenceCorpus> corpora) {
    Map<String, String> context = new TreeMap<>();
    context.put("model", model.name());
    context.put("model-sha256", model.sha256());
    context.put("device", model.device());
    model.versions().forEach((library, version) -> context.put("version-" + library, version));
    corpora.forEach(corpus -> context.put(sha256(corpus), corpus.sha256()));
    return context;
  }

  /** Returns under which name the SHA-256 of a corpus stands. */
  static String sha256(ReferenceCorpus corpus) {
    return corpus.name() + "-sha256";
  }
}
