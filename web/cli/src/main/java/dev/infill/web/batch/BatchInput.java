package dev.infill.web.batch;

import dev.infill.core.Checksum;
import dev.infill.core.FailureReason;
import dev.infill.core.InvalidInputException;
import dev.infill.core.JsonReason;
import dev.infill.core.TextEncoding;
import dev.infill.core.TransferListener;
import dev.infill.corpora.file.RawLine;
import dev.infill.corpora.file.RawLines;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A file of texts, JSON lines, cut into parts. It is read once for that and never held in memory,
 * which has 8 bytes for each text and some more for each part. A part that is read again is
 * compared with what was read here.
 *
 * @param file the file
 * @param sha256 the SHA-256 of its bytes
 * @param bytes its size
 * @param texts how many lines that are not blank it has, at least 1
 * @param parts the parts, in order
 */
public record BatchInput(Path file, String sha256, long bytes, long texts, List<BatchPart> parts) {
  private static final String FIELD = "input";
  private static final long BYTES_BETWEEN_REPORTS = 1 << 22;

  /** Copies the list. */
  public BatchInput {
    parts = List.copyOf(parts);
  }

  /**
   * Reads a file through.
   *
   * @param file the file
   * @param textsPerPart how many texts a part has, the last one aside; at least 1
   * @param progress is given how many bytes have been read
   * @throws InvalidInputException if there is no such file, it holds no text, or an id twice
   * @throws UncheckedIOException if it cannot be read
   */
  public static BatchInput scan(Path file, int textsPerPart, TransferListener progress) {
    check(file, textsPerPart);
    MessageDigest digest = Checksum.SHA256.digest();
    IdHashes ids = new IdHashes();
    List<BatchPart> parts = new ArrayList<>();
    long texts = 0;
    long bytes;
    try (RawLines lines =
        new RawLines(new DigestInputStream(Files.newInputStream(file), digest), 0, 1)) {
      long size = Files.size(file);
      long reported = 0;
      LinesDigest partDigest = new LinesDigest();
      Optional<RawLine> next = lines.next();
      next.ifPresent(first -> requireJsonLines(file, first));
      while (next.isPresent()) {
        RawLine first = next.get();
        int inPart = 0;
        while (next.isPresent() && inPart < textsPerPart) {
          ids.add(BatchLine.of(next.get()).id());
          partDigest.add(next.get());
          inPart++;
          if (lines.offset() - reported >= BYTES_BETWEEN_REPORTS) {
            reported = lines.offset();
            progress.progress(TransferListener.Stage.READING, reported, size);
          }
          next = lines.next();
        }
        parts.add(
            new BatchPart(parts.size(), first.offset(), first.number(), inPart, partDigest.take()));
        texts += inPart;
      }
      bytes = lines.offset();
    } catch (NoSuchFileException e) {
      throw new InvalidInputException(FIELD, "there is no file " + file, e);
    } catch (IOException e) {
      throw failure(file, e);
    }
    if (texts == 0) {
      throw new InvalidInputException(FIELD, file + " holds no text, only blank lines");
    }
    requireDifferent(file, ids);
    return new BatchInput(file, HexFormat.of().formatHex(digest.digest()), bytes, texts, parts);
  }

  private static void check(Path file, int textsPerPart) {
    if (textsPerPart < 1) {
      throw new InvalidInputException(
          "texts-per-part", "texts-per-part must be at least 1, not " + textsPerPart);
    }
    if (Files.isDirectory(file)) {
      throw new InvalidInputException(FIELD, file + " is a folder, not a file of JSON lines");
    }
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new InvalidInputException(
          FIELD,
          file
              + " is no regular file; the input is read more than once, so write it to a file"
              + " first");
    }
  }

  private static void requireJsonLines(Path file, RawLine first) {
    first
        .wideEncoding()
        .ifPresent(
            wide -> {
              throw new InvalidInputException(FIELD, TextEncoding.refusal(file.toString(), wide));
            });
    if (JsonReason.isBeginOfMany(new String(first.bytes(), StandardCharsets.UTF_8))) {
      throw new InvalidInputException(
          FIELD, "%s:%d: %s".formatted(file, first.number(), JsonReason.GOES_ON));
    }
  }

  /** Every id has one result, so no two lines may share one. */
  private static void requireDifferent(Path file, IdHashes ids) {
    OptionalLong repeated = ids.repeated();
    if (repeated.isEmpty()) {
      return;
    }
    Map<String, Long> seen = new HashMap<>();
    try (RawLines lines = new RawLines(Files.newInputStream(file), 0, 1)) {
      Optional<RawLine> next = lines.next();
      while (next.isPresent()) {
        BatchLine line = BatchLine.of(next.get());
        if (ids.of(line.id()) == repeated.getAsLong()) {
          Long before = seen.putIfAbsent(line.id(), line.number());
          if (before != null) {
            throw new InvalidInputException(
                FIELD,
                "%s:%d: the id '%s' is that of line %d as well; every text needs an id of its own"
                    .formatted(file, line.number(), line.id(), before));
          }
        }
        next = lines.next();
      }
    } catch (IOException e) {
      throw failure(file, e);
    }
    throw new InvalidInputException(
        FIELD,
        "%s holds two ids of one hash, %s; change one of them"
            .formatted(file, String.join(" and ", seen.keySet())));
  }

  private static UncheckedIOException failure(Path file, IOException e) {
    return new UncheckedIOException(
        "%s cannot be read: %s".formatted(file, FailureReason.of(e)), e);
  }
}
