package dev.infill.web.batch;

import dev.infill.bert.BertModel;
import dev.infill.bert.BertModelOptions;
import dev.infill.bert.runtime.Device;
import dev.infill.bert.runtime.Precision;
import dev.infill.core.text.MaskedLanguageModel;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Opens a BERT in another process, where it finds the same files.
 *
 * @param model its name, or the path of its checkpoint
 * @param cache the folder of compiled models; null for that of the process
 * @param device where it runs
 * @param precision what matrix products are computed in
 * @param threads the threads of a model pass; null for every processor of the machine
 */
public record BertSource(
    String model,
    @Nullable String cache,
    Device device,
    Precision precision,
    @Nullable Integer threads)
    implements ModelSource {
  @Override
  public MaskedLanguageModel open() {
    BertModelOptions options =
        BertModelOptions.defaults().withModel(model).withDevice(device).withPrecision(precision);
    if (cache != null) {
      options = options.withCache(Path.of(cache));
    }
    return BertModel.open(threads == null ? options : options.withThreads(threads));
  }
}
