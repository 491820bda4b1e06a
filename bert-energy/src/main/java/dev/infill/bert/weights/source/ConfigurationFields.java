package dev.infill.bert.weights.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.infill.bert.weights.Activation;
import dev.infill.bert.weights.format.Limits;
import dev.infill.bert.weights.format.MalformedFileException;
import dev.infill.bert.weights.format.PrintableName;
import java.util.Map;

/**
 * The values of a {@code config.json}, within bounds. Fields go by BERT's names, as in {@link
 * FamilyFields}; a field that is left out has the family's usual value.
 */
record ConfigurationFields(JsonNode config, FamilyFields family) {
  private static final Map<String, Activation> ACTIVATIONS =
      Map.of(
          "gelu", Activation.GELU,
          "gelu_python", Activation.GELU,
          "gelu_new", Activation.TANH_GELU,
          "gelu_fast", Activation.TANH_GELU,
          "gelu_pytorch_tanh", Activation.TANH_GELU,
          "relu", Activation.RELU,
          "silu", Activation.SILU,
          "swish", Activation.SILU);

  /** Returns a value as it is, or a missing node. */
  JsonNode value(String field) {
    FamilyFields.Field given = family.field(field);
    return given.isRead() && config.has(given.name()) ? config.path(given.name()) : given.usual();
  }

  /** Returns whether a field is true; the usual value holds for what is no truth value. */
  boolean isTrue(String field) {
    return value(field).asBoolean(family.field(field).usual().asBoolean(false));
  }

  /** Returns a text; the usual one if the field is null. */
  String text(String field) {
    return value(field).isNull() ? family.field(field).usual().asText() : value(field).asText();
  }

  /** Returns an integer of at least 1. */
  int size(String field) throws MalformedFileException {
    int size = integer(field);
    if (size < 1) {
      throw new MalformedFileException(
          "says that %s is %d".formatted(family.field(field).name(), size));
    }
    return size;
  }

  /** Returns an integer of at least 1, or another if the field is left out or null. */
  int size(String field, int absent) throws MalformedFileException {
    return value(field).isMissingNode() || value(field).isNull() ? absent : size(field);
  }

  /** Returns an integer of at least 0. */
  int integer(String field) throws MalformedFileException {
    JsonNode value = value(field);
    if (value.isMissingNode()) {
      throw new MalformedFileException("lacks " + family.field(field).name());
    }
    if (!value.isIntegralNumber()
        || !value.canConvertToInt()
        || value.intValue() < 0
        || value.intValue() > Limits.SIZE) {
      throw unlike(field, value);
    }
    return value.intValue();
  }

  /** Returns a number that is more than 0 and less than a limit. */
  double positive(String field, double limit) throws MalformedFileException {
    JsonNode value = value(field);
    double number = value.asDouble();
    if (!value.isNumber() || !(number > 0 && number < limit)) {
      throw unlike(field, value);
    }
    return number;
  }

  private MalformedFileException unlike(String field, JsonNode value) {
    return new MalformedFileException(
        "says that %s is %s"
            .formatted(family.field(field).name(), PrintableName.of(value.toString())));
  }

  /** Returns the function with the name that a field gives, or another if it is left out. */
  Activation activation(String field, Activation absent) throws MalformedFileException {
    return value(field).isMissingNode() ? absent : activation(field);
  }

  /** Returns the function with the name that a field gives. */
  Activation activation(String field) throws MalformedFileException {
    Activation activation = ACTIVATIONS.get(text(field));
    if (activation == null) {
      throw new MalformedFileException(
          "asks for the activation %s, which is not supported: %s can be gelu, gelu_new, relu or silu"
              .formatted(PrintableName.of(text(field)), family.field(field).name()));
    }
    return activation;
  }
}
