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
import java.util.function.Consumer;
import java.util.stream.Stream;

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
        new CorpusReaderOptions(
            CorpusReaderOptions.DEFAULTS.jsonField(),
            CorpusReaderOptions.DEFAULTS.splitSentences(),
            (stage, done, total) -> progress.bytes("reading " + name(file), done, total));
    try (Stream<Sentence> sentences =
        file.equals(STANDARD_INPUT)
            ? CorpusReader.open(console.in(), name(file), format, options)
            : CorpusReader.open(path(file), format, options)) {
      sentences.forEachOrdered(action);
    } finally {
      progress.clear();
    }
  }

  /**
   * Reads sentences, one a line, and says how many lines are blank, which it passes over.
   *
   * @param file a path, or {@code -} for standard input
   * @param action given every sentence
   * @throws InvalidInputException if there is no such file, or it cannot be used
   */
  void forEachLine(String file, Consumer<Sentence> action) {
    BlankLines blank = new BlankLines();
    forEach(
        file,
        CorpusFormat.LINES,
        sentence -> {
          blank.sentenceAt(sentence.line());
          action.accept(sentence);
        });
    if (blank.count > 0) {
      progress.notice(
          "%s:%d: %s passed over"
              .formatted(
                  name(file),
                  blank.first,
                  blank.count == 1 ? "a blank line was" : blank.count + " blank lines were"));
    }
  }

  /** Counts the lines that hold no sentence. */
  private static final class BlankLines {
    private long last;
    private long count;
    private long first;

    void sentenceAt(long line) {
      if (line > last + 1) {
        first = count == 0 ? last + 1 : first;
        count += line - last - 1;
      }
      last = line;
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
