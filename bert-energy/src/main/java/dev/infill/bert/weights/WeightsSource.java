package dev.infill.bert.weights;

import dev.infill.core.TransferListener;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A model that can be opened. It is cheap to make, and cheap to recognise again without opening it.
 * Immutable.
 */
public interface WeightsSource {
  /** Returns the model's name or its path, for people. */
  String name();

  /**
   * Returns the files that the model is read from, and their state. Their content is read only
   * where the operating system does not tell whether it changed.
   *
   * @throws IOException if the files' attributes cannot be read
   */
  SourceFiles files() throws IOException;

  /** Says whether the model must be unpacked before it is read. */
  default boolean isPacked() {
    return false;
  }

  /**
   * Opens the model.
   *
   * @param scratch an existing folder into which a {@linkplain #isPacked() packed} model is
   *     unpacked; its files may be deleted once the bundle is closed. Other models write nothing
   * @param progress notified of the unpacked bytes
   * @throws dev.infill.core.InvalidInputException for field {@code model} if the files are damaged,
   *     or are no BERT with its masked-language-model head
   * @throws IOException if the scratch folder cannot be written
   */
  ModelBundle open(Path scratch, TransferListener progress) throws IOException;
}
