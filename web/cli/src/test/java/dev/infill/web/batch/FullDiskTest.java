package dev.infill.web.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.infill.core.TransferListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.util.Set;
import org.apache.lucene.tests.mockfile.FilterFileChannel;
import org.apache.lucene.tests.mockfile.FilterFileSystemProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job on a disk without room says so in one line, and leaves nothing half-written. */
class FullDiskTest {
  @TempDir private Path folder;
  @TempDir private Path inputs;
  private BatchFolder job = new BatchFolder(Path.of("none"));

  /** Files can be made, and hold nothing. */
  private static final class FullFileSystem extends FilterFileSystemProvider {
    FullFileSystem() {
      super("full://", FileSystems.getDefault());
    }

    @Override
    public FileChannel newFileChannel(
        Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
        throws IOException {
      return new FilterFileChannel(super.newFileChannel(path, options, attributes)) {
        @Override
        public int write(ByteBuffer bytes) throws IOException {
          throw new IOException("No space left on device");
        }
      };
    }
  }

  @BeforeEach
  void begin() {
    job = new BatchFolder(new FullFileSystem().wrapPath(folder));
  }

  @Test
  void aJobThatCannotBeginSaysWhy() {
    assertThatThrownBy(() -> job.begin("{}"))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessage(folder + ": No space left on device");
    assertThat(folder.toFile().list()).containsExactly(".lock");
  }

  @Test
  void aSummaryThatCannotBeWrittenLeavesNothing() {
    assertThatThrownBy(() -> job.end("{}"))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessage(folder + ": No space left on device");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aPartWithoutAChecksumGetsNoName() throws IOException {
    BatchInput input =
        BatchInput.scan(
            Files.writeString(inputs.resolve("input.jsonl"), "{}"), 1, TransferListener.SILENT);
    BatchPart part = input.parts().get(0);
    try (PartLog log = new BatchFolder(folder).open(part);
        PartInput lines = PartInput.open(input.file(), part)) {
      log.append(lines.next(), "1");
    }
    try (PartLog log = job.open(part);
        PartInput due = PartInput.open(input.file(), part)) {
      assertThat(log.keepSound(due)).isEqualTo(1);
      assertThatThrownBy(log::complete).hasMessage("No space left on device");
    }
    assertThat(folder.toFile().list()).containsExactly(part.fileName() + ".partial");
  }
}
