package dev.infill.bert.hub;

import dev.infill.bert.download.RemoteFile;
import dev.infill.bert.download.RetryPolicy;
import dev.infill.core.InvalidInputException;
import dev.infill.core.TransferListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The Hugging Face hub, and the models that were downloaded from it. They are kept where Python's
 * {@code huggingface_hub} keeps them, so each finds what the other has downloaded.
 *
 * <p>It reads these environment variables, as Python's library does: {@code HF_HOME}, {@code
 * HF_HUB_CACHE}, {@code XDG_CACHE_HOME}, {@code HF_TOKEN} (and the file of a login, {@code
 * HF_TOKEN_PATH}), {@code HF_ENDPOINT}, {@code HF_HUB_OFFLINE}, {@code HTTPS_PROXY}, {@code
 * HTTP_PROXY}, {@code ALL_PROXY} and {@code NO_PROXY}. The token is sent to the hub and to no other
 * host.
 *
 * <p>Of several threads and processes that want a model, one downloads it, and the others wait.
 * Immutable and thread-safe.
 */
public final class ModelHub {
  static final RetryPolicy RETRIES =
      new RetryPolicy(5, Duration.ofSeconds(15), Duration.ofSeconds(1), System::nanoTime);

  /** Describes a model before its weights are downloaded. */
  @FunctionalInterface
  public interface Preview {
    /**
     * Describes a model.
     *
     * @param folder has its {@code config.json} and tokenizer, and no weights yet
     * @param export whether the weights will be an export to ONNX
     * @return its kind and size in a few words
     * @throws InvalidInputException for field {@code model} if it cannot be read
     */
    String of(Path folder, boolean export);
  }

  private final HubEnvironment environment;
  private final RetryPolicy policy;
  private final HubCache.SymbolicLinks links;

  /**
   * Creates the hub that an environment describes. Nothing is read or sent yet.
   *
   * @param environment the environment variables
   * @param home the user's home folder
   */
  public ModelHub(Map<String, String> environment, Path home) {
    this(
        new HubEnvironment(environment, home),
        RETRIES,
        (link, target) -> Files.createSymbolicLink(link, target));
  }

  ModelHub(HubEnvironment environment, RetryPolicy policy, HubCache.SymbolicLinks links) {
    this.environment = environment;
    this.policy = policy;
    this.links = links;
  }

  /** Returns the hub of this process's environment. */
  public static ModelHub ofProcess() {
    return new ModelHub(System.getenv(), Path.of(System.getProperty("user.home")));
  }

  /**
   * Returns the folder of a model, with {@code config.json}, a vocabulary or tokenizer, and weights
   * as safetensors or, if there are none, an export to ONNX. Files that are missing are downloaded
   * and checked. Before weights are downloaded, the listener is told their size.
   *
   * <p>A branch or tag is looked up on the hub each time. If the hub cannot be reached, the model
   * is taken as it was last seen, and the listener is told so. For a commit whose files are there,
   * the hub is not asked.
   *
   * @param reference the model
   * @param preview describes it before its weights are downloaded
   * @param listener notified of progress, and of notices
   * @return an existing folder, whose files must not be written to
   * @throws InvalidInputException for field {@code model} if there is no such model or revision, it
   *     may not be read, files are missing or cannot be read safely, the preview refuses it, or
   *     {@code HF_HUB_OFFLINE} is set and it is not there
   * @throws HubException if the hub cannot be reached, the disk is full, or the thread is
   *     interrupted; the next call continues the download
   */
  public Path fetch(HubReference reference, Preview preview, TransferListener listener) {
    HubCache cache = new HubCache(environment.cache(), reference, links);
    Optional<Path> known =
        cache
            .commit(reference.revision())
            .map(cache::snapshot)
            .filter(snapshot -> ModelFiles.areIn(reference, snapshot));
    if (known.isPresent() && (reference.isPinned() || environment.isOffline())) {
      return known.get();
    }
    if (environment.isOffline()) {
      throw new InvalidInputException(
          "model",
          "%s is not, or not wholly, in %s, and HF_HUB_OFFLINE forbids to download it: unset it, or give a model that is there"
              .formatted(reference, cache.root()));
    }
    HubClient client = new HubClient(reference, environment, policy);
    try {
      HubClient.Listing listing;
      try {
        listing = client.listing(known.isPresent() ? 1 : policy.attempts());
      } catch (IOException e) {
        if (known.isPresent()) {
          listener.notice(
              "%s; taking %s as it was last downloaded".formatted(e.getMessage(), reference));
          return known.get();
        }
        throw e;
      }
      Snapshot snapshot = new Snapshot(listing.commit(), client, cache, listener);
      snapshot.fetch(reference, ModelFiles.of(reference, listing.files()), preview);
      // Only now, as the files that it leads to are whole.
      cache.remember(reference.revision(), listing.commit());
      return snapshot.folder();
    } catch (IOException e) {
      throw new HubException("cannot download %s: %s".formatted(reference, e.getMessage()), e);
    } catch (UncheckedIOException e) {
      throw new HubException(
          e.getMessage() + "; HF_HOME can name another folder for downloaded models", e);
    } catch (InterruptedException e) {
      throw HubException.interrupted(e);
    }
  }

  /** The files of a commit, downloaded where they are missing. */
  private record Snapshot(
      String commit, HubClient client, HubCache cache, TransferListener listener) {
    Path folder() {
      return cache.snapshot(commit);
    }

    void fetch(HubReference reference, ModelFiles files, Preview preview)
        throws IOException, InterruptedException {
      fetch(missing(files.descriptions()));
      List<String> weights = files.weights();
      if (files.isSharded()) {
        fetch(missing(weights));
        weights = ModelFiles.shards(reference, folder());
      }
      List<RemoteFile> missing = missing(weights);
      if (!missing.isEmpty()) {
        listener.notice(
            "%s is %s; its weights are %,d MB"
                .formatted(
                    reference,
                    preview.of(folder(), files.isExport()),
                    Math.round(size(missing) / 1e6)));
      }
      fetch(missing);
    }

    private List<RemoteFile> missing(List<String> names) throws IOException, InterruptedException {
      List<RemoteFile> files = new ArrayList<>();
      for (String name : names) {
        if (!cache.has(commit, name)) {
          files.add(client.file(commit, name));
        }
      }
      return files;
    }

    private void fetch(List<RemoteFile> files) throws IOException, InterruptedException {
      if (files.isEmpty()) {
        return;
      }
      cache.makeRoom(files.stream().mapToLong(cache::missing).sum());
      long total = size(files);
      long done = 0;
      for (RemoteFile file : files) {
        client.download(file, cache, of(listener, done, total));
        cache.link(commit, file);
        done += file.size();
        listener.progress(TransferListener.Stage.DOWNLOADING, done, total);
      }
    }

    private static long size(List<RemoteFile> files) {
      return files.stream().mapToLong(RemoteFile::size).sum();
    }
  }

  /** Returns the listener of a file among several. */
  private static TransferListener of(TransferListener listener, long before, long total) {
    return new TransferListener() {
      @Override
      public void progress(Stage stage, long done, long ofFile) {
        boolean downloading = stage == Stage.DOWNLOADING;
        listener.progress(stage, downloading ? before + done : done, downloading ? total : ofFile);
      }

      @Override
      public void notice(String message) {
        listener.notice(message);
      }
    };
  }
}
