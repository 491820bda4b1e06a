package dev.infill.bert.weights.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.infill.bert.weights.Activation;
import dev.infill.bert.weights.format.MalformedFileException;
import dev.infill.bert.weights.format.PrintableName;
import java.util.Map;

/** The fields of a {@code config.json}, within bounds. */
record ConfigurationFields(JsonNode config) {
  private static final int LARGEST_SIZE = 100_000_000;

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

  boolean isTrue(String field, boolean absent) {
    return config.path(field).asBoolean(absent);
  }

  /** Returns a size, which must be there. */
  int size(String field) throws MalformedFileException {
    if (!config.has(field)) {
      throw new MalformedFileException("lacks " + field);
    }
    return size(field, 0);
  }

  /** Returns an integer of at least 1. */
  int size(String field, int absent) throws MalformedFileException {
    int size = integer(field, absent);
    if (size < 1) {
      throw new MalformedFileException("says that %s is %d".formatted(field, size));
    }
    return size;
  }

  /** Returns an integer of at least 0. */
  int integer(String field, int absent) throws MalformedFileException {
    JsonNode value = config.path(field);
    if (value.isMissingNode()) {
      return absent;
    }
    if (!value.isIntegralNumber()
        || !value.canConvertToInt()
        || value.intValue() < 0
        || value.intValue() > LARGEST_SIZE) {
      throw new MalformedFileException(
          "says that %s is %s".formatted(field, PrintableName.of(value.toString())));
    }
    return value.intValue();
  }

  Activation activation(String field, String absent) throws MalformedFileException {
    String name = config.path(field).asText(absent);
    Activation activation = ACTIVATIONS.get(name);
    if (activation == null) {
      throw new MalformedFileException(
          "asks for the activation %s, which is not supported: %s can be gelu, gelu_new, relu or silu"
              .formatted(PrintableName.of(name), field));
    }
    return activation;
  }

  /** Returns a number that is more than 0 and less than a limit. */
  double positive(String field, double limit, double absent) throws MalformedFileException {
    JsonNode value = config.path(field);
    if (value.isMissingNode()) {
      return absent;
    }
    double number = value.asDouble();
    if (!value.isNumber() || !(number > 0 && number < limit)) {
      throw new MalformedFileException(
          "says that %s is %s".formatted(field, PrintableName.of(value.toString())));
    }
    return number;
  }
}
