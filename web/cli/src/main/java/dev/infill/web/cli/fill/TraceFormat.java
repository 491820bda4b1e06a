package dev.infill.web.cli.fill;

import dev.infill.core.InvalidInputException;
import dev.infill.corpora.file.CsvLine;
import dev.infill.web.api.JsonLines;
import java.nio.file.Path;
import java.util.Locale;
import java.util.OptionalDouble;

/** How the steps of chains are written; the file's extension says so. */
enum TraceFormat {
  /** Comma-separated values under a heading; what is undefined is empty. */
  CSV {
    @Override
    String heading() {
      return CsvLine.of(
          "text",
          "step",
          "chain",
          "kept",
          "energy",
          "accepted",
          "acceptanceProbability",
          "changedCoordinates",
          "modelPasses",
          "alpha",
          "tokens");
    }

    @Override
    String line(TraceStepJson step) {
      return CsvLine.of(
          String.valueOf(step.text()),
          String.valueOf(step.step()),
          String.valueOf(step.chain()),
          String.valueOf(step.kept()),
          number(step.energy()),
          String.valueOf(step.accepted()),
          number(step.acceptanceProbability()),
          String.valueOf(step.changedCoordinates()),
          String.valueOf(step.modelPasses()),
          number(step.alpha()),
          // No token of a vocabulary holds white space.
          String.join(" ", step.tokens()));
    }
  },
  /** One JSON object a line. */
  JSONL {
    @Override
    String heading() {
      return "";
    }

    @Override
    String line(TraceStepJson step) {
      return JSON.line(step) + "\n";
    }
  };

  private static final JsonLines JSON = new JsonLines();

  /** Returns what stands above all lines, with its end. */
  abstract String heading();

  /** Returns a line, with its end. */
  abstract String line(TraceStepJson step);

  /**
   * Returns the format of a file.
   *
   * @param file its name
   * @throws InvalidInputException if it ends in the extension of neither
   */
  static TraceFormat of(Path file) {
    String name = file.toString().toLowerCase(Locale.ROOT);
    for (TraceFormat format : values()) {
      if (name.endsWith("." + format.name().toLowerCase(Locale.ROOT))) {
        return format;
      }
    }
    throw new InvalidInputException(
        "trace",
        "a trace goes to a file that ends in .csv or .jsonl, such as trace.csv, not to '"
            + file
            + "'");
  }

  private static String number(OptionalDouble value) {
    return number(value.orElse(Double.NaN));
  }

  /** Nothing where JSON has null. */
  private static String number(double value) {
    return Double.isFinite(value) ? String.valueOf(value) : "";
  }
}
