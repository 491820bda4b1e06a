package dev.infill.evaluation.lab;

import dev.infill.core.InvalidInputException;
import dev.infill.evaluation.chart.ImageRow;
import dev.infill.evaluation.chart.Panel;
import dev.infill.evaluation.lab.data.BinaryImages;
import dev.infill.evaluation.lab.data.RegressionTable;
import dev.infill.evaluation.lab.sampler.Streams;
import dev.infill.evaluation.statistics.Mean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A run of an experiment: its settings, its listener, and its results so far. Every setting gets
 * its name where it is chosen, and every figure where it is known. The summary, the tables for
 * people and the means of several seeds are made from these. Not thread-safe.
 */
final class LabRun {
  private final LabScale scale;
  private final long seed;
  private final Part part;
  private final Optional<Path> file;
  private final LabListener listener;
  private final Map<String, Object> figures = new LinkedHashMap<>();
  private final Map<String, Object> errors = new LinkedHashMap<>();
  private final Map<String, String> labels = new LinkedHashMap<>();
  private final List<Ranking> rankings = new ArrayList<>();
  private final List<Panel> panels = new ArrayList<>();
  private final List<ImageRow> images = new ArrayList<>();
  private long total = 1;
  private long done;

  /**
   * The place of a run among several that differ in their seeds.
   *
   * @param number its number, from 0
   * @param of how many there are
   */
  record Part(int number, int of) {
    boolean isAlone() {
      return of == 1;
    }
  }

  LabRun(LabScale scale, long seed, Part part, Optional<Path> file, LabListener listener) {
    this.scale = scale;
    this.seed = seed;
    this.part = part;
    this.file = file;
    this.listener = listener;
  }

  /** Returns a size of the experiment, which becomes a setting of that name. */
  int size(String name, int quick, int standard, int paper) {
    int size = scale.choose(quick, standard, paper);
    setting(name, size);
    return size;
  }

  /** Records a setting, or a figure that people do not see. */
  void setting(String name, Object value) {
    figures.put(name, value);
  }

  /** Returns the seed. */
  long seed() {
    return seed;
  }

  /** Returns random numbers that begin with the seed. */
  Streams streams() {
    return Streams.of(seed);
  }

  /** Returns the random numbers of a part; see {@link Streams#of(long, int)}. */
  Streams streams(int partOfRun) {
    return Streams.of(seed, partOfRun);
  }

  /**
   * Returns the images of the experiment: at least ten, as some are held out, of at least ten
   * pixels each, as Hamming balls have.
   */
  BinaryImages images() {
    BinaryImages read = BinaryImages.read(file.orElseThrow());
    if (read.size() < 10 || read.pixels() < 10) {
      throw new InvalidInputException(
          "data",
          "there are %d images of %d pixels; 10 or more of 10 or more are needed"
              .formatted(read.size(), read.pixels()));
    }
    return read;
  }

  /** Returns the rows of the experiment. */
  RegressionTable rows() {
    return RegressionTable.read(file.orElseThrow());
  }

  /** Says how many times {@link #next} will be called. */
  void total(long parts) {
    total = parts;
  }

  /** Reports that a part of the work begins. */
  void next(String name) {
    listener.onProgress(
        part.isAlone() ? name : "seed %d, %s".formatted(seed, name),
        part.number() * total + done,
        part.of() * total);
    done++;
  }

  /**
   * Begins the table of all figures. Of several runs, rows begin with the seed.
   *
   * @param heading its columns, between commas
   */
  LabTable table(String heading) {
    return new LabTable(
        listener,
        heading,
        part.isAlone() ? Optional.empty() : Optional.of(seed),
        part.number() == 0);
  }

  /** Records a figure that people see in a line with a label. */
  void told(String name, String label, Object value) {
    figures.put(name, value);
    labels.put(name, label);
  }

  /**
   * Records the figure of a sampler.
   *
   * @param group the names that lead to it, the figure's own first
   */
  void figure(List<String> group, String sampler, Mean figure) {
    put(figures, group, sampler, figure.value());
    if (!Double.isNaN(figure.error())) {
      put(errors, group, sampler, figure.error());
    }
  }

  /** Records the figure of a sampler whose error is not known. */
  void figure(List<String> group, String sampler, double value) {
    figure(group, sampler, new Mean(value, Double.NaN));
  }

  @SuppressWarnings("unchecked")
  private static void put(
      Map<String, Object> into, List<String> group, String sampler, double value) {
    Map<String, Object> at = into;
    for (String name : group) {
      at = (Map<String, Object>) at.computeIfAbsent(name, missing -> new LinkedHashMap<>());
    }
    at.put(sampler, value);
  }

  /** Adds a table for people. */
  void ranking(Ranking ranking) {
    rankings.add(ranking);
  }

  /** Adds a panel of the drawing. */
  void panel(Panel panel) {
    panels.add(panel);
  }

  /** Adds images, which are drawn below the panels. */
  void images(ImageRow row) {
    images.add(row);
  }

  /** Returns what has been found. */
  LabResult result(String title, LabTable table) {
    Map<String, Object> finite = new LinkedHashMap<>();
    figures.forEach((name, value) -> finite.put(name, LabResult.finite(value)));
    return new LabResult(title, table.toString(), panels, images, finite, errors, rankings, labels);
  }
}
