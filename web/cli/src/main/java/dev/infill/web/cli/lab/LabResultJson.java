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
 * @param seed the seed of its random numbers, the first of several
 * @param seeds how many seeds it was run with, each the one before plus 1,000
 * @param seconds how long it took
 * @param figures its settings and main figures; null where one is not defined. Of several seeds
 *     their means
 * @param standardErrors of the means that differ from seed to seed, named as these; none of one
 *     seed
 * @param versions the versions of Infill and its libraries
 */
record LabResultJson(
    String experiment,
    String scale,
    long seed,
    int seeds,
    double seconds,
    Map<String, Object> figures,
    Map<String, Object> standardErrors,
    SortedMap<String, String> versions) {
  static LabResultJson of(
      String experiment,
      LabScale scale,
      long seed,
      int seeds,
      double seconds,
      LabResult result,
      Versions versions) {
    return new LabResultJson(
        experiment,
        Choices.label(scale),
        seed,
        seeds,
        seconds,
        result.summary(),
        result.standardErrors(),
        versions.all());
  }
}
