package dev.infill.web.cli.lab;

import dev.infill.evaluation.lab.LabResult;
import dev.infill.evaluation.lab.LabScale;
import dev.infill.web.api.Choices;
import dev.infill.web.api.Versions;
import java.util.Map;
import java.util.SortedMap;

/**
 * The summary of an experiment of {@code infill lab}.
 *
 * @param experiment its name
 * @param scale {@code quick}, {@code standard} or {@code paper}
 * @param seed the seed of its random numbers
 * @param seconds how long it took
 * @param figures its settings and main figures; null where one is not defined
 * @param versions the versions of Infill and its libraries
 */
record LabResultJson(
    String experiment,
    String scale,
    long seed,
    double seconds,
    Map<String, Object> figures,
    SortedMap<String, String> versions) {
  static LabResultJson of(
      String experiment,
      LabScale scale,
      long seed,
      double seconds,
      LabResult result,
      Versions versions) {
    return new LabResultJson(
        experiment, Choices.label(scale), seed, seconds, result.summary(), versions.all());
  }
}
