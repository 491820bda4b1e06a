package dev.infill.web.spark;

import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.core.text.DecoratedModel;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.web.batch.ModelSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Opens tiny models, of which one comes to an end: the first that has taken so many texts.
 *
 * @param folder where it is written down that one has ended, and which were opened
 * @param fatalText how many texts it takes
 * @param end what the end is
 */
record MortalModelSource(String folder, int fatalText, End end) implements ModelSource {
  /** How a model may end. */
  enum End {
    /** The process dies on the spot, as by {@code kill -9}. */
    HALT,
    /** A text fails, once. */
    FAILURE,
    /** All texts from then on fail. */
    FAILURE_FOR_GOOD
  }

  @Override
  public MaskedLanguageModel open() {
    try {
      Files.createFile(Path.of(folder, "opened-" + UUID.randomUUID()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    // A text takes two: one to be checked with, one to be filled with.
    AtomicInteger energies = new AtomicInteger();
    return new DecoratedModel(
        new TinyLanguageModel(),
        energy -> {
          take((energies.incrementAndGet() + 1) / 2);
          return energy;
        });
  }

  private boolean isFirst() {
    try {
      Files.createFile(Path.of(folder, "ended"));
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void take(int text) {
    if (text < fatalText) {
      return;
    }
    switch (end) {
      case HALT -> {
        if (isFirst()) {
          Runtime.getRuntime().halt(137);
        }
      }
      case FAILURE -> {
        if (isFirst()) {
          throw new IllegalStateException("a text failed once");
        }
      }
      case FAILURE_FOR_GOOD -> throw new UncheckedIOException(new IOException("the disk is gone"));
    }
  }
}
