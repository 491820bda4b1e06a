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
 * Rows of inputs with a target each, all numbers. Immutable.
 *
 * <p>They are read from text: a row a line, numbers between semicolons, tabs or commas, the last of
 * a line the target. A first line without numbers, or of another length, is a heading.
 */
public final class RegressionTable {
  private static final long MOST_BYTES = 100_000_000;
  private static final int MOST_COLUMNS = 10_000;

  /** Squares of it can be added up. */
  private static final double LARGEST = 1e100;

  private static final String BYTE_ORDER_MARK = "\uFEFF";

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
      if (!Files.isRegularFile(file)) {
        throw new InvalidInputException("data", file + " is not a file");
      }
      String text = Files.readString(file);
      return of(
          file, (text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text).lines().toList());
    } catch (NoSuchFileException e) {
      throw new InvalidInputException("data", "there is no file " + file, e);
    } catch (IOException e) {
      throw new InvalidInputException("data", file + " cannot be read: " + FailureReason.of(e), e);
    }
  }

  private static RegressionTable of(Path file, List<String> lines) {
    List<double[]> rows = new ArrayList<>();
    for (int k = 0; k < lines.size(); k++) {
      List<String> cells = cells(lines.get(k));
      if (cells.size() > MOST_COLUMNS) {
        throw new InvalidInputException(
            "data", "%s, line %d: more than 10,000 numbers".formatted(file, k + 1));
      }
      if (!lines.get(k).isBlank() && !(k == 0 && isHeading(cells, lines))) {
        double[] row = row(file, k + 1, cells);
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

  /** Between semicolons, else tabs, else commas, so that a decimal comma is not taken for one. */
  private static List<String> cells(String line) {
    String separator = line.contains(";") ? ";" : line.contains("\t") ? "\t" : ",";
    return Arrays.stream(line.split(separator, -1)).map(String::strip).toList();
  }

  /**
   * Whether no cell of the first line is a number, or some are none and it is of another length.
   */
  private static boolean isHeading(List<String> cells, List<String> lines) {
    return cells.stream().noneMatch(RegressionTable::isNumber)
        || (lines.size() > 1
            && cells.size() != cells(lines.get(1)).size()
            && !cells.stream().allMatch(RegressionTable::isNumber));
  }

  private static boolean isNumber(String cell) {
    try {
      return Math.abs(Double.parseDouble(cell)) <= LARGEST;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private static double[] row(Path file, int number, List<String> cells) {
    for (String cell : cells) {
      if (!isNumber(cell)) {
        throw new InvalidInputException(
            "data",
            "%s, line %d: %s is no number up to 1e100; write categories as numbers, such as a column of 0 and 1 for each"
                .formatted(file, number, cell.isEmpty() ? "an empty cell" : "'" + cell + "'"));
      }
    }
    return cells.stream().mapToDouble(Double::parseDouble).toArray();
  }

  /** Returns how many rows there are. */
  public int size() {
    return targets.length;
  }

  /** Returns how many inputs a row has. */
  public int width() {
    return inputs[0].length;
  }

  /** Returns the inputs, row by row, as they are in memory; not to be changed. */
  public double[][] inputs() {
    return inputs;
  }

  /** Returns the target of each row, as they are in memory; not to be changed. */
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
   * Returns these rows, scaled so that each input has mean 0 and standard deviation 1 in others,
   * and targets go from 0 to 1 there.
   *
   * @param others rows of the same columns; an input that is the same in all of them becomes 0
   */
  public RegressionTable scaledBy(RegressionTable others) {
    double[][] scaled = new double[size()][width()];
    for (int i = 0; i < width(); i++) {
      int column = i;
      double[] values = Arrays.stream(others.inputs).mapToDouble(row -> row[column]).toArray();
      double mean = Arrays.stream(values).average().orElseThrow();
      double deviation =
          Math.sqrt(Arrays.stream(values).map(x -> (x - mean) * (x - mean)).sum() / values.length);
      boolean varies = Arrays.stream(values).anyMatch(x -> x != values[0]);
      for (int k = 0; k < size(); k++) {
        scaled[k][i] = varies ? (inputs[k][i] - mean) / deviation : 0;
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
