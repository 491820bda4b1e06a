package dev.infill.bert.weights.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.infill.bert.weights.LayerForm;
import dev.infill.bert.weights.LayerForm.Rotation;
import dev.infill.bert.weights.format.MalformedFileException;
import dev.infill.bert.weights.format.PrintableName;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/**
 * The layers of a ModernBERT as its {@code config.json} describes them: by {@code layer_types} and
 * {@code rope_parameters}, or in the older form by {@code global_attn_every_n_layers}, {@code
 * global_rope_theta} and {@code local_rope_theta}.
 */
final class ModernLayers {
  private static final String GLOBAL = "full_attention";
  private static final String LOCAL = "sliding_attention";
  private static final String ROTATIONS = "rope_parameters";
  private static final String SCALING = "rope_scaling";
  private static final String TYPE = "rope_type";
  private static final String THETA = "rope_theta";

  private ModernLayers() {}

  static LayerForm read(ConfigurationFields config, int layers) throws MalformedFileException {
    requireNoScaling(config);
    requireOnly(config.config().path(ROTATIONS), ROTATIONS, Set.of(GLOBAL, LOCAL));
    ConfigurationFields rotations = new ConfigurationFields(config.config().path(ROTATIONS));
    Rotation global =
        new Rotation(
            theta(
                rotations, GLOBAL, config.positive("global_rope_theta", Double.MAX_VALUE, 160_000)),
            Rotation.EVERYWHERE);
    Rotation local =
        new Rotation(
            theta(rotations, LOCAL, config.positive("local_rope_theta", Double.MAX_VALUE, 10_000)),
            config.integer("local_attention", 128) / 2);
    List<Rotation> ofLayers = new ArrayList<>();
    for (boolean isGlobal : areGlobal(config, layers)) {
      ofLayers.add(isGlobal ? global : local);
    }
    return new LayerForm(/* preNorm= */ true, /* gated= */ true, ofLayers);
  }

  static void requireNoScaling(ConfigurationFields config) throws MalformedFileException {
    if (config.config().hasNonNull(SCALING)) {
      throw unsupported(SCALING, config.config().path(SCALING));
    }
  }

  /**
   * Returns the base of angles.
   *
   * @param field an object with the base and the kind of positions, or nothing
   * @param absent the base if none is given
   */
  static double theta(ConfigurationFields config, String field, double absent)
      throws MalformedFileException {
    JsonNode rotation = config.config().path(field);
    requireOnly(rotation, field, Set.of(TYPE, THETA));
    if (!rotation.path(TYPE).asText("default").equals("default")) {
      throw unsupported(TYPE, rotation.path(TYPE));
    }
    return new ConfigurationFields(rotation).positive(THETA, Double.MAX_VALUE, absent);
  }

  /** Checks that a field is left out, null, or an object of no members but these. */
  private static void requireOnly(JsonNode object, String field, Set<String> members)
      throws MalformedFileException {
    boolean isObject = object.isObject() || object.isNull() || object.isMissingNode();
    for (Iterator<String> given = object.fieldNames(); given.hasNext(); ) {
      isObject &= members.contains(given.next());
    }
    if (!isObject) {
      throw unsupported(field, object);
    }
  }

  private static List<Boolean> areGlobal(ConfigurationFields config, int layers)
      throws MalformedFileException {
    JsonNode types = config.config().path("layer_types");
    int every = config.size("global_attn_every_n_layers", 3);
    List<Boolean> areGlobal = new ArrayList<>();
    if (types.isMissingNode() || types.isNull()) {
      for (int layer = 0; layer < layers; layer++) {
        areGlobal.add(layer % every == 0);
      }
      return areGlobal;
    }
    for (JsonNode type : types) {
      if (!Set.of(GLOBAL, LOCAL).contains(type.asText())) {
        throw unsupported("a layer of layer_types", type);
      }
      areGlobal.add(type.asText().equals(GLOBAL));
    }
    if (areGlobal.size() != layers) {
      throw new MalformedFileException(
          "has layer_types of %d layers, and %d layers".formatted(areGlobal.size(), layers));
    }
    return areGlobal;
  }

  private static MalformedFileException unsupported(String field, JsonNode value) {
    return new MalformedFileException(
        "says that %s is %s, which is not supported"
            .formatted(field, PrintableName.of(value.toString())));
  }
}
