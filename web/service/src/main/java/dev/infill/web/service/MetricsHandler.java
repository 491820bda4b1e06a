package dev.infill.web.service;

import dev.infill.evaluation.metrics.BleuSettings;
import dev.infill.evaluation.metrics.LowerCase;
import dev.infill.evaluation.metrics.ReferenceIndex;
import dev.infill.evaluation.metrics.Signatures;
import dev.infill.evaluation.metrics.Smoothing;
import dev.infill.evaluation.metrics.TextMetrics;
import dev.infill.web.api.MetricsRequest;
import dev.infill.web.api.Versions;
import io.javalin.http.Context;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@code POST /api/v1/metrics}: measures sentences as {@code infill evaluate metrics} does. */
final class MetricsHandler {
  /** N-grams of as many words as are accepted, and their counts, at most. */
  private static final Job.Memory MEMORY =
      new Job.Memory(/* waiting= */ 0, /* running= */ 64 << 20, /* answered= */ 1 << 20);

  private final RequestLimits requestLimits;
  private final Waiting waiting;
  private final Versions versions = Versions.current();

  MetricsHandler(RequestLimits requestLimits, Waiting waiting) {
    this.requestLimits = requestLimits;
    this.waiting = waiting;
  }

  void measure(Context context) {
    MetricsRequest request = requestLimits.read(context, MetricsRequest::read);
    requestLimits.measured(request);
    requestLimits.memory("sentences", "start the service with a larger --max-job-memory", MEMORY);
    Answers.json(context, waiting.run(context, MEMORY, job -> measure(request, job)));
  }

  private MetricsJson measure(MetricsRequest request, Job<?> job) {
    BleuSettings settings = BleuSettings.standard();
    List<List<String>> sentences = request.sentences().stream().map(LowerCase::of).toList();
    Map<String, ReferenceIndex> references = new LinkedHashMap<>();
    request
        .references()
        .forEach(
            (name, texts) -> {
              ReferenceIndex.Builder builder =
                  new ReferenceIndex.Builder(TextMetrics.requiredOrder(settings))
                      .restrictedTo(sentences);
              for (List<String> words : texts) {
                job.requireGoingOn();
                builder.add(LowerCase.of(words));
              }
              references.put(name, builder.build());
            });
    job.requireGoingOn();
    return MetricsJson.of(
        TextMetrics.of(sentences, references, settings, Smoothing.TEXYGEN),
        references,
        new Signatures(true, versions.infill()),
        versions);
  }
}
