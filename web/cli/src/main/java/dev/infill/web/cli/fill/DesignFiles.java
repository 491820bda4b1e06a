package dev.infill.web.cli.fill;

import dev.infill.core.DurableFolders;
import dev.infill.core.FailureReason;
import dev.infill.core.InvalidInputException;
import dev.infill.corpora.file.AtomicFile;
import dev.infill.web.protein.Designs;
import dev.infill.web.protein.Fasta;
import dev.infill.web.protein.ProteinSequence;
import dev.infill.web.protein.SequenceLogo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The files of a redesign: {@code designs.fasta}, all designs, and {@code logo-N.svg}, the logo of
 * record N, if its marginals are known.
 *
 * @param folder where they are written
 */
record DesignFiles(Path folder) {
  /**
   * Refuses a folder that must not be written to; touches nothing.
   *
   * @param records how many proteins are redesigned
   * @param overwrite whether files may be replaced
   * @throws InvalidInputException for field {@code out} if it holds one of the files although none
   *     may be replaced, or is no folder
   */
  void check(int records, boolean overwrite) {
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw new InvalidInputException("out", folder + " is there and is not a folder");
    }
    AtomicFile.check(designs(), overwrite);
    IntStream.rangeClosed(1, records).forEach(record -> AtomicFile.check(logo(record), overwrite));
  }

  private Path designs() {
    return folder.resolve("designs.fasta");
  }

  private Path logo(int record) {
    return folder.resolve("logo-%d.svg".formatted(record));
  }

  /**
   * Writes the files.
   *
   * @param records what came of each protein, in order
   */
  void write(List<Designs> records) {
    try {
      DurableFolders.create(folder);
      List<ProteinSequence> sequences = new ArrayList<>();
      for (int k = 0; k < records.size(); k++) {
        Designs designs = records.get(k);
        sequences.addAll(designs.sequences());
        if (!designs.infilling().marginals().isEmpty()) {
          AtomicFile.write(
              logo(k + 1), SequenceLogo.svg(designs.redesign().wildType(), designs.marginals()));
        }
      }
      AtomicFile.write(designs(), Fasta.written(sequences));
    } catch (IOException e) {
      throw new UncheckedIOException(
          "%s cannot be written: %s".formatted(folder, FailureReason.of(e)), e);
    }
  }
}
