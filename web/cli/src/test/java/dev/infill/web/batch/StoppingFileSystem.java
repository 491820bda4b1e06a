package dev.infill.web.batch;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.CopyOption;
import java.nio.file.FileSystems;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.util.Set;
import org.apache.lucene.tests.mockfile.FilterFileChannel;
import org.apache.lucene.tests.mockfile.FilterFileSystemProvider;

/**
 * The folders of this machine, as a process sees them that ends at one of its changes: nothing that
 * it does afterwards has any effect.
 */
final class StoppingFileSystem extends FilterFileSystemProvider {
  /** How much of the last change is made. */
  enum Last {
    NOTHING,
    HALF,
    ALL
  }

  private final int end;
  private final Last last;
  private int changes;

  /**
   * Creates the file system.
   *
   * @param end at which change the process ends, from 1
   * @param last how much of that change is made; of one that is no write, half is nothing
   */
  StoppingFileSystem(int end, Last last) {
    super("stopping://", FileSystems.getDefault());
    this.end = end;
    this.last = last;
  }

  /** Returns how many changes were begun. */
  int changes() {
    return changes;
  }

  /** A change of a file or folder. */
  private interface Change<T> {
    T make() throws IOException;
  }

  private <T> T change(Change<T> whole, Change<?> half) throws IOException {
    changes++;
    if (changes < end) {
      return whole.make();
    }
    if (changes == end && last == Last.ALL) {
      whole.make();
    } else if (changes == end && last == Last.HALF) {
      half.make();
    }
    throw new IOException("the process has ended");
  }

  private <T> T change(Change<T> change) throws IOException {
    return change(change, () -> 0);
  }

  @Override
  public FileChannel newFileChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    return new FilterFileChannel(super.newFileChannel(path, options, attributes)) {
      @Override
      public int write(ByteBuffer bytes) throws IOException {
        ByteBuffer half = bytes.slice(bytes.position(), bytes.remaining() / 2);
        return change(() -> super.write(bytes), () -> super.write(half));
      }

      @Override
      public FileChannel truncate(long size) throws IOException {
        return change(() -> super.truncate(size));
      }

      @Override
      public void force(boolean metaData) throws IOException {
        change(
            () -> {
              super.force(metaData);
              return 0;
            });
      }
    };
  }

  @Override
  public void move(Path source, Path target, CopyOption... options) throws IOException {
    change(
        () -> {
          super.move(source, target, options);
          return 0;
        });
  }

  @Override
  public void delete(Path path) throws IOException {
    change(
        () -> {
          super.delete(path);
          return 0;
        });
  }

  @Override
  public boolean deleteIfExists(Path path) throws IOException {
    return change(() -> super.deleteIfExists(path));
  }

  @Override
  public void createDirectory(Path folder, FileAttribute<?>... attributes) throws IOException {
    change(
        () -> {
          super.createDirectory(folder, attributes);
          return 0;
        });
  }
}
