package dev.infill.bert.hub;

import dev.infill.bert.download.Download;
import dev.infill.bert.download.HttpConnection;
import dev.infill.bert.download.RemoteFile;
import dev.infill.bert.download.RetryPolicy;
import dev.infill.core.DurableFolders;
import dev.infill.core.FailureReason;
import dev.infill.core.InvalidInputException;
import dev.infill.core.TransferListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The Maven repository that the default model is downloaded from: Maven Central, or the mirror that
 * the environment variable {@value #VARIABLE} names. {@code HF_HUB_OFFLINE} and the variables that
 * name proxies count as for {@link ModelHub}.
 *
 * <p>Of several threads and processes that want a file, one downloads it, and the others wait.
 * Immutable and thread-safe.
 */
public final class MavenRepository {
  private static final String VARIABLE = "INFILL_MAVEN_REPOSITORY";
  private static final String CENTRAL = "https://repo.maven.apache.org/maven2";

  private final HubEnvironment environment;
  private final RetryPolicy policy;

  /**
   * Creates the repository that an environment describes. Nothing is read or sent yet.
   *
   * @param environment the environment variables
   * @param home the user's home folder
   */
  public MavenRepository(Map<String, String> environment, Path home) {
    this(new HubEnvironment(environment, home), ModelHub.RETRIES);
  }

  MavenRepository(HubEnvironment environment, RetryPolicy policy) {
    this.environment = environment;
    this.policy = policy;
  }

  /** Returns the repository of this process's environment. */
  public static MavenRepository ofProcess() {
    return new MavenRepository(System.getenv(), Path.of(System.getProperty("user.home")));
  }

  /**
   * Downloads a file of the repository to the same path of a folder, and checks it, unless it is
   * there.
   *
   * @param file its name for users, its path in the repository, its SHA-256 and its size
   * @param folder the folder, which is made if it is not there
   * @param listener notified of progress, and of notices
   * @throws InvalidInputException for field {@code model} if the variables name no repository, or
   *     forbid to download
   * @throws HubException if the repository cannot be reached or has no such file, the disk is full,
   *     or the thread is interrupted; the next call continues the download
   */
  public void fetch(RemoteFile file, Path folder, TransferListener listener) {
    Path whole = folder.resolve(file.address().toString());
    String otherwise =
        "%s can name a mirror of Maven Central, or put the file itself at %s"
            .formatted(VARIABLE, whole);
    if (environment.isOffline()) {
      throw new InvalidInputException(
          "model",
          "%s is not there, and HF_HUB_OFFLINE forbids to download it: unset it; %s"
              .formatted(file.name(), otherwise));
    }
    URI repository = environment.address(VARIABLE, CENTRAL, "a Maven repository");
    RemoteFile remote =
        new RemoteFile(
            file.name(), URI.create(repository + "/" + file.address()), file.tag(), file.size());
    if (!Files.exists(whole)) {
      listener.notice(
          "downloading %s once, %,d MB, from %s"
              .formatted(file.name(), Math.round(file.size() / 1e6), repository.getHost()));
    }
    try {
      DurableFolders.create(whole.resolveSibling(""));
      HttpConnection connection =
          new HttpConnection(repository, Optional.empty(), environment.variables(), policy);
      new Download(connection, listener)
          .to(remote, whole, whole.resolveSibling(whole.getFileName() + ".lock"));
    } catch (InterruptedException e) {
      throw HubException.interrupted(e);
    } catch (UncheckedIOException e) {
      throw new HubException(e.getMessage() + "; INFILL_CACHE can name another folder", e);
    } catch (IOException e) {
      throw new HubException(
          "cannot download %s: %s; %s".formatted(file.name(), FailureReason.of(e), otherwise), e);
    }
  }
}
