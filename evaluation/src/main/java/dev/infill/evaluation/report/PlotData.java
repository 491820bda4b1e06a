package dev.infill.evaluation.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.infill.evaluation.statistics.Estimate;
import dev.infill.evaluation.statistics.Interval;
import dev.infill.evaluation.summary.ComparisonSummary;
import dev.infill.evaluation.summary.Curve;
import dev.infill.evaluation.summary.CurvePoint;
import dev.infill.evaluation.summary.ExperimentData;
import dev.infill.evaluation.summary.ExperimentSummary;
import dev.infill.evaluation.summary.Metric;
import dev.infill.evaluation.summary.SamplerDescription;
import dev.infill.evaluation.summary.SamplerSummary;
import java.util.List;

/** The figures that the script of the HTML report draws, as JSON; what is not finite is null. */
final class PlotData {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private PlotData() {}

  /** Returns the JSON, such that it can stand in a script element. */
  static String json(ExperimentData data, ExperimentSummary summary, Plots plots) {
    ObjectNode root = NODES.objectNode();
    List<SamplerFamily> families = SamplerFamily.of(data);
    ArrayNode samplers = root.putArray("samplers");
    for (String sampler : data.samplers()) {
      SamplerDescription about = data.description(sampler);
      int family = indexOf(sampler, families);
      SamplerDescription representative = families.get(family).representative();
      Marker marker = Marker.of(family);
      samplers
          .addObject()
          .put("label", sampler)
          .put("kind", about.kind())
          .put("color", marker.color())
          .put("symbol", marker.path())
          .put("temperature", about.temperature())
          .put("warmth", rounded(about.temperature() / representative.temperature()))
          .put("varied", !about.equals(representative))
          .put("drawn", plots.isDrawn(sampler));
    }
    ArrayNode temperatures = root.putArray("temperatures");
    for (SamplerFamily family : families) {
      if (family.hasTemperatures()) {
        ObjectNode one = temperatures.addObject().put("name", family.name());
        ArrayNode members = one.putArray("members");
        family.members().forEach(about -> members.add(data.samplers().indexOf(about.label())));
      }
    }
    ObjectNode comparisons = root.putObject("comparisons");
    for (ComparisonSummary comparison : summary.comparisons()) {
      ArrayNode figures = comparisons.putArray(comparison.comparison().label());
      for (SamplerSummary sampler : comparison.samplers()) {
        ObjectNode one = figures.addObject();
        for (Metric metric : Metric.values()) {
          one.set(metric.key(), estimate(sampler.figure(metric)));
        }
      }
    }
    ArrayNode published = root.putArray("published");
    for (PublishedFigures row : PublishedFigures.all()) {
      published
          .addObject()
          .put("name", row.name())
          .put("kind", row.kind())
          .put("source", row.source().label())
          .put("selfBleu", row.figure(Metric.SELF_BLEU))
          .put("corpusBleu", row.figure(Metric.CORPUS_BLEU));
    }
    ArrayNode curves = root.putArray("curves");
    for (Curve curve : summary.curves()) {
      ArrayNode points = curves.addArray();
      for (CurvePoint point : curve.points()) {
        ObjectNode one = points.addObject();
        put(one, "step", point.step());
        put(one, "passes", point.passesPerChain());
        put(one, "low", point.energies().low());
        put(one, "mean", point.energies().mean());
        put(one, "high", point.energies().high());
        put(one, "energy", point.keptEnergy());
        put(one, "selfBleu", point.selfBleu());
        put(one, "unique2", point.selfUnique2());
        put(one, "unique3", point.selfUnique3());
        put(one, "corpusBleu", point.corpusBleu());
      }
    }
    try {
      // Within a script element "<" could begin its end, or a comment.
      return new ObjectMapper().writeValueAsString(root).replace("<", "\\u003c");
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of numbers and strings is always JSON", e);
    }
  }

  private static int indexOf(String sampler, List<SamplerFamily> families) {
    int index = 0;
    while (!families.get(index).holds(sampler)) {
      index++;
    }
    return index;
  }

  private static ArrayNode estimate(Estimate estimate) {
    ArrayNode triple = NODES.arrayNode();
    add(triple, estimate.value());
    add(triple, estimate.interval().map(Interval::low).orElse(Double.NaN));
    add(triple, estimate.interval().map(Interval::high).orElse(Double.NaN));
    return triple;
  }

  private static void add(ArrayNode array, double value) {
    if (Double.isFinite(value)) {
      array.add(rounded(value));
    } else {
      array.addNull();
    }
  }

  private static void put(ObjectNode object, String name, double value) {
    if (Double.isFinite(value)) {
      object.put(name, rounded(value));
    } else {
      object.putNull(name);
    }
  }

  private static double rounded(double value) {
    return Math.rint(value * 1e4) / 1e4;
  }
}
