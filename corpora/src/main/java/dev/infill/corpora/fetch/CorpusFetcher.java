package dev.infill.corpora.fetch;

import dev.infill.core.FailureReason;
import dev.infill.core.InvalidInputException;
import dev.infill.corpora.file.AtomicFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * Fetches a corpus: its archive into {@code OUT.part}, where a later fetch goes on if this one
 * breaks off; then, if the archive's SHA-256 is the published one, the text of the part out of it.
 * Immutable and thread-safe; two fetches of one file exclude each other.
 */
public final class CorpusFetcher {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int BUFFER_BYTES = 1 << 16;

  private final Duration patience;
  private final LongSupplier nanoTime;

  /** Creates a fetcher that waits a minute for a server to send something. */
  public CorpusFetcher() {
    this(PATIENCE, System::nanoTime);
  }

  /**
   * Creates a fetcher.
   *
   * @param patience how long to wait for a server to send something
   * @param nanoTime the clock that a silence is measured by, in nanoseconds from some moment
   */
  CorpusFetcher(Duration patience, LongSupplier nanoTime) {
    this.patience = patience;
    this.nanoTime = nanoTime;
  }

  /**
   * Fetches a corpus.
   *
   * @param request what, from where and to where
   * @param listener told how it goes on
   * @param cancelled asked now and then, by any thread, whether to stop
   * @return what was fetched; empty if it was stopped , to be resumed by the next call
   * @throws InvalidInputException if the file must not be written, or the archive that the user
   *     gave is not the published one
   * @throws FetchException if the network or the server fails, or what it sends is not the
   *     published archive
   * @throws IOException if files cannot be read or written
   */
  public Optional<FetchedCorpus> fetch(
      FetchRequest request, FetchListener listener, BooleanSupplier cancelled) throws IOException {
    Path out = request.out();
    AtomicFile.check(out, request.overwrite());
    AtomicFile.checkFolder(out);
    if (request.archive().isPresent()) {
      return unpackGiven(request, request.archive().get(), listener, cancelled);
    }
    try (PartFile part = PartFile.open(out)) {
      boolean whole =
          new Download(request.corpus(), request.address(), patience, listener, cancelled, nanoTime)
              .into(part);
      if (!whole) {
        return Optional.empty();
      }
      Optional<String> sha256 = sha256(part.path(), listener, cancelled);
      if (sha256.isPresent() && !sha256.get().equals(request.corpus().sha256())) {
        part.delete();
        throw new FetchException(
            "%s sent something else than %s: its SHA-256 is %s and not %s; nothing of it was kept"
                .formatted(
                    request.address(),
                    request.corpus().archiveName(),
                    sha256.get(),
                    request.corpus().sha256()),
            null);
      }
      Optional<FetchedCorpus> fetched =
          sha256.isPresent() ? unpack(request, part.path(), listener, cancelled) : Optional.empty();
      if (fetched.isPresent()) {
        part.delete();
      }
      return fetched;
    }
  }

  private static Optional<FetchedCorpus> unpackGiven(
      FetchRequest request, Path archive, FetchListener listener, BooleanSupplier cancelled)
      throws IOException {
    if (!Files.isRegularFile(archive)) {
      throw new InvalidInputException("from", "there is no file " + archive);
    }
    Optional<String> sha256 = sha256(archive, listener, cancelled);
    if (sha256.isEmpty()) {
      return Optional.empty();
    }
    if (!sha256.get().equals(request.corpus().sha256())) {
      throw new InvalidInputException(
          "from",
          "%s is not %s: its SHA-256 is %s and not %s"
              .formatted(
                  archive,
                  request.corpus().archiveName(),
                  sha256.get(),
                  request.corpus().sha256()));
    }
    return unpack(request, archive, listener, cancelled);
  }

  private static Optional<String> sha256(
      Path file, FetchListener listener, BooleanSupplier cancelled) throws IOException {
    MessageDigest digest;
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
    long total = Files.size(file);
    long done = 0;
    byte[] buffer = new byte[BUFFER_BYTES];
    try (InputStream content = Files.newInputStream(file)) {
      for (int read = content.read(buffer); read >= 0; read = content.read(buffer)) {
        if (cancelled.getAsBoolean()) {
          return Optional.empty();
        }
        digest.update(buffer, 0, read);
        done += read;
        listener.progress(FetchListener.Stage.CHECKING, done, total);
      }
    } catch (IOException e) {
      throw new IOException("cannot read " + file + ": " + FailureReason.of(e), e);
    }
    return Optional.of(HexFormat.of().formatHex(digest.digest()));
  }

  private static Optional<FetchedCorpus> unpack(
      FetchRequest request, Path archive, FetchListener listener, BooleanSupplier cancelled)
      throws IOException {
    String name = String.valueOf(request.corpus().parts().get(request.part()));
    try (ZipFile zip = new ZipFile(archive.toFile());
        AtomicFile out = AtomicFile.create(request.out())) {
      ZipEntry entry = zip.getEntry(name);
      if (entry == null) {
        throw new ZipException("there is no " + name + " in it");
      }
      long done = 0;
      byte[] buffer = new byte[BUFFER_BYTES];
      try (InputStream content = zip.getInputStream(entry)) {
        for (int read = content.read(buffer); read >= 0; read = content.read(buffer)) {
          if (cancelled.getAsBoolean()) {
            return Optional.empty();
          }
          out.stream().write(buffer, 0, read);
          done += read;
          listener.progress(FetchListener.Stage.UNPACKING, done, entry.getSize());
        }
      }
      out.commit();
      return Optional.of(new FetchedCorpus(request.corpus(), request.part(), request.out(), done));
    } catch (ZipException e) {
      throw new FetchException("%s cannot be unpacked: %s".formatted(archive, e.getMessage()), e);
    }
  }
}
