package dev.infill.corpora.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.infill.core.InvalidInputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFileTest {
  @TempDir private Path folder;

  @Test
  void appearsWhenItIsCommitted() throws IOException {
    Path target = folder.resolve("a.txt");
    try (AtomicFile file = AtomicFile.create(target)) {
      file.stream().write("text".getBytes(StandardCharsets.UTF_8));
      assertThat(target).doesNotExist();
      file.commit();
      assertThat(target).hasContent("text");
    }
    assertThat(folder.toFile().list()).containsExactly("a.txt");
  }

  @Test
  void leavesNothingAndTheOldFileOtherwise() throws IOException {
    Path target = Files.writeString(folder.resolve("a.txt"), "old");
    try (AtomicFile file = AtomicFile.create(target)) {
      file.stream().write(new byte[100_000]);
    }
    assertThat(target).hasContent("old");
    assertThat(folder.toFile().list()).containsExactly("a.txt");
  }

  @Test
  void whatIsWrittenNowIsNotWhatAKilledProcessLeft() throws IOException {
    Path left = Files.createFile(folder.resolve(".a.txt.01234567-89ab-cdef-0123-456789abcdef.tmp"));
    Path target = folder.resolve("a.txt");
    try (AtomicFile file = AtomicFile.create(target)) {
      AtomicFile.deleteUnfinished(folder);
      assertThat(left).doesNotExist();
      file.stream().write("text".getBytes(StandardCharsets.UTF_8));
      AtomicFile.deleteUnfinished(folder);
      file.commit();
    }
    assertThat(target).hasContent("text");
    assertThat(folder.toFile().list()).containsExactly("a.txt");
  }

  @Test
  void saysWhatIsInTheWay() throws IOException {
    Path target = Files.writeString(folder.resolve("a.txt"), "old");
    AtomicFile.check(folder.resolve("b.txt"), false);
    AtomicFile.check(target, true);
    assertThatThrownBy(() -> AtomicFile.check(target, false))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("is there already");
    assertThatThrownBy(() -> AtomicFile.check(folder, true))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageEndingWith("is there and is not a file");
  }

  @Test
  void saysWhyItCannotBeWritten() {
    Path target = folder.resolve("no/a.txt");
    assertThatThrownBy(() -> AtomicFile.create(target))
        .isInstanceOf(IOException.class)
        .hasMessage("cannot write " + target + ": there is no such file or folder");
  }
}
