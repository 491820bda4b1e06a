package dev.infill.web.batch;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.infill.core.Checksum;
import dev.infill.corpora.file.AtomicFile;
import dev.infill.corpora.file.LineLog;
import dev.infill.corpora.file.RawLine;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * The results of a part that is not complete, with their {@linkplain PartSeals seals}. When it is
 * complete, they are written without seals into the file that has its name.
 */
final class PartLog implements Closeable {
  private final Path target;
  private final LineLog lines;
  private final BatchPart part;
  private final PartSeals seals;

  /** The digest of the results that were counted, without their seals. */
  private MessageDigest digest = Checksum.SHA256.digest();

  private int texts;

  /**
   * Takes over a file.
   *
   * @param target the name of the part when it is complete
   * @param lines the file
   * @param job the description of the job
   * @param part which part
   */
  PartLog(Path target, LineLog lines, String job, BatchPart part) {
    this.target = target;
    this.lines = lines;
    this.part = part;
    this.seals = new PartSeals(job, part);
  }

  /**
   * Keeps the sound results that the file begins with, and cuts off what follows them.
   *
   * @param due the lines of the part
   * @return how many results are kept
   * @throws IOException if a file cannot be read or written
   */
  int keepSound(PartInput due) throws IOException {
    InputStream content = new BufferedInputStream(lines.content());
    long sound = 0;
    long next;
    do {
      MessageDigest withNext = Checksum.copy(digest);
      next = texts < part.texts() ? seals.soundBytes(content, due.next(), withNext) : 0;
      if (next > 0) {
        texts++;
        sound += next;
        digest = withNext;
      }
    } while (next > 0);
    lines.keep(sound);
    return texts;
  }

  /**
   * Returns how many sound results a file begins with.
   *
   * @param file the file, which another thread or process may be writing
   * @param job the description of the job
   * @param part which part
   * @param due the lines of the part
   * @throws IOException if a file cannot be read
   */
  static int sound(Path file, String job, BatchPart part, PartInput due) throws IOException {
    try (InputStream content = new BufferedInputStream(Files.newInputStream(file))) {
      PartSeals seals = new PartSeals(job, part);
      int sound = 0;
      MessageDigest unused = Checksum.SHA256.digest();
      while (sound < part.texts() && seals.soundBytes(content, due.next(), unused) > 0) {
        sound++;
      }
      return sound;
    }
  }

  /**
   * Appends a result; it is on the disk when this returns.
   *
   * @param line the line of the input
   * @param result its result
   */
  void append(RawLine line, String result) throws IOException {
    lines.append(seals.sealed(line, result));
    digest.update((result + "\n").getBytes(UTF_8));
    texts++;
  }

  /**
   * Writes the part and the checksum of the results that were counted. If another worker has made
   * the part meanwhile, it made the same.
   *
   * @throws IOException if a file cannot be read or written, or does not hold these results
   */
  void complete() throws IOException {
    if (texts != part.texts()) {
      throw new IllegalStateException(texts + " results of " + part);
    }
    String counted = HexFormat.of().formatHex(digest.digest());
    try (AtomicFile file = AtomicFile.create(target)) {
      MessageDigest written = Checksum.SHA256.digest();
      DigestOutputStream to = new DigestOutputStream(file.stream(), written);
      copy(to);
      if (!HexFormat.of().formatHex(written.digest()).equals(counted)) {
        throw new IOException(
            lines.file()
                + " was changed while it was written; the same command goes on with what is sound");
      }
      new PartChecksum(target).write(counted);
      file.commit();
    }
    lines.close();
    Files.deleteIfExists(lines.file());
  }

  private void copy(OutputStream to) throws IOException {
    InputStream content = new BufferedInputStream(lines.content());
    for (int k = 0; k < texts; k++) {
      PartSeals.unseal(content, to);
    }
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
