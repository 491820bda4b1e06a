package dev.infill.corpora;

import dev.infill.core.FailureReason;
import dev.infill.core.InvalidInputException;
import dev.infill.core.RegularFile;
import dev.infill.core.TextEncoding;
import dev.infill.core.TransferListener;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** The bytes of a corpus, unpacked where its first bytes say that they are packed by gzip. */
final class CorpusInput implements AutoCloseable {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final int MAGIC_BYTES = 4;

  private final FileErrors errors;
  private final MeteredStream metered;
  private final InputStream content;

  private CorpusInput(FileErrors errors, MeteredStream metered) throws IOException {
    this.errors = errors;
    this.metered = metered;
    BufferedInputStream buffered = new BufferedInputStream(metered, BUFFER_BYTES);
    buffered.mark(MAGIC_BYTES);
    byte[] begin = buffered.readNBytes(MAGIC_BYTES);
    String magic = HexFormat.of().formatHex(begin);
    buffered.reset();
    if (magic.startsWith("1f8b")) {
      content = new GZIPInputStream(buffered, BUFFER_BYTES);
    } else {
      refuseOtherKinds(errors, magic);
      TextEncoding.wide(begin)
          .ifPresent(
              wide -> {
                throw errors.whole(
                    "is %s; a corpus must be UTF-8 (iconv -f %s -t UTF-8 converts it)"
                        .formatted(wide, wide));
              });
      content = buffered;
    }
  }

  private static void refuseOtherKinds(FileErrors errors, String magic) {
    if (magic.equals("504b0304")) {
      throw errors.whole("is a zip archive; unpack it and give the file with the text");
    }
    if (magic.equals("28b52ffd") || magic.matches("5[0-9a-f]2a4d18")) {
      throw errors.whole("is compressed by zstd; unpack it, or use gzip");
    }
    if (magic.startsWith("425a68") || magic.equals("fd377a58")) {
      throw errors.whole("is compressed by bzip2 or xz; unpack it, or use gzip");
    }
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
      Optional<String> fault = RegularFile.fault(file);
      if (fault.isPresent()) {
        throw errors.whole(fault.get());
      }
      long size = Files.size(file);
      // Unlike that of Files, this stream heeds interrupts.
      InputStream stream = Channels.newInputStream(FileChannel.open(file));
      return of(stream, size, errors, progress);
    } catch (NoSuchFileException e) {
      throw new InvalidInputException(errors.file(), "there is no file " + errors.file(), e);
    } catch (IOException e) {
      throw errors.whole("cannot be read: " + FailureReason.of(e), e);
    }
  }

  /**
   * Takes a stream.
   *
   * @param size how many bytes it has, 0 if that is not known
   */
  static CorpusInput of(
      InputStream stream, long size, FileErrors errors, TransferListener progress) {
    MeteredStream metered = new MeteredStream(stream, size, progress);
    try {
      return new CorpusInput(errors, metered);
    } catch (IOException | InvalidInputException e) {
      RuntimeException failure =
          e instanceof IOException unreadable
              ? explain(errors, metered, unreadable)
              : (RuntimeException) e;
      try {
        stream.close();
      } catch (IOException closing) {
        failure.addSuppressed(closing);
      }
      throw failure;
    }
  }

  FileErrors errors() {
    return errors;
  }

  /** Returns the bytes. What it throws is put into words by {@link #failure}. */
  InputStream stream() {
    return content;
  }

  /**
   * Returns what is to be thrown in the place of what the stream threw: an {@link
   * InvalidInputException} if the compressed data are damaged, an {@link UncheckedIOException} if
   * the file cannot be read further.
   */
  RuntimeException failure(IOException thrown) {
    return explain(errors, metered, thrown);
  }

  private static RuntimeException explain(
      FileErrors errors, MeteredStream metered, IOException failure) {
    IOException below = metered.failure;
    if (below != null) {
      return new UncheckedIOException(
          errors.file() + " cannot be read: " + FailureReason.of(below), below);
    }
    // The compressed bytes could be read: it is they that are wrong.
    return errors.whole(
        failure instanceof EOFException
            ? "ends early: its gzip data are cut off after %,d bytes; it needs to be copied again"
                .formatted(metered.count)
            : "is damaged: its gzip data are wrong (%s); it needs to be copied again"
                .formatted(failure.getMessage()),
        failure);
  }

  @Override
  public void close() {
    try {
      content.close();
    } catch (IOException e) {
      throw new UncheckedIOException(errors.file() + " cannot be closed: " + e.getMessage(), e);
    }
  }

  /** Counts bytes, and remembers what went wrong below the decompression. */
  private static final class MeteredStream extends InputStream {
    private final InputStream source;
    private final long size;
    private final TransferListener progress;
    private long count;
    private boolean ended;
    private @Nullable IOException failure;

    MeteredStream(InputStream source, long size, TransferListener progress) {
      this.source = source;
      this.size = size;
      this.progress = progress;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      try {
        int read = source.read(target, offset, length);
        ended = read < 0;
        count += Math.max(read, 0);
        progress.progress(TransferListener.Stage.READING, count, size);
        return read;
      } catch (IOException e) {
        failure = e;
        throw e;
      }
    }

    /**
     * GZIPInputStream takes 0 for the end, and would drop all that follows the first member of a
     * concatenated file where a pipe has nothing ready.
     */
    @Override
    public int available() {
      return ended ? 0 : 1;
    }

    @Override
    public void close() throws IOException {
      source.close();
    }
  }
}
