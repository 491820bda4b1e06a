package dev.infill.web.cli.evaluate;

import dev.infill.core.InvalidInputException;
import dev.infill.corpora.CorpusFormat;
import dev.infill.corpora.CorpusReader;
import dev.infill.corpora.CorpusReaderOptions;
import dev.infill.corpora.Sentence;
import dev.infill.web.cli.console.Console;
import dev.infill.web.cli.console.ProgressDisplay;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Sentences from files, or from standard input.
 *
 * @param console whose standard input {@code -} stands for
 * @param progress shows how far a file is read
 */
record SentenceFiles(Console console, ProgressDisplay progress) {
  private static final String STANDARD_INPUT = "-";

  /** Returns what messages call a file. */
  static String name(String file) {
    return file.equals(STANDARD_INPUT) ? "standard input" : file;
  }

  /**
   * Reads a file from end to end.
   *
   * @param file a path, or {@code -} for standard input
   * @param format how it is written
   * @param action given every sentence
   * @throws InvalidInputException if there is no such file, or it cannot be used
   */
  void forEach(String file, CorpusFormat format, Consumer<Sentence> action) {
    CorpusReaderOptions options =
        CorpusReaderOptions.defaults()
            .withProgress(
                (stage, done, total) -> progress.bytes("reading " + name(file), done, total));
    try (CorpusReader reader =
        file.equals(STANDARD_INPUT)
            ? CorpusReader.open(console.in(), name(file), format, options)
            : CorpusReader.open(path(file), format, options)) {
      for (Optional<Sentence> next = reader.next(); next.isPresent(); next = reader.next()) {
        action.accept(next.get());
      }
    } finally {
      progress.clear();
    }
  }

  private static Path path(String file) {
    try {
      return Path.of(file);
    } catch (InvalidPathException e) {
      throw new InvalidInputException(file, "there is no file '" + file + "'", e);
    }
  }
}
