package dev.infill.web.protein;

import dev.infill.core.DurableFolders;
import dev.infill.core.FailureReason;
import dev.infill.core.InvalidInputException;
import dev.infill.corpora.file.AtomicFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The files of designs: the sequences as FASTA, and the logo of each protein.
 *
 * @param folder where they are
 */
public record DesignFiles(Path folder) {
  private static final String DESIGNS = "designs.fasta";

  /**
   * Refuses a folder that must not be written to; touches nothing.
   *
   * @param records how many proteins are redesigned
   * @param force whether files that are there are replaced
   * @throws InvalidInputException if it must not
   */
  public void check(int records, boolean force) {
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw new InvalidInputException("out", folder + " is there and is not a folder");
    }
    AtomicFile.check(folder.resolve(DESIGNS), force);
    IntStream.rangeClosed(1, records)
        .forEach(record -> AtomicFile.check(folder.resolve(logo(record)), force));
  }

  /**
   * Writes the designs of all records and, where marginals are known, the logo of each.
   *
   * @param records what came of each protein, in order
   * @throws UncheckedIOException if they cannot be written
   */
  public void write(List<Designs> records) {
    try {
      DurableFolders.create(folder);
      List<ProteinSequence> sequences = new ArrayList<>();
      for (int k = 0; k < records.size(); k++) {
        Designs designs = records.get(k);
        sequences.addAll(designs.sequences());
        if (!designs.result().marginals().isEmpty()) {
          AtomicFile.write(
              folder.resolve(logo(k + 1)),
              SequenceLogo.svg(designs.redesign().wildType(), designs.marginals()));
        }
      }
      AtomicFile.write(folder.resolve(DESIGNS), Fasta.written(sequences));
    } catch (IOException e) {
      throw new UncheckedIOException(
          "%s cannot be written: %s".formatted(folder, FailureReason.of(e)), e);
    }
  }

  private static String logo(int record) {
    return "logo-%d.svg".formatted(record);
  }
}
