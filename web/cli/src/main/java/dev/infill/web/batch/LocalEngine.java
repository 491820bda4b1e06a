package dev.infill.web.batch;

import dev.infill.core.chain.Cancellation;
import dev.infill.core.text.MaskedLanguageModel;
import java.util.List;
import java.util.function.LongConsumer;

/** Fills the parts in this process, one after the other. */
public final class LocalEngine implements BatchEngine {
  /** The name of this engine. */
  public static final String NAME = "local";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public boolean run(
      BatchJob job,
      List<BatchPart> parts,
      MaskedLanguageModel model,
      ModelSource source,
      Options options,
      LongConsumer done,
      Cancellation cancellation) {
    return job.fill(parts, model, 1, done, cancellation);
  }
}
