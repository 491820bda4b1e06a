package dev.infill.web.batch;

import dev.infill.core.chain.Cancellation;
import dev.infill.core.chain.ProgressListener;
import dev.infill.core.fill.FillListener;
import dev.infill.core.fill.FillResult;
import dev.infill.core.infill.Infiller;
import dev.infill.core.sample.SampleResult;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.FillSettings;
import dev.infill.core.task.SampleSettings;
import dev.infill.core.task.TextSettings;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.corpora.task.SeededHash;
import dev.infill.web.api.BatchProblemJson;
import dev.infill.web.api.FillRequest;
import dev.infill.web.api.FillResultJson;
import dev.infill.web.api.JsonLines;
import dev.infill.web.api.ProblemJson;
import dev.infill.web.api.SampleRequest;
import dev.infill.web.api.SampleResultJson;
import dev.infill.web.api.Versions;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Turns a line of the input into a line of the output. The same line gives the same result whenever
 * and wherever it is filled: its seed is made of the job's seed and its id. Thread-safe.
 */
final class TextFiller {
  private static final String PURPOSE = "batch";

  private final MaskedLanguageModel model;
  private final Infiller infiller;
  private final TextSettings<?> settings;
  private final long seed;
  private final Versions versions = Versions.current();
  private final JsonLines json = new JsonLines();

  /**
   * Creates the filler of a job.
   *
   * @param model the model
   * @param settings how texts are filled that say nothing else, with the seed of the job
   * @param textsAtOnce how many texts are filled with the model at the same time
   */
  TextFiller(MaskedLanguageModel model, TextSettings<?> settings, int textsAtOnce) {
    this.model = model;
    this.infiller = new Infiller(model, textsAtOnce);
    this.settings = settings;
    this.seed = settings.seed().orElseThrow();
  }

  /**
   * Fills a text.
   *
   * @param line the text
   * @param cancellation stops it
   * @return one line of JSON, fillings or a problem; empty if it was stopped
   */
  Optional<String> fill(BatchLine line, Cancellation cancellation) {
    try {
      Optional<Record> result =
          settings instanceof FillSettings ofFill
              ? filled(line, ofFill, cancellation)
              : sampled(line, (SampleSettings) settings, cancellation);
      return result.map(its -> json.line(new BatchResultJson(line.id(), its)));
    } catch (RuntimeException e) {
      ProblemJson problem = ProblemJson.ofRequest(e).orElseThrow(() -> e);
      return Optional.of(json.line(new BatchProblemJson(line.id(), line.number(), problem)));
    }
  }

  private Optional<Record> filled(
      BatchLine line, FillSettings defaults, Cancellation cancellation) {
    FillRequest request =
        line.request(
            defaults.with(Settings.SEED, OptionalLong.of(seedOf(line))), model.description());
    FillResult result =
        infiller.fill(
            infiller.prepare(BlankedText.parse(request.text()), request.settings()),
            FillListener.NONE,
            cancellation);
    return result.interrupted()
        ? Optional.empty()
        : Optional.of(FillResultJson.of(result.withoutTime(), versions));
  }

  private Optional<Record> sampled(
      BatchLine line, SampleSettings defaults, Cancellation cancellation) {
    SampleRequest request =
        line.request(defaults.with(Settings.SEED, OptionalLong.empty()), model.description());
    SampleSettings its = request.settings();
    SampleResult infilling =
        infiller.sample(
            request.text(),
            // A preset has no seed.
            its.seed().isPresent() ? its : its.withSeed(seedOf(line)),
            ProgressListener.NONE,
            cancellation);
    return infilling.interrupted()
        ? Optional.empty()
        : Optional.of(SampleResultJson.of(infilling.withoutTime(), versions));
  }

  private long seedOf(BatchLine line) {
    return new SeededHash(seed).of(PURPOSE, line.id());
  }
}
