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
 * by gzip are recognised by their first bytes. Lines have less than a megabyte. Not thread-safe; of
 * no use after an exception.
 */
public final class CorpusReader implements AutoCloseable {
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
   * @throws InvalidInputException for the file's name as its field if there is no such file, or it
   *     cannot be read
   */
  public static CorpusReader open(Path file, CorpusFormat format) {
    return open(file, format, CorpusReaderOptions.defaults());
  }

  /**
   * Opens a corpus.
   *
   * @param file the file, compressed or not
   * @param format how it is written
   * @param options what may be chosen
   * @throws InvalidInputException for the file's name as its field if there is no such file, or it
   *     cannot be read
   */
  public static CorpusReader open(Path file, CorpusFormat format, CorpusReaderOptions options) {
    return new CorpusReader(CorpusInput.open(file, options.progress()), format, options);
  }

  /**
   * Takes a corpus from a stream, which is closed with the reader.
   *
   * @param stream the bytes, compressed or not
   * @param name what errors call it, such as {@code standard input}
   * @param format how it is written
   * @param options what may be chosen
   * @throws InvalidInputException for that name as its field if its compression is not one that is
   *     read
   */
  public static CorpusReader open(
      InputStream stream, String name, CorpusFormat format, CorpusReaderOptions options) {
    return new CorpusReader(
        CorpusInput.of(stream, 0, new FileErrors(name), options.progress()), format, options);
  }

  /**
   * Returns the next sentence, or empty at the end.
   *
   * @throws InvalidInputException for the file's name as its field, with the line in its message,
   *     if what follows is not UTF-8, not text, a line of a megabyte, not of this format or damaged
   *     compressed data; or if the whole corpus holds no sentence
   * @throws java.io.UncheckedIOException if the file cannot be read further, or the thread is
   *     interrupted
   */
  public Optional<Sentence> next() {
    while (pending.isEmpty() && !ended) {
      Optional<Line> line = lines.next();
      if (line.isPresent()) {
        cutter.accept(line.get(), pending::add);
      } else {
        cutter.end(pending::add);
        ended = true;
      }
    }
    foundAny |= !pending.isEmpty();
    if (!foundAny) {
      throw empty();
    }
    return Optional.ofNullable(pending.poll());
  }

  private InvalidInputException empty() {
    return lines.count() == 0
        ? errors.whole("is empty; a corpus needs at least one sentence")
        : errors.whole(
            "holds no sentence: read as %s, there is none on its %,d lines"
                .formatted(format.label(), lines.count()));
  }

  /**
   * Returns the sentences that follow, each read when it is asked for; what {@link #next} throws is
   * thrown then. To close the stream closes this reader.
   */
  public Stream<Sentence> sentences() {
    return Stream.generate(this::next)
        .takeWhile(Optional::isPresent)
        .map(Optional::orElseThrow)
        .onClose(this::close);
  }

  @Override
  public void close() {
    lines.close();
  }
}
