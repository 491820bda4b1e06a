package dev.infill.evaluation.lab.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.infill.core.InvalidInputException;
import dev.infill.core.energy.State;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BinaryImagesTest {
  @TempDir private Path folder;

  /** Two images of 1 × 3. */
  private static byte[] file() {
    return ByteBuffer.allocate(22)
        .putInt(0x803)
        .putInt(2)
        .putInt(1)
        .putInt(3)
        .put(new byte[] {0, 127, (byte) 128, (byte) 255, 1, 0})
        .array();
  }

  private static byte[] packed(byte[] bytes) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream stream = new GZIPOutputStream(packed)) {
      stream.write(bytes);
    }
    return packed.toByteArray();
  }

  private BinaryImages read(byte[] bytes) throws IOException {
    return BinaryImages.read(Files.write(folder.resolve("data"), bytes));
  }

  @Test
  void pixelsOfHalfAndMoreAreOn() throws IOException {
    for (byte[] bytes : new byte[][] {file(), packed(file())}) {
      BinaryImages images = read(bytes);
      assertThat(images.size()).isEqualTo(2);
      assertThat(images.pixels()).isEqualTo(3);
      assertThat(images.get(0)).isEqualTo(State.of(0, 0, 1));
      assertThat(images.get(1)).isEqualTo(State.of(1, 0, 0));
      assertThat(images.of(new int[] {1, 1, 0}).get(2)).isEqualTo(images.get(0));
      assertThat(images.draw(50, new SplittableRandom(1)))
          .hasSize(50)
          .containsOnly(images.get(0), images.get(1));
    }
  }

  @Test
  void mistakesGetALine() throws IOException {
    assertRefused("holds no images", "no images at all".getBytes(StandardCharsets.US_ASCII));
    assertRefused("ends early", new byte[0]);
    assertRefused("ends early", Arrays.copyOf(file(), 10));
    assertRefused("ends early", Arrays.copyOf(file(), 21));
    assertRefused("ends early", Arrays.copyOf(packed(file()), 25));
    byte[] damaged = packed(file());
    damaged[12] ^= 0x55;
    assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> read(damaged));
    for (int[] sizes :
        new int[][] {
          {0, 1, 3}, {-1, 1, 3}, {2, 0, 3}, {1, 65, 64}, {1, 1 << 30, 1 << 30}, {1 << 30, 64, 64}
        }) {
      ByteBuffer file = ByteBuffer.wrap(file());
      file.putInt(4, sizes[0]).putInt(8, sizes[1]).putInt(12, sizes[2]);
      assertRefused("says that it has %d images".formatted(sizes[0]), file.array());
    }
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(() -> BinaryImages.read(folder.resolve("none")))
        .withMessageContaining("there is no file");
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(() -> BinaryImages.read(folder))
        .withMessageContaining("is a folder, where a file is to be read");
  }

  private void assertRefused(String message, byte[] bytes) {
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(() -> read(bytes))
        .withMessageContaining(message)
        .withMessageContaining(folder.resolve("data").toString());
  }
}
