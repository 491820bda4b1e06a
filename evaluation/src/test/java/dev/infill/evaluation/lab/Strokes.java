package dev.infill.evaluation.lab;

import dev.infill.core.energy.State;
import dev.infill.evaluation.lab.data.BinaryImages;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * Generated binary images for machines to learn from: two or three straight strokes, two pixels
 * wide, with a little noise.
 *
 * @param side the width and height in pixels, at least 4
 */
record Strokes(int side) {
  private static final double NOISE = 0.01;

  List<State> draw(int count, RandomGenerator random) {
    return Stream.generate(() -> image(random)).limit(count).toList();
  }

  /** Returns images as a file holds them: 255 where a pixel is on. */
  byte[] file(int count, RandomGenerator random) {
    ByteBuffer file = ByteBuffer.allocate(16 + count * side * side);
    file.putInt(0x803).putInt(count).putInt(side).putInt(side);
    for (State image : draw(count, random)) {
      for (int i = 0; i < image.size(); i++) {
        file.put((byte) (image.get(i) * 255));
      }
    }
    return file.array();
  }

  /** Returns images that were read from a file. */
  BinaryImages images(int count, RandomGenerator random) {
    try {
      Path file = Files.createTempFile("strokes", ".idx");
      try {
        return BinaryImages.read(Files.write(file, file(count, random)));
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private State image(RandomGenerator random) {
    int[] pixels = new int[side * side];
    int strokes = 2 + random.nextInt(2);
    for (int k = 0; k < strokes; k++) {
      stroke(
          pixels,
          random.nextInt(side),
          random.nextInt(side),
          random.nextInt(side),
          random.nextInt(side));
    }
    for (int i = 0; i < pixels.length; i++) {
      if (random.nextDouble() < NOISE) {
        pixels[i] = 1 - pixels[i];
      }
    }
    return State.of(pixels);
  }

  private void stroke(int[] pixels, int row, int column, int lastRow, int lastColumn) {
    int steps = Math.max(1, Math.max(Math.abs(lastRow - row), Math.abs(lastColumn - column)));
    for (int k = 0; k <= steps; k++) {
      int y = row + Math.round((float) k * (lastRow - row) / steps);
      int x = column + Math.round((float) k * (lastColumn - column) / steps);
      pixels[y * side + x] = 1;
      pixels[y * side + Math.min(side - 1, x + 1)] = 1;
    }
  }
}
