package dev.infill.evaluation.report;

import dev.infill.evaluation.paper.ExperimentData;
import dev.infill.evaluation.paper.SamplerDescription;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Samplers that differ in nothing but their temperature; most families have one member. In plots a
 * family has one colour and one shape.
 *
 * @param name the label of the member that stands for all
 * @param members their descriptions, by ascending temperature
 * @param representative the member of temperature 1, or the nearest to it in proportion
 */
record SamplerFamily(
    String name, List<SamplerDescription> members, SamplerDescription representative) {
  /** Copies the list. */
  SamplerFamily {
    members = List.copyOf(members);
  }

  /** Returns the families of an experiment, in the order of their first members. */
  static List<SamplerFamily> of(ExperimentData data) {
    return of(data.samplers().stream().map(data::description).toList());
  }

  static List<SamplerFamily> of(List<SamplerDescription> samplers) {
    Map<List<Object>, List<SamplerDescription>> families = new LinkedHashMap<>();
    for (SamplerDescription about : samplers) {
      families.computeIfAbsent(common(about), any -> new ArrayList<>()).add(about);
    }
    return families.values().stream().map(SamplerFamily::family).toList();
  }

  private static SamplerFamily family(List<SamplerDescription> members) {
    List<SamplerDescription> sorted =
        members.stream()
            .sorted(Comparator.comparingDouble(SamplerDescription::temperature))
            .toList();
    SamplerDescription representative =
        sorted.stream()
            .min(Comparator.comparingDouble(about -> Math.abs(Math.log(about.temperature()))))
            .orElseThrow();
    return new SamplerFamily(representative.label(), sorted, representative);
  }

  /** Says whether there are members of different temperatures. */
  boolean hasTemperatures() {
    return members.stream().mapToDouble(SamplerDescription::temperature).distinct().count() > 1;
  }

  boolean holds(String sampler) {
    return members.stream().anyMatch(about -> about.label().equals(sampler));
  }

  /** Returns all that two samplers of one family have in common. */
  private static List<Object> common(SamplerDescription about) {
    return List.of(
        about.kind(),
        about.stepSize(),
        about.balancing(),
        about.gradient(),
        about.start(),
        about.step());
  }
}
