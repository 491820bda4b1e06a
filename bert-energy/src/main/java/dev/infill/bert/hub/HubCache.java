package dev.infill.bert.hub;

import dev.infill.bert.download.Download;
import dev.infill.bert.download.RemoteFile;
import dev.infill.core.DurableFolders;
import dev.infill.core.FailureReason;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * The folder of one model, in the form of Python's {@code huggingface_hub}: contents in {@code
 * blobs/TAG}, the files of each commit in {@code snapshots/COMMIT/NAME} as links to them, and in
 * {@code refs/REVISION} the commit that a branch or tag was last seen at
 * (huggingface.co/docs/huggingface_hub/guides/manage-cache). Failures of the disk are thrown as
 * {@link HubException}s.
 */
final class HubCache {
  private final Path root;
  private final String name;
  private final Path folder;
  private final SymbolicLinks links;

  /**
   * Makes symbolic links. Not every file system has them, nor may every user of Windows make them.
   */
  @FunctionalInterface
  interface SymbolicLinks {
    /**
     * Makes a link to a target, given relative to the link.
     *
     * @throws UnsupportedOperationException if the file system has none
     */
    void create(Path link, Path target) throws IOException;
  }

  HubCache(Path root, HubReference reference, SymbolicLinks links) {
    this.root = root.toAbsolutePath();
    this.name = "models--" + reference.repository().replace("/", "--");
    this.folder = this.root.resolve(name);
    this.links = links;
  }

  Path root() {
    return root;
  }

  /** Returns the folder of a commit's files, which need not be there. */
  Path snapshot(String commit) {
    return folder.resolve("snapshots").resolve(commit);
  }

  /** Says whether a file of a commit is there, whole. */
  boolean has(String commit, String file) {
    return Files.isRegularFile(snapshot(commit).resolve(file));
  }

  /** Returns the commit that a revision was last seen at. */
  Optional<String> commit(String revision) {
    if (HubReference.isCommit(revision)) {
      return Optional.of(revision);
    }
    Path reference = reference(revision);
    if (!Files.isRegularFile(reference)) {
      return Optional.empty();
    }
    return used(
        () -> Optional.of(Files.readString(reference).strip()).filter(HubReference::isCommit));
  }

  /** Notes the commit that a revision is at. */
  void remember(String revision, String commit) {
    if (HubReference.isCommit(revision) || commit(revision).equals(Optional.of(commit))) {
      return;
    }
    used(
        () -> {
          Path reference = reference(revision);
          Files.createDirectories(reference.getParent());
          // In the folder of references it would be taken for one.
          Path next = temporary();
          Files.writeString(next, commit, StandardOpenOption.CREATE_NEW, StandardOpenOption.SYNC);
          DurableFolders.rename(next, reference);
          return reference;
        });
  }

  private Path reference(String revision) {
    return folder.resolve("refs").resolve(revision);
  }

  private Path temporary() {
    return folder.resolve("tmp_" + UUID.randomUUID());
  }

  /** Returns where a content is kept. */
  Path blob(RemoteFile file) {
    return folder.resolve("blobs").resolve(file.tag());
  }

  /** Returns how many bytes of a content are there. */
  long there(RemoteFile file) {
    Path begun = Download.begun(blob(file));
    return used(() -> Files.isRegularFile(begun) ? Files.size(begun) : 0);
  }

  /** Returns how many bytes of a content are to be downloaded. */
  long missing(RemoteFile file) {
    Path blob = blob(file);
    return used(() -> Files.isRegularFile(blob) && Files.size(blob) == file.size())
        ? 0
        : Math.max(0, file.size() - there(file));
  }

  /** Makes the folder of contents, and refuses a download that it has no room for. */
  void makeRoom(long bytes) {
    Path blobs = used(() -> Files.createDirectories(folder.resolve("blobs")));
    long free = used(() -> Files.getFileStore(blobs).getUsableSpace());
    if (free < bytes) {
      throw new HubException(
          "the download takes %,d MB, and %s has %,d MB left; HF_HOME can name another folder"
              .formatted(megabytes(bytes), root, megabytes(free)),
          null);
    }
  }

  private static long megabytes(long bytes) {
    return Math.round(bytes / 1e6);
  }

  /** Puts a content into the folder of a commit. */
  void link(String commit, RemoteFile file) {
    try {
      Path link = snapshot(commit).resolve(file.name());
      Path parent = Files.createDirectories(Objects.requireNonNull(link.getParent()));
      if (Files.isRegularFile(link)) {
        return;
      }
      // A link that leads nowhere may be in the way.
      Files.deleteIfExists(link);
      try {
        links.create(link, parent.relativize(blob(file)));
      } catch (FileAlreadyExistsException e) {
        // Another process was faster, with the same link.
      } catch (UnsupportedOperationException | FileSystemException e) {
        copy(blob(file), link);
      }
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  /** Gives a content a second name, which takes no room; or copies it, where none can be given. */
  private void copy(Path blob, Path file) throws IOException {
    try {
      Files.createLink(file, blob);
    } catch (FileAlreadyExistsException e) {
      // Another process was faster.
    } catch (UnsupportedOperationException | FileSystemException e) {
      Path copy = temporary();
      try {
        Files.copy(blob, copy);
        DurableFolders.rename(copy, file);
      } finally {
        Files.deleteIfExists(copy);
      }
    }
  }

  /**
   * Returns the file that is locked while a content is downloaded. Python's library locks the same
   * file, on Unix by another system call, which does not exclude this one.
   */
  Path lock(RemoteFile file) {
    return used(() -> Files.createDirectories(root.resolve(".locks").resolve(name)))
        .resolve(file.tag() + ".lock");
  }

  @FunctionalInterface
  private interface Use<T> {
    T make() throws IOException;
  }

  private <T> T used(Use<T> use) {
    try {
      return use.make();
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  private HubException unusable(IOException failure) {
    String file =
        failure instanceof FileSystemException named && named.getFile() != null
            ? named.getFile() + ": "
            : "";
    return new HubException(
        "cannot use the folder of downloaded models %s: %s%s; HF_HOME can name another"
            .formatted(root, file, FailureReason.of(failure)),
        failure);
  }
}
