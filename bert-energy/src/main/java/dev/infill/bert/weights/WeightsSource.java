package dev.infill.bert.weights;

import dev.infill.bert.weights.format.FileState;
import dev.infill.core.TransferListener;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A BERT that can be opened: cheap to make, and cheap to recognise again without opening it.
 * Immutable.
 */
public interface WeightsSource {
  /** Returns the model's name, or where it is read from, for people. */
  String name();

  /**
   * Says which files the weights are read from and in which state they are, without reading them
   * where the operating system tells that.
   *
   * @throws IOException if the files' attributes cannot be read
   */
  Identity identity() throws IOException;

  /** Says whether it has to be unpacked to be read. */
  default boolean isPacked() {
    return false;
  }

  /**
   * Opens the weights.
   *
   * @param scratch an existing folder in which a {@linkplain #isPacked() packed} model is unpacked;
   *     what is written there may be deleted once the weights are closed. Others write nothing
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
   * @param state changes whenever a file does
   * @param files all that is read, whether it is there or not
   */
  record Identity(String location, String state, List<Path> files) {
    /** Copies the list. */
    public Identity {
      files = List.copyOf(files);
    }

    /**
     * Takes some files as they are now.
     *
     * @param location which files
     * @param files all that is read, whether it is there or not
     * @throws IOException if a file's attributes cannot be read
     */
    public static Identity of(String location, List<Path> files) throws IOException {
      return new Identity(location, FileState.of(files), files);
    }
  }
}
