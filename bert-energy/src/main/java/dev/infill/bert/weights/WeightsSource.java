package dev.infill.bert.weights;

import dev.infill.core.TransferListener;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A BERT that can be opened: cheap to make, and cheap to recognise again without opening it.
 * Immutable.
 */
public interface WeightsSource {
  /** Returns the model's name, or where it is read from, for people. */
  String name();

  /**
   * Says which files the weights are read from and in which state they are, without reading them.
   *
   * @throws IOException if the files' attributes cannot be read
   */
  Identity identity() throws IOException;

  /**
   * Opens the weights.
   *
   * @param scratch an existing folder in which a packed model may be unpacked; what is written
   *     there may be deleted once the weights are closed
   * @param progress notified of the bytes unpacked
   * @throws dev.infill.core.InvalidInputException for field {@code model} if the files are not a
   *     BERT with its masked-language-model head, or are damaged
   * @throws IOException if the scratch folder cannot be written
   */
  BertWeights open(Path scratch, TransferListener progress) throws IOException;

  /**
   * Files and their state.
   *
   * @param location which files
   * @param state changes whenever a file does: sizes in bytes and times of modification
   */
  record Identity(String location, String state) {}
}
