package dev.infill.evaluation.lab.data;

import dev.infill.core.FailureReason;
import dev.infill.core.InvalidInputException;
import dev.infill.core.RegularFile;
import dev.infill.core.energy.State;
import dev.infill.evaluation.chart.ImageRow;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * Images of zeros and ones, all of one size. Immutable.
 *
 * <p>They are read from files in the form of MNIST (IDX: the number 0x803, how many images, rows
 * and columns as 32-bit big-endian integers, then a byte for each pixel), plain or compressed by
 * gzip. A pixel is 1 where its byte is 128 or more, as the papers' code has it.
 */
public final class BinaryImages {
  private static final int MAGIC = 0x803;
  private static final int GZIP = 0x1f8b;
  private static final int HALF = 128;

  /** Pixels that are never on still have odds, as in the papers' code. */
  private static final double LEAST_SHARE = 0.01;

  private static final int MOST_PIXELS = 4_096;
  private static final long MOST_BYTES = 100_000_000;

  private final byte[] bytes;
  private final int pixels;
  private final int columns;

  private BinaryImages(byte[] bytes, int pixels, int columns) {
    this.bytes = bytes;
    this.pixels = pixels;
    this.columns = columns;
  }

  /**
   * Reads a file.
   *
   * @param file of up to 100 MB unpacked, its images of 1 to 4,096 pixels
   * @throws InvalidInputException for field {@code data} if it is no such file
   */
  public static BinaryImages read(Path file) {
    Optional<String> fault = RegularFile.fault(file);
    if (fault.isPresent()) {
      throw new InvalidInputException("data", file + " " + fault.get());
    }
    try (InputStream stream = new BufferedInputStream(Files.newInputStream(file))) {
      stream.mark(2);
      boolean packed = (stream.read() << Byte.SIZE | stream.read()) == GZIP;
      stream.reset();
      return read(file, new DataInputStream(packed ? new GZIPInputStream(stream) : stream));
    } catch (NoSuchFileException e) {
      throw new InvalidInputException("data", "there is no file " + file, e);
    } catch (EOFException e) {
      throw new InvalidInputException("data", file + " ends early", e);
    } catch (ZipException e) {
      throw new InvalidInputException("data", file + " is damaged: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new InvalidInputException("data", file + " cannot be read: " + FailureReason.of(e), e);
    }
  }

  private static BinaryImages read(Path file, DataInputStream data) throws IOException {
    if (data.readInt() != MAGIC) {
      throw new InvalidInputException(
          "data", file + " holds no images in the form of MNIST (train-images-idx3-ubyte, or .gz)");
    }
    long count = data.readInt();
    long rows = data.readInt();
    long columns = data.readInt();
    boolean possible = count > 0 && rows > 0 && columns > 0;
    // Each factor is checked before it is multiplied by the next.
    if (!possible
        || rows > MOST_PIXELS
        || rows * columns > MOST_PIXELS
        || count * rows * columns > MOST_BYTES) {
      throw new InvalidInputException(
          "data",
          "%s says that it has %d images of %d × %d pixels; 1 to 4,096 pixels are read, 100 MB in all"
              .formatted(file, count, rows, columns));
    }
    byte[] bytes = data.readNBytes((int) (count * rows * columns));
    if (bytes.length < count * rows * columns) {
      throw new EOFException();
    }
    return new BinaryImages(bytes, (int) (rows * columns), (int) columns);
  }

  /** Returns how many pixels an image has. */
  public int pixels() {
    return pixels;
  }

  /** Returns how many pixels a row of an image has. */
  public int columns() {
    return columns;
  }

  /** Returns how many there are. */
  public int size() {
    return bytes.length / pixels;
  }

  /** Returns an image: its pixels row by row. */
  public State get(int index) {
    int begin = index * pixels;
    return State.of(
        IntStream.range(begin, begin + pixels)
            .map(k -> Byte.toUnsignedInt(bytes[k]) >= HALF ? 1 : 0)
            .toArray());
  }

  /** Returns images beside each other. */
  public ImageRow row(String name, List<State> images) {
    return new ImageRow(name, columns, images.stream().map(State::toArray).toList());
  }

  /** Draws images of equal probability, the same one more than once where it comes so. */
  public List<State> draw(int count, RandomGenerator random) {
    return Stream.generate(() -> get(random.nextInt(size()))).limit(count).toList();
  }

  /** Returns the log-odds that each pixel is on, its share between 0.01 and 0.99. */
  public double[] logOdds() {
    double[] shares = new double[pixels];
    for (int k = 0; k < size(); k++) {
      State image = get(k);
      for (int i = 0; i < pixels; i++) {
        shares[i] += (double) image.get(i) / size();
      }
    }
    return Arrays.stream(shares)
        .map(share -> Math.min(Math.max(share, LEAST_SHARE), 1 - LEAST_SHARE))
        .map(share -> Math.log(share / (1 - share)))
        .toArray();
  }

  /**
   * Returns those of some indices.
   *
   * @param indices where they are
   */
  public BinaryImages of(int[] indices) {
    byte[] chosen = new byte[indices.length * pixels];
    for (int k = 0; k < indices.length; k++) {
      System.arraycopy(bytes, indices[k] * pixels, chosen, k * pixels, pixels);
    }
    return new BinaryImages(chosen, pixels, columns);
  }
}
