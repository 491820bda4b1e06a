package dev.infill.corpora.task;

import dev.infill.core.Checksum;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * Numbers that a seed and a text decide, the same on every machine and in every version: the first
 * 8 bytes, big-endian, of the SHA-256 of the lines {@code purpose}, {@code seed} and the texts in
 * UTF-8, a line feed after each. Not thread-safe.
 */
public final class SeededHash {
  private final long seed;
  private final MessageDigest digest = Checksum.SHA256.digest();

  /**
   * Creates the numbers of a seed.
   *
   * @param seed any number
   */
  public SeededHash(long seed) {
    this.seed = seed;
  }

  /**
   * Returns the number of some texts.
   *
   * @param purpose keeps the numbers of different uses apart
   * @param texts any texts
   * @return all 64 bits are equally random
   */
  public long of(String purpose, String... texts) {
    line(purpose);
    line(Long.toString(seed));
    for (String text : texts) {
      line(text);
    }
    return ByteBuffer.wrap(digest.digest()).getLong();
  }

  private void line(String text) {
    digest.update(text.getBytes(StandardCharsets.UTF_8));
    digest.update((byte) '\n');
  }
}
