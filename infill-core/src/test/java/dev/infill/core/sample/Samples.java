package dev.infill.core.sample;

import dev.infill.core.sampler.Sampler;
import dev.infill.core.task.BlankConstraint;
import dev.infill.core.task.Fill;
import dev.infill.core.task.SampleSettings;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The text of three blanks that most tests sample, and its words. */
public final class Samples {
  public static final String TEXT = "the [MASK] sat ___ the [MASK] .";

  /** The words of the tiny model. */
  public static final List<String> WORDS = List.of("the", "cat", "dog", "sat", "ran", "on", "mat");

  /** A few pieces for each blank: 24 fillings. */
  static final List<List<String>> ALLOWED =
      List.of(
          List.of("cat", "dog", "mat", "."), List.of("on", "ran"), List.of("cat", "mat", "##s"));

  private Samples() {}

  /** The defaults, with a seed. */
  public static SampleSettings settings() {
    return SampleSettings.defaults().withSeed(1);
  }

  /** Allows {@link #ALLOWED} alone. */
  static Map<Integer, BlankConstraint> constraints() {
    return Map.of(
        1, new BlankConstraint(ALLOWED.get(0), List.of()),
        2, new BlankConstraint(ALLOWED.get(1), List.of()),
        3, new BlankConstraint(ALLOWED.get(2), List.of()));
  }

  public static List<String> tokens(Candidate candidate) {
    return candidate.fills().stream().map(Fill::token).toList();
  }

  static Stream<String> exactSamplers() {
    return Sampler.labels().stream().filter(sampler -> Sampler.of(sampler).isExact());
  }
}
