package dev.infill.corpora;

import dev.infill.core.FailureReason;
import dev.infill.core.InvalidInputException;
import dev.infill.core.RegularFile;
import dev.infill.core.TextEncoding;
import dev.infill.core.TransferListener;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** The bytes of a corpus. They are unpacked if the first ones say that gzip packed them. */
final class CorpusInput implements AutoCloseable {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final int MAGIC_BYTES = 4;

  private final FileErrors errors;
  private final MeteredStream metered;
  private InputStream content;

  private CorpusInput(FileErrors errors, MeteredStream metered) {
    this.errors = errors;
    this.metered = metered;
    this.content = metered;
  }

  /**
   * Opens a file.
   *
   * @throws InvalidInputException if there is none that can be read, or its compression is damaged
   *     or unknown
   */
  static CorpusInput open(Path file, TransferListener progress) {
    FileErrors errors = new FileErrors(file.toString());
    try {
      RegularFile.fault(file)
          .ifPresent(
              fault -> {
                throw errors.whole(fault);
              });
      long size = Files.size(file);
      // Unlike that of Files, this stream heeds interrupts.
      return of(Channels.newInputStream(FileChannel.open(file)), size, errors, progress);
    } catch (NoSuchFileException e) {
      throw new InvalidInputException(errors.file(), "there is no file " + errors.file(), e);
    } catch (IOException e) {
      throw errors.whole("cannot be read: " + FailureReason.of(e), e);
    }
  }

  /**
   * Takes a stream.
   *
   * @param size its length in bytes, 0 if that is not known
   */
  static CorpusInput of(
      InputStream stream, long size, FileErrors errors, TransferListener progress) {
    CorpusInput input = new CorpusInput(errors, new MeteredStream(stream, size, progress));
    try {
      input.unpack();
      return input;
    } catch (IOException e) {
      throw input.closedAfter(input.failure(e));
    } catch (InvalidInputException e) {
      throw input.closedAfter(e);
    }
  }

  private RuntimeException closedAfter(RuntimeException failure) {
    try {
      close();
    } catch (UncheckedIOException e) {
      failure.addSuppressed(e);
    }
    return failure;
  }

  private void unpack() throws IOException {
    content = new BufferedInputStream(metered, BUFFER_BYTES);
    content.mark(MAGIC_BYTES);
    byte[] begin = content.readNBytes(MAGIC_BYTES);
    content.reset();
    String magic = HexFormat.of().formatHex(begin);
    if (magic.startsWith("1f8b")) {
      content = new GZIPInputStream(content, BUFFER_BYTES);
      return;
    }
    if (magic.equals("504b0304")) {
      throw errors.whole("is a zip archive; unpack it and give the file with the text");
    }
    if (magic.equals("28b52ffd") || magic.matches("5[0-9a-f]2a4d18")) {
      throw errors.whole("is compressed by zstd; unpack it, or use gzip");
    }
    if (magic.startsWith("425a68") || magic.equals("fd377a58")) {
      throw errors.whole("is compressed by bzip2 or xz; unpack it, or use gzip");
    }
    TextEncoding.wide(begin)
        .ifPresent(
            wide -> {
              throw errors.whole(
                  "is %s; a corpus must be UTF-8 (iconv -f %s -t UTF-8 converts it)"
                      .formatted(wide, wide));
            });
  }

  FileErrors errors() {
    return errors;
  }

  /** Returns the bytes. {@link #failure} puts into words what the stream throws. */
  InputStream stream() {
    return content;
  }

  /**
   * Returns what to throw instead of an exception of the stream: an {@link InvalidInputException}
   * if the compressed data are damaged, an {@link UncheckedIOException} if the file cannot be read
   * further.
   */
  RuntimeException failure(IOException thrown) {
    if (thrown instanceof EOFException) {
      return errors.whole(
          "ends early: its gzip data are cut off after %,d bytes; it needs to be copied again"
              .formatted(metered.count),
          thrown);
    }
    if (thrown instanceof ZipException) {
      return errors.whole(
          "is damaged: its gzip data are wrong (%s); it needs to be copied again"
              .formatted(thrown.getMessage()),
          thrown);
    }
    return new UncheckedIOException(
        errors.file() + " cannot be read: " + FailureReason.of(thrown), thrown);
  }

  @Override
  public void close() {
    try {
      content.close();
    } catch (IOException e) {
      throw new UncheckedIOException(errors.file() + " cannot be closed: " + e.getMessage(), e);
    }
  }

  /** Counts the bytes that are read. */
  private static final class MeteredStream extends FilterInputStream {
    private final long size;
    private final TransferListener progress;
    private long count;
    private boolean ended;

    MeteredStream(InputStream source, long size, TransferListener progress) {
      super(source);
      this.size = size;
      this.progress = progress;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      int read = super.read(target, offset, length);
      ended = read < 0;
      count += Math.max(read, 0);
      progress.progress(TransferListener.Stage.READING, count, size);
      return read;
    }

    /**
     * GZIPInputStream takes 0 for the end. It would then drop all but the first member of a
     * concatenated file when a pipe has nothing ready.
     */
    @Override
    public int available() {
      return ended ? 0 : 1;
    }
  }
}
