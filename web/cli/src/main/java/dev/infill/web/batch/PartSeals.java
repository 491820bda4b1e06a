package dev.infill.web.batch;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.infill.core.Checksum;
import dev.infill.corpora.file.RawLine;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The seals of the results of a part that is being filled. A result has its seal and a space before
 * it. The seal of the k-th result is the SHA-256 of the seal before, the k-th line of the input and
 * the result; the first one follows a digest of the job and of the part. So a result is sound if
 * this job wrote it, for the line that is due, behind the same results.
 */
final class PartSeals {
  private static final int DIGITS = 64;

  private final MessageDigest digest = Checksum.SHA256.digest();
  private byte[] last;

  /**
   * Begins with the first result.
   *
   * @param job the description of the job
   * @param part which part
   */
  PartSeals(String job, BatchPart part) {
    digest.update(job.getBytes(UTF_8));
    last = digest.digest(part.toString().getBytes(UTF_8));
  }

  /**
   * Seals the next result.
   *
   * @param line the line of the input
   * @param result its result, without the end of the line
   * @return the result with its seal
   */
  String sealed(RawLine line, String result) {
    begin(line);
    last = digest.digest(result.getBytes(UTF_8));
    return HexFormat.of().formatHex(last) + " " + result;
  }

  /**
   * Reads the next result with its seal.
   *
   * @param results where it is read from
   * @param line the line of the input that is due
   * @param bare gets the bytes of the result without its seal, with the end of the line
   * @return how many bytes it is; 0 if it is not whole and sound, and then nothing more can be read
   * @throws IOException if it cannot be read
   */
  long soundBytes(InputStream results, RawLine line, MessageDigest bare) throws IOException {
    byte[] seal = results.readNBytes(DIGITS + 1);
    begin(line);
    long bytes = DIGITS + 2;
    int next = results.read();
    while (next >= 0 && next != '\n') {
      digest.update((byte) next);
      bare.update((byte) next);
      bytes++;
      next = results.read();
    }
    bare.update((byte) '\n');
    byte[] sum = digest.digest();
    String due = HexFormat.of().formatHex(sum) + " ";
    if (next < 0 || !Arrays.equals(seal, due.getBytes(US_ASCII))) {
      return 0;
    }
    last = sum;
    return bytes;
  }

  private void begin(RawLine line) {
    digest.update(last);
    LinesDigest.add(digest, line);
  }

  /**
   * Copies a result without its seal.
   *
   * @param results where it is read from
   * @param to where it goes, with the end of the line
   * @throws IOException if it cannot be read or written
   */
  static void unseal(InputStream results, OutputStream to) throws IOException {
    results.skipNBytes(DIGITS + 1);
    int next;
    do {
      next = results.read();
      if (next < 0) {
        throw new IOException("a result has been cut off since it was written");
      }
      to.write(next);
    } while (next != '\n');
  }
}
