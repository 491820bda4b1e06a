package dev.infill.evaluation.lab.data;

import dev.infill.core.FailureReason;
import dev.infill.core.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Rows of numbers, and for each a number to be told from them. Immutable.
 *
 * <p>They are read from text: a row a line, numbers between commas, semicolons or tabs, the last of
 * a line the one to be told. A first line that is no row is a heading.
 */
public final class RegressionTable {
  private static final long MOST_BYTES = 100_000_000;
  private static final String SEPARATOR = "[,;\t]";

  private final double[][] inputs;
  private final double[] targets;

  private RegressionTable(double[][] inputs, double[] targets) {
    this.inputs = inputs;
    this.targets = targets;
  }

  /**
   * Reads a file.
   *
   * @param file of up to 100 MB, at least 10 rows, and 2 numbers in each
   * @throws InvalidInputException for field {@code data} if it is no such file
   */
  public static RegressionTable read(Path file) {
    try {
      if (Files.size(file) > MOST_BYTES) {
        throw new InvalidInputException("data", file + " is larger than 100 MB");
      }
      return of(file, Files.readAllLines(file));
    } catch (NoSuchFileException e) {
      throw new InvalidInputException("data", "there is no file " + file, e);
    } catch (IOException e) {
      throw new InvalidInputException("data", file + " cannot be read: " + FailureReason.of(e), e);
    }
  }

  private static RegressionTable of(Path file, List<String> lines) {
    List<double[]> rows = new ArrayList<>();
    for (int k = 0; k < lines.size(); k++) {
      if (!lines.get(k).isBlank() && !(k == 0 && isHeading(lines.get(k)))) {
        double[] row = row(file, k + 1, lines.get(k));
        int columns = rows.isEmpty() ? row.length : rows.get(0).length;
        if (row.length != columns || columns < 2) {
          throw new InvalidInputException(
              "data",
              "%s, line %d: %d numbers in place of %s"
                  .formatted(file, k + 1, row.length, columns < 2 ? "2 or more" : columns));
        }
        rows.add(row);
      }
    }
    if (rows.size() < 10) {
      throw new InvalidInputException(
          "data", "%s has %d rows; 10 or more are needed".formatted(file, rows.size()));
    }
    return new RegressionTable(
        rows.stream().map(row -> Arrays.copyOf(row, row.length - 1)).toArray(double[][]::new),
        rows.stream().mapToDouble(row -> row[row.length - 1]).toArray());
  }

  /** Whether something in a line is no number. */
  private static boolean isHeading(String line) {
    return Arrays.stream(line.split(SEPARATOR, -1)).anyMatch(cell -> !isNumber(cell));
  }

  private static boolean isNumber(String cell) {
    try {
      return Double.isFinite(Double.parseDouble(cell.strip()));
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private static double[] row(Path file, int number, String line) {
    String[] cells = line.split(SEPARATOR, -1);
    for (String cell : cells) {
      if (!isNumber(cell)) {
        throw new InvalidInputException(
            "data",
            "%s, line %d: %s is no number; write categories as numbers, such as a column of 0 and 1 for each"
                .formatted(file, number, cell.isBlank() ? "an empty cell" : "'" + cell + "'"));
      }
    }
    return Arrays.stream(cells).mapToDouble(cell -> Double.parseDouble(cell.strip())).toArray();
  }

  /** Returns how many rows there are. */
  public int size() {
    return targets.length;
  }

  /** Returns how many numbers a row has, that to be told left out. */
  public int width() {
    return inputs[0].length;
  }

  /** Returns the rows, as they are in memory; not to be changed. */
  public double[][] inputs() {
    return inputs;
  }

  /** Returns what is to be told of each row, as it is in memory; not to be changed. */
  public double[] targets() {
    return targets;
  }

  /**
   * Returns some rows.
   *
   * @param indices where they are
   */
  public RegressionTable of(int[] indices) {
    return new RegressionTable(
        Arrays.stream(indices).mapToObj(k -> inputs[k]).toArray(double[][]::new),
        Arrays.stream(indices).mapToDouble(k -> targets[k]).toArray());
  }

  /**
   * Returns the rows with columns of mean 0 and standard deviation 1 in others, and targets from 0
   * to 1 there.
   *
   * @param others rows of the same columns; one that is the same in all of them becomes 0
   */
  public RegressionTable scaledBy(RegressionTable others) {
    double[][] scaled = new double[size()][width()];
    for (int i = 0; i < width(); i++) {
      int column = i;
      double[] values = Arrays.stream(others.inputs).mapToDouble(row -> row[column]).toArray();
      double mean = Arrays.stream(values).average().orElseThrow();
      double deviation =
          Math.sqrt(Arrays.stream(values).map(x -> (x - mean) * (x - mean)).sum() / values.length);
      for (int k = 0; k < size(); k++) {
        scaled[k][i] = deviation == 0 ? 0 : (inputs[k][i] - mean) / deviation;
      }
    }
    double least = Arrays.stream(others.targets).min().orElseThrow();
    double range = Arrays.stream(others.targets).max().orElseThrow() - least;
    return new RegressionTable(
        scaled,
        IntStream.range(0, size())
            .mapToDouble(k -> range == 0 ? 0 : (targets[k] - least) / range)
            .toArray());
  }
}
