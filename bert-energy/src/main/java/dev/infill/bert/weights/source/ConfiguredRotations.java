package dev.infill.bert.weights.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.infill.bert.weights.LayerForm.Rotation;
import dev.infill.bert.weights.format.MalformedFileException;
import dev.infill.bert.weights.format.PrintableName;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads the rotary positions of a {@code config.json}: from {@code rope_parameters}, or from the
 * fields for the bases of angles that older versions wrote.
 */
record ConfiguredRotations(ConfigurationFields config, int layers) {
  private static final String PARAMETERS = "rope_parameters";
  private static final String SCALING = "rope_scaling";
  private static final String TYPE = "rope_type";
  private static final String THETA = "rope_theta";
  private static final FamilyFields OF_LAYERS =
      new FamilyFields(Map.of(), List.of()).with(TYPE, "default").reading(THETA);

  private static final String GLOBAL = "full_attention";
  private static final String LOCAL = "sliding_attention";

  /** Returns the positions of layers that all have the same. */
  List<Rotation> alike() throws MalformedFileException {
    requireNoScaling();
    double theta = theta(config.value(PARAMETERS), PARAMETERS, THETA);
    return Collections.nCopies(layers, new Rotation(theta, Rotation.EVERYWHERE));
  }

  /** Returns the positions of global layers and of local ones, as ModernBERT has them. */
  List<Rotation> globalAndLocal() throws MalformedFileException {
    requireNoScaling();
    JsonNode parameters = config.value(PARAMETERS);
    requireOnly(parameters, PARAMETERS, Set.of(GLOBAL, LOCAL));
    Rotation global =
        new Rotation(
            theta(parameters.path(GLOBAL), GLOBAL, "global_rope_theta"), Rotation.EVERYWHERE);
    Rotation local =
        new Rotation(
            theta(parameters.path(LOCAL), LOCAL, "local_rope_theta"),
            config.integer("local_attention") / 2);
    return areGlobal().stream().map(isGlobal -> isGlobal ? global : local).toList();
  }

  private void requireNoScaling() throws MalformedFileException {
    JsonNode scaling = config.value(SCALING);
    if (!scaling.isMissingNode() && !scaling.isNull()) {
      throw unsupported(SCALING, scaling);
    }
  }

  /**
   * Returns the base of angles.
   *
   * @param rotation an object with the base and the kind of positions, or nothing
   * @param field its name
   * @param older the field of the base where the object has none
   */
  private double theta(JsonNode rotation, String field, String older)
      throws MalformedFileException {
    double absent = config.positive(older, Double.MAX_VALUE);
    requireOnly(rotation, field, Set.of(TYPE, THETA));
    ConfigurationFields fields = new ConfigurationFields(rotation, OF_LAYERS);
    if (!fields.text(TYPE).equals("default")) {
      throw unsupported(TYPE, fields.value(TYPE));
    }
    return fields.value(THETA).isMissingNode() ? absent : fields.positive(THETA, Double.MAX_VALUE);
  }

  /** Checks that a field is left out, null, or an object of no members but these. */
  private static void requireOnly(JsonNode object, String field, Set<String> members)
      throws MalformedFileException {
    boolean isObject = object.isObject() || object.isNull() || object.isMissingNode();
    if (!isObject || object.propertyStream().anyMatch(each -> !members.contains(each.getKey()))) {
      throw unsupported(field, object);
    }
  }

  private List<Boolean> areGlobal() throws MalformedFileException {
    JsonNode types = config.value("layer_types");
    int every = config.size("global_attn_every_n_layers");
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
