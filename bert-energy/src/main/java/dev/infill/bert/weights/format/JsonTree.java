package dev.infill.bert.weights.format;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Map;

/**
 * Reads and writes trees of JSON without Jackson's {@code ObjectMapper}, whose classes take a third
 * of a second of every start to load: a model's {@code tokenizer.json} is such a tree.
 */
public final class JsonTree {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private JsonTree() {}

  /**
   * Reads the one value that some bytes hold.
   *
   * @return a missing node if they hold none
   * @throws IOException if they are no JSON, or hold more
   */
  static JsonNode read(JsonFactory factory, byte[] json) throws IOException {
    try (JsonParser parser = factory.createParser(json)) {
      if (parser.nextToken() == null) {
        return NODES.missingNode();
      }
      JsonNode tree = value(parser);
      if (parser.nextToken() != null) {
        throw new JsonParseException(parser, "something follows its end");
      }
      return tree;
    }
  }

  /** Reads the value at whose first token a parser is; the parser bounds its depth. */
  private static JsonNode value(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> {
        ObjectNode object = NODES.objectNode();
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
          parser.nextToken();
          object.set(name, value(parser));
        }
        yield object;
      }
      case START_ARRAY -> {
        ArrayNode array = NODES.arrayNode();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          array.add(value(parser));
        }
        yield array;
      }
      case VALUE_STRING -> NODES.textNode(parser.getText());
      case VALUE_NUMBER_INT ->
          switch (parser.getNumberType()) {
            case INT -> NODES.numberNode(parser.getIntValue());
            case LONG -> NODES.numberNode(parser.getLongValue());
            default -> NODES.numberNode(parser.getBigIntegerValue());
          };
      case VALUE_NUMBER_FLOAT -> NODES.numberNode(parser.getDoubleValue());
      case VALUE_TRUE, VALUE_FALSE -> NODES.booleanNode(parser.getBooleanValue());
      case VALUE_NULL -> NODES.nullNode();
      default -> throw new JsonParseException(parser, "there is no value");
    };
  }

  /** Returns the bytes of a tree, in UTF-8. */
  public static byte[] bytes(JsonNode tree) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator generator = new JsonFactory().createGenerator(bytes)) {
      write(generator, tree);
    } catch (IOException e) {
      throw new IllegalStateException("a tree cannot be written", e);
    }
    return bytes.toByteArray();
  }

  private static void write(JsonGenerator generator, JsonNode tree) throws IOException {
    switch (tree.getNodeType()) {
      case OBJECT -> {
        generator.writeStartObject();
        for (Map.Entry<String, JsonNode> member : tree.properties()) {
          generator.writeFieldName(member.getKey());
          write(generator, member.getValue());
        }
        generator.writeEndObject();
      }
      case ARRAY -> {
        generator.writeStartArray();
        for (JsonNode element : tree) {
          write(generator, element);
        }
        generator.writeEndArray();
      }
      case STRING -> generator.writeString(tree.textValue());
      case NUMBER -> writeNumber(generator, tree);
      case BOOLEAN -> generator.writeBoolean(tree.booleanValue());
      case NULL -> generator.writeNull();
      default -> throw new IllegalArgumentException("no JSON: " + tree.getNodeType());
    }
  }

  private static void writeNumber(JsonGenerator generator, JsonNode number) throws IOException {
    if (number.isIntegralNumber()) {
      generator.writeNumber(number.bigIntegerValue());
    } else {
      generator.writeNumber(number.doubleValue());
    }
  }
}
