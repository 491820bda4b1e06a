package dev.infill.web.spark;

import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.core.text.DecoratedModel;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.web.batch.ModelSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;

/**
 * Opens tiny models that never come to the end of a text.
 *
 * @param folder gets a file when a text has been begun
 */
record BlockingModelSource(String folder) implements ModelSource {
  @Override
  public MaskedLanguageModel open() {
    CountDownLatch never = new CountDownLatch(1);
    return new DecoratedModel(
        new TinyLanguageModel(),
        energy -> {
          try {
            Files.createFile(Path.of(folder, UUID.randomUUID().toString()));
            never.await();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return energy;
        });
  }
}
