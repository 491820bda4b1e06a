package dev.infill.corpora;

import dev.infill.core.InvalidInputException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reads the sentences of a corpus one after the other, whatever its size: beside the sentences of
 * one line or paragraph nothing is held.
 *
 * <p>Files are UTF-8, with or without a byte order mark, lines ended by LF or CR LF. Files packed
 * by gzip are recognised by their first bytes. Lines have less than a megabyte.
 *
 * <p>A stream of sentences reads each one when it is asked for, and closes the file when it is
 * closed. It throws an {@link InvalidInputException} for the file's name as its field, with the
 * line in its message, if what follows is not UTF-8, not text, a line of a megabyte, not of this
 * format or damaged compressed data, or if the whole corpus holds no sentence. It throws an {@link
 * java.io.UncheckedIOException} if the file cannot be read further, or the thread is interrupted.
 */
public final class CorpusReader {
  private final CorpusFormat format;
  private final FileErrors errors;
  private final LineSource lines;
  private final SentenceCutter cutter;
  private final Deque<Sentence> pending = new ArrayDeque<>();
  private boolean ended;
  private boolean foundAny;

  private CorpusReader(CorpusInput input, CorpusFormat format, CorpusReaderOptions options) {
    this.format = format;
    this.errors = input.errors();
    this.lines = new LineSource(input);
    this.cutter =
        switch (format) {
          case TBC -> TokenizedLines.ofTbc(options.splitSentences());
          case WIKITEXT -> TokenizedLines.ofWikiText(options.splitSentences());
          case LINES -> TokenizedLines.asTheyStand(options.splitSentences());
          case TEXT -> new Paragraphs(new Prose());
          case JSON_LINES -> new JsonRecords(errors, new Prose(), options.jsonField());
        };
  }

  /**
   * Opens a corpus with the default options.
   *
   * @param file the file, compressed or not
   * @param format how it is written
   * @return its sentences in order; to be closed
   * @throws InvalidInputException for the file's name as its field if there is no such file, or it
   *     cannot be read
   */
  public static Stream<Sentence> open(Path file, CorpusFormat format) {
    return open(file, format, CorpusReaderOptions.DEFAULTS);
  }

  /**
   * Opens a corpus.
   *
   * @param file the file, compressed or not
   * @param format how it is written
   * @param options what may be chosen
   * @return its sentences in order; to be closed
   * @throws InvalidInputException for the file's name as its field if there is no such file, or it
   *     cannot be read
   */
  public static Stream<Sentence> open(Path file, CorpusFormat format, CorpusReaderOptions options) {
    return sentences(CorpusInput.open(file, options.progress()), format, options);
  }

  /**
   * Takes a corpus from a stream of bytes, which is closed with the sentences.
   *
   * @param stream the bytes, compressed or not
   * @param name what errors call it, such as {@code standard input}
   * @param format how it is written
   * @param options what may be chosen
   * @return its sentences in order; to be closed
   * @throws InvalidInputException for that name as its field if its compression is not one that is
   *     read
   */
  public static Stream<Sentence> open(
      InputStream stream, String name, CorpusFormat format, CorpusReaderOptions options) {
    return sentences(
        CorpusInput.of(stream, 0, new FileErrors(name), options.progress()), format, options);
  }

  private static Stream<Sentence> sentences(
      CorpusInput input, CorpusFormat format, CorpusReaderOptions options) {
    CorpusReader reader = new CorpusReader(input, format, options);
    return Stream.generate(reader::next)
        .takeWhile(Optional::isPresent)
        .map(Optional::orElseThrow)
        .onClose(input::close);
  }

  private Optional<Sentence> next() {
    while (pending.isEmpty() && !ended) {
      Optional<LineSource.Line> line = lines.next();
      if (line.isPresent()) {
        cutter.accept(line.get(), pending::add);
      } else {
        cutter.end(pending::add);
        ended = true;
      }
    }
    foundAny |= !pending.isEmpty();
    if (!foundAny) {
      throw errors.whole(
          lines.count() == 0
              ? "is empty; a corpus needs at least one sentence"
              : "holds no sentence: read as %s, there is none on its %,d lines"
                  .formatted(format.label(), lines.count()));
    }
    return Optional.ofNullable(pending.poll());
  }
}
