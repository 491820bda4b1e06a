package dev.infill.corpora.sampling;

import dev.infill.core.FailureReason;
import dev.infill.core.InvalidInputException;
import dev.infill.corpora.CorpusReader;
import dev.infill.corpora.Sentence;
import dev.infill.corpora.file.AtomicFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Writes the parts of a corpus into the files of a folder, {@code NAME.txt} each. They appear when
 * all of them are complete; after a failure there is none. Immutable.
 */
public final class SplitWriter {
  private final CorpusSplit split;
  private final Path folder;
  private final List<Path> files;

  /**
   * Creates a writer; nothing is written yet.
   *
   * @param split the split
   * @param folder where the files go; made if it does not exist
   * @param overwrite whether files of these names may be replaced
   * @throws InvalidInputException for field {@code out} if files are in the way
   */
  public SplitWriter(CorpusSplit split, Path folder, boolean overwrite) {
    this.split = split;
    this.folder = folder;
    this.files = split.parts().stream().map(part -> folder.resolve(part.name() + ".txt")).toList();
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw new InvalidInputException("out", folder + " is not a folder");
    }
    files.forEach(file -> AtomicFile.check(file, overwrite));
  }

  /**
   * Reads a corpus to its end and writes its parts.
   *
   * @param corpus the corpus
   * @param cancelled asked before every sentence whether to stop
   * @return the parts, in order; empty if it was stopped, and nothing written then
   * @throws InvalidInputException if the corpus cannot be read, or a part would have no sentence
   * @throws IOException if the files cannot be written
   */
  public Optional<List<WrittenPart>> write(CorpusReader corpus, BooleanSupplier cancelled)
      throws IOException {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new IOException("cannot make the folder " + folder + ": " + FailureReason.of(e), e);
    }
    try (Outputs outputs = new Outputs(files)) {
      for (Optional<Sentence> next = corpus.next(); next.isPresent(); next = corpus.next()) {
        if (cancelled.getAsBoolean()) {
          return Optional.empty();
        }
        Sentence sentence = next.get();
        outputs.write(split.part(sentence), sentence);
      }
      List<WrittenPart> written = new ArrayList<>();
      for (int i = 0; i < files.size(); i++) {
        written.add(
            new WrittenPart(
                split.parts().get(i), files.get(i), outputs.sentences[i], outputs.words[i]));
      }
      for (WrittenPart part : written) {
        if (part.sentences() == 0) {
          throw new InvalidInputException(
              "parts",
              "part %s would have no sentence; the corpus is too small for a share of %s"
                  .formatted(part.part().name(), part.part().share()));
        }
      }
      outputs.commit();
      return Optional.of(List.copyOf(written));
    }
  }

  /** The files being written. */
  private static final class Outputs implements AutoCloseable {
    private final List<AtomicFile> open = new ArrayList<>();
    private final long[] sentences;
    private final long[] words;

    Outputs(List<Path> files) throws IOException {
      sentences = new long[files.size()];
      words = new long[files.size()];
      try {
        for (Path file : files) {
          open.add(AtomicFile.create(file));
        }
      } catch (IOException e) {
        close();
        throw e;
      }
    }

    void write(int part, Sentence sentence) throws IOException {
      open.get(part).stream().write((sentence.text() + "\n").getBytes(StandardCharsets.UTF_8));
      sentences[part]++;
      words[part] += sentence.words().size();
    }

    void commit() throws IOException {
      // What can fail for want of space comes before the first name appears.
      for (AtomicFile file : open) {
        file.finish();
      }
      for (AtomicFile file : open) {
        file.commit();
      }
    }

    @Override
    public void close() throws IOException {
      IOException failure = null;
      for (AtomicFile file : open) {
        try {
          file.close();
        } catch (IOException e) {
          failure = failure == null ? e : failure;
        }
      }
      if (failure != null) {
        throw failure;
      }
    }
  }
}
