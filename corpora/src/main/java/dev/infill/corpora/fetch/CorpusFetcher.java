package dev.infill.corpora.fetch;

import dev.infill.core.Checksum;
import dev.infill.core.FailureReason;
import dev.infill.core.InvalidInputException;
import dev.infill.core.TransferListener;
import dev.infill.core.TransferListener.Stage;
import dev.infill.core.download.Download;
import dev.infill.core.download.HttpConnection;
import dev.infill.core.download.HttpStatusException;
import dev.infill.core.download.PartialFile;
import dev.infill.core.download.RemoteFile;
import dev.infill.core.download.RetryPolicy;
import dev.infill.core.download.TransientHttpException;
import dev.infill.core.download.WrongContentException;
import dev.infill.corpora.file.AtomicFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * Fetches a corpus: its archive into {@code OUT.part}, where a later fetch goes on if this one
 * breaks off; then, if the archive's SHA-256 is the published one, the text of the part out of it.
 * Immutable and thread-safe; two fetches of one file exclude each other.
 */
public final class CorpusFetcher {
  private static final RetryPolicy POLICY =
      new RetryPolicy(1, Duration.ofSeconds(60), Duration.ZERO, System::nanoTime);
  private static final int BUFFER_BYTES = 1 << 16;
  private static final int NOT_FOUND = 404;
  private static final int GONE = 410;

  private final RetryPolicy policy;

  /** Creates a fetcher that waits a minute for a server to send something. */
  public CorpusFetcher() {
    this(POLICY);
  }

  CorpusFetcher(RetryPolicy policy) {
    this.policy = policy;
  }

  /**
   * Fetches a corpus.
   *
   * @param request what, from where and to where
   * @param listener notified of progress
   * @param cancelled asked every so often whether to stop
   * @return what was fetched; empty if it was stopped, to be resumed by the next call
   * @throws InvalidInputException if the file must not be written, or the archive that the user
   *     gave is not the published one
   * @throws FetchException if the network or the server fails, or what it sends is not the
   *     published archive
   * @throws IOException if files cannot be read or written
   */
  public Optional<FetchedCorpus> fetch(
      FetchRequest request, TransferListener listener, BooleanSupplier cancelled)
      throws IOException {
    AtomicFile.check(request.out(), request.overwrite());
    AtomicFile.checkFolder(request.out());
    TransferListener checked = cancelling(listener, cancelled);
    try {
      return Optional.of(
          request.archive().isPresent()
              ? unpackGiven(request, request.archive().get(), checked)
              : fetchAndUnpack(request, checked, cancelled));
    } catch (CancellationException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FetchException("interrupted while fetching " + request.address(), e);
    } catch (UncheckedIOException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /** Returns a listener that ends the work when it is cancelled. */
  private static TransferListener cancelling(TransferListener listener, BooleanSupplier cancelled) {
    return new TransferListener() {
      @Override
      public void progress(Stage stage, long done, long total) {
        listener.progress(stage, done, total);
        if (cancelled.getAsBoolean()) {
          throw new CancellationException();
        }
      }

      @Override
      public void notice(String message) {
        listener.notice(message);
      }
    };
  }

  private FetchedCorpus fetchAndUnpack(
      FetchRequest request, TransferListener listener, BooleanSupplier cancelled)
      throws IOException, InterruptedException {
    Path path = request.out().resolveSibling(request.out().getFileName() + ".part");
    try (PartialFile part =
        PartialFile.ofVersion(path)
            .orElseThrow(
                () ->
                    new FetchException(
                        "another fetch is writing " + path + "; wait for it to end", null))) {
      download(
          request,
          part,
          new Download(
              new HttpConnection(request.address(), Optional.empty(), Map.of(), policy, cancelled),
              listener));
      FetchedCorpus fetched = unpack(request, path, listener);
      part.delete();
      return fetched;
    }
  }

  private static void download(FetchRequest request, PartialFile part, Download download)
      throws FetchException, InterruptedException {
    PublicCorpus corpus = request.corpus();
    URI address = request.address();
    String byHand =
        "get %s of %s elsewhere and give that file by --from %s"
            .formatted(corpus.archiveName(), corpus.address(), corpus.archiveName());
    try {
      download.into(
          new RemoteFile(corpus.archiveName(), address, corpus.sha256(), corpus.size()), part);
    } catch (HttpStatusException e) {
      int status = e.answer().status();
      throw new FetchException(
          status == NOT_FOUND || status == GONE
              ? "there is nothing at %s any more (HTTP %d); %s".formatted(address, status, byHand)
              : "the server of %s does not give it (HTTP %d); %s"
                  .formatted(address, status, byHand),
          e);
    } catch (TransientHttpException e) {
      throw new FetchException(
          e.status() > 0
              ? "the server of %s is in trouble (HTTP %d); try again later%s"
                  .formatted(
                      address,
                      e.status(),
                      part.size() > 0
                          ? ", the %,d bytes there are kept".formatted(part.size())
                          : "")
              : "%s broke off after %,d of %,d bytes (%s); the same command goes on from there"
                  .formatted(address, part.size(), corpus.size(), e.getMessage()),
          e);
    } catch (ConnectException e) {
      throw new FetchException(
          "%s: is there a network? Else %s".formatted(e.getMessage(), byHand), e);
    } catch (WrongContentException e) {
      throw new FetchException(
          "what is at %s is not %s: %s; %s"
              .formatted(address, corpus.archiveName(), e.getMessage(), byHand),
          e);
    } catch (IOException e) {
      throw new FetchException(e.getMessage() + "; " + byHand, e);
    }
  }

  private static FetchedCorpus unpackGiven(
      FetchRequest request, Path archive, TransferListener listener) throws IOException {
    if (!Files.isRegularFile(archive)) {
      throw new InvalidInputException("from", "there is no file " + archive);
    }
    String sha256;
    try (SeekableByteChannel content = Files.newByteChannel(archive)) {
      long size = content.size();
      sha256 =
          Checksum.SHA256.of(content, size, done -> listener.progress(Stage.CHECKING, done, size));
    } catch (IOException e) {
      throw new IOException("cannot read " + archive + ": " + FailureReason.of(e), e);
    }
    if (!sha256.equals(request.corpus().sha256())) {
      throw new InvalidInputException(
          "from",
          "%s is not %s: its SHA-256 is %s and not %s"
              .formatted(
                  archive, request.corpus().archiveName(), sha256, request.corpus().sha256()));
    }
    return unpack(request, archive, listener);
  }

  private static FetchedCorpus unpack(FetchRequest request, Path archive, TransferListener listener)
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
          out.stream().write(buffer, 0, read);
          done += read;
          listener.progress(Stage.UNPACKING, done, entry.getSize());
        }
      }
      out.commit();
      return new FetchedCorpus(request.corpus(), request.part(), request.out(), done);
    } catch (ZipException e) {
      throw new FetchException("%s cannot be unpacked: %s".formatted(archive, e.getMessage()), e);
    }
  }
}
