package dev.infill.bert.hub;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.function.LongConsumer;
import java.util.regex.Pattern;

/**
 * The checksum by which the hub calls a file: the SHA-256 of a large one (Git LFS), Git's SHA-1 of
 * any other, which is that of {@code blob SIZE}, a zero byte, and the content.
 */
final class BlobDigest {
  private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");
  private static final Pattern GIT_SHA1 = Pattern.compile("[0-9a-f]{40}");
  private static final int CHUNK = 1 << 20;

  private BlobDigest() {}

  /** Says whether a tag is a checksum that can be computed. */
  static boolean isChecksum(String tag) {
    return SHA256.matcher(tag).matches() || GIT_SHA1.matcher(tag).matches();
  }

  /**
   * Computes the checksum of a file.
   *
   * @param tag the checksum that it should have, which says of which kind it is
   * @param blob the file
   * @param progress told how many bytes have been read
   */
  static String of(String tag, IncompleteBlob blob, LongConsumer progress) {
    boolean large = SHA256.matcher(tag).matches();
    MessageDigest digest = digest(large ? "SHA-256" : "SHA-1");
    if (!large) {
      digest.update("blob %d\0".formatted(blob.size()).getBytes(StandardCharsets.US_ASCII));
    }
    ByteBuffer chunk = ByteBuffer.allocate(CHUNK);
    long position = 0;
    for (int read = blob.read(chunk, position); read >= 0; read = blob.read(chunk, position)) {
      position += read;
      digest.update(chunk.flip());
      chunk.clear();
      progress.accept(position);
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest digest(String algorithm) {
    try {
      return MessageDigest.getInstance(algorithm);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has " + algorithm, e);
    }
  }
}
