package dev.infill.core;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.LongConsumer;

/** A kind of checksum. */
public enum Checksum {
  SHA256("SHA-256", 64),
  /** The SHA-1 of Git, over {@code blob SIZE}, a zero byte, and the content. */
  GIT_SHA1("SHA-1", 40);

  private static final int CHUNK = 1 << 20;

  private final String algorithm;
  private final int digits;

  Checksum(String algorithm, int digits) {
    this.algorithm = algorithm;
    this.digits = digits;
  }

  /**
   * Returns the kind of a checksum.
   *
   * @param tag the name that a server gives a content
   * @return empty if it is a checksum of neither kind
   */
  public static Optional<Checksum> kind(String tag) {
    return Arrays.stream(values())
        .filter(kind -> tag.matches("[0-9a-f]{%d}".formatted(kind.digits)))
        .findFirst();
  }

  /**
   * Computes the checksum of a content.
   *
   * @param content the content, read to its end
   * @param size its length in bytes
   * @param progress takes the number of bytes read, after each part
   * @return lower-case hexadecimal digits
   * @throws IOException if the content cannot be read
   */
  public String of(ReadableByteChannel content, long size, LongConsumer progress)
      throws IOException {
    MessageDigest digest = digest();
    if (this == GIT_SHA1) {
      digest.update("blob %d\0".formatted(size).getBytes(StandardCharsets.US_ASCII));
    }
    ByteBuffer chunk = ByteBuffer.allocate(CHUNK);
    long done = 0;
    for (int read = content.read(chunk); read >= 0; read = content.read(chunk)) {
      done += read;
      digest.update(chunk.flip());
      chunk.clear();
      progress.accept(done);
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  /**
   * Computes the checksum of a file.
   *
   * @param file the file
   * @return lower-case hexadecimal digits
   * @throws IOException if the file cannot be read
   */
  public String of(Path file) throws IOException {
    try (SeekableByteChannel content = Files.newByteChannel(file)) {
      return of(content, content.size(), read -> {});
    }
  }

  /** Returns a new computation. */
  public MessageDigest digest() {
    try {
      return MessageDigest.getInstance(algorithm);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has " + algorithm, e);
    }
  }

  /**
   * Copies a computation. The copy continues on its own.
   *
   * @param digest a computation that {@link #digest} returned
   */
  public static MessageDigest copy(MessageDigest digest) {
    try {
      return (MessageDigest) digest.clone();
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException("Java's own computations can be copied", e);
    }
  }

  /** Returns the name of the algorithm. */
  @Override
  public String toString() {
    return algorithm;
  }
}
