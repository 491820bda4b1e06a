package dev.infill.web.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.infill.core.Excerpt;
import dev.infill.core.InvalidInputException;
import dev.infill.core.JsonReason;
import dev.infill.core.TextEncoding;
import dev.infill.core.sampler.Settings;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The members of a JSON object of a request, each read as what it has to be. A member that is null
 * is as one that is absent. Errors are {@link InvalidInputException}s whose field is the member's
 * name.
 */
public final class JsonMembers {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private static final String LINE = "line";
  private static final String SETTINGS = "settings";
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private final JsonNode node;

  private JsonMembers(JsonNode node) {
    this.node = node;
  }

  /**
   * Reads an object.
   *
   * @param utf8 a JSON text in UTF-8, with or without a byte order mark
   * @param known the names that its members may have
   * @throws MalformedJsonException if it is no JSON object, or not in UTF-8
   * @throws InvalidInputException if it has a member of another name; the message gives the nearest
   */
  public static JsonMembers read(byte[] utf8, String... known) {
    return read("body", utf8).requireKnown(known);
  }

  /**
   * Reads an object on a line of a file, whatever its members are called.
   *
   * @param utf8 the line, in UTF-8
   * @throws MalformedJsonException if it is no JSON object, or not in UTF-8
   */
  public static JsonMembers readLine(byte[] utf8) {
    return read(LINE, utf8);
  }

  private static JsonMembers read(String what, byte[] utf8) {
    TextEncoding.wide(utf8)
        .ifPresent(
            wide -> {
              throw new MalformedJsonException(
                  "the %s is in %s; JSON must be in UTF-8".formatted(what, wide));
            });
    JsonNode node;
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8)).toString();
      node = MAPPER.readTree(text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text);
    } catch (CharacterCodingException e) {
      throw new MalformedJsonException("the %s is not in UTF-8".formatted(what), e);
    } catch (JsonEOFException e) {
      throw new MalformedJsonException(
          what.equals(LINE)
              ? "the line is no JSON: " + JsonReason.GOES_ON
              : "the %s is no JSON: %s".formatted(what, where(e)),
          e);
    } catch (JsonProcessingException e) {
      throw new MalformedJsonException("the %s is no JSON: %s".formatted(what, where(e)), e);
    }
    if (!node.isObject()) {
      throw new MalformedJsonException(
          "the %s must be a JSON object, such as {\"text\": \"…\"}".formatted(what));
    }
    return new JsonMembers(node);
  }

  private static String where(JsonProcessingException failure) {
    String message = JsonReason.of(failure.getOriginalMessage());
    return failure.getLocation() == null
        ? message
        : "%s (line %d, column %d)"
            .formatted(
                message, failure.getLocation().getLineNr(), failure.getLocation().getColumnNr());
  }

  /**
   * Refuses members of other names.
   *
   * @param known the names that its members may have
   * @return this
   * @throws InvalidInputException if it has a member of another name; the message gives the nearest
   */
  public JsonMembers requireKnown(String... known) {
    List<String> names = List.of(known);
    for (Iterator<String> members = node.fieldNames(); members.hasNext(); ) {
      String name = members.next();
      if (!names.contains(name)) {
        throw new InvalidInputException(
            Excerpt.of(name),
            names.contains(SETTINGS)
                    && Settings.ALL.stream().anyMatch(one -> one.jsonName().equals(name))
                ? "'%s' is a setting: write {\"settings\": {\"%s\": …}}".formatted(name, name)
                : new NearestNames(names).unknown("member", name));
      }
    }
    return this;
  }

  /**
   * Returns a member that must be there.
   *
   * @param name its name
   * @param member what {@link #text}, {@link #texts} and the others return for it
   */
  public <T> T require(String name, Optional<T> member) {
    return member.orElseThrow(
        () -> new InvalidInputException(name, "the member '" + name + "' is missing"));
  }

  /**
   * Returns a member that is a string of Unicode characters.
   *
   * @param name its name
   */
  public Optional<String> text(String name) {
    return member(name).map(value -> text(name, value));
  }

  private static String text(String name, JsonNode value) {
    String text = require(name, "a string", value, JsonNode::isTextual).textValue();
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      throw new InvalidInputException(
          name, name + " holds half of a surrogate pair, which is no character");
    }
    return text;
  }

  /**
   * Returns a member that is a string or a whole number, as text.
   *
   * @param name its name
   */
  public Optional<String> textOrWholeNumber(String name) {
    Predicate<JsonNode> suits = value -> value.isIntegralNumber() || value.isTextual();
    return member(name, "a string or a whole number", suits)
        .map(value -> value.isTextual() ? text(name, value) : value.asText());
  }

  /**
   * Returns a member that is true or false.
   *
   * @param name its name
   */
  public Optional<Boolean> flag(String name) {
    return member(name, "true or false", JsonNode::isBoolean).map(JsonNode::booleanValue);
  }

  /**
   * Returns a member that is a whole number of 32 bits.
   *
   * @param name its name
   */
  public Optional<Integer> integer(String name) {
    return wholeNumber(name, "", JsonNode::canConvertToInt).map(JsonNode::intValue);
  }

  /**
   * Returns a member that is a whole number of 64 bits.
   *
   * @param name its name
   */
  public Optional<Long> longInteger(String name) {
    return wholeNumber(name, " of 64 bits", JsonNode::canConvertToLong).map(JsonNode::longValue);
  }

  private Optional<JsonNode> wholeNumber(String name, String which, Predicate<JsonNode> fits) {
    Predicate<JsonNode> isWhole = value -> value.isNumber() && value.canConvertToExactIntegral();
    Optional<JsonNode> number = member(name, "a whole number" + which, isWhole);
    number
        .filter(value -> !fits.test(value))
        .ifPresent(
            value -> {
              throw new InvalidInputException(
                  name, "%s is too large a number: %s".formatted(name, shown(value)));
            });
    return number;
  }

  /**
   * Returns a member that is a number.
   *
   * @param name its name
   */
  public Optional<Double> number(String name) {
    return member(name, "a number", JsonNode::isNumber).map(JsonNode::doubleValue);
  }

  /**
   * Returns a member that is a list of strings.
   *
   * @param name its name
   */
  public Optional<List<String>> texts(String name) {
    return member(name).map(value -> texts(name, value));
  }

  private static List<String> texts(String name, JsonNode value) {
    return require(name, "a list of strings", value, JsonNode::isArray)
        .valueStream()
        .map(element -> text(name, element))
        .toList();
  }

  /**
   * Returns a member that is a list of strings, or a string, which is a list of one.
   *
   * @param name its name
   */
  public Optional<List<String>> textOrTexts(String name) {
    return member(name)
        .map(value -> value.isTextual() ? List.of(text(name, value)) : texts(name, value));
  }

  /**
   * Says whether a member is a list.
   *
   * @param name its name
   */
  public boolean isList(String name) {
    return member(name).map(JsonNode::isArray).orElse(false);
  }

  /**
   * Returns a member that is an object whose members are lists of strings, in order.
   *
   * @param name its name
   */
  public Map<String, List<String>> textsByName(String name) {
    Map<String, List<String>> byName = new LinkedHashMap<>();
    member(name, "an object whose members are lists of strings", JsonNode::isObject).stream()
        .flatMap(JsonNode::propertyStream)
        .forEach(entry -> byName.put(entry.getKey(), texts(name, entry.getValue())));
    return byName;
  }

  /**
   * Returns a member that is an object whose members are numbers, in the order of their names.
   *
   * @param name its name
   */
  public SortedMap<String, Double> numbersByName(String name) {
    Predicate<JsonNode> suits =
        value -> value.isObject() && value.valueStream().allMatch(JsonNode::isNumber);
    SortedMap<String, Double> byName = new TreeMap<>();
    member(name, "an object whose members are numbers", suits).stream()
        .flatMap(JsonNode::propertyStream)
        .forEach(entry -> byName.put(entry.getKey(), entry.getValue().doubleValue()));
    return byName;
  }

  /**
   * Returns a member that is an object.
   *
   * @param name its name
   * @param known the names that its members may have
   */
  public Optional<JsonMembers> object(String name, String... known) {
    return anyObject(name).map(members -> members.requireKnown(known));
  }

  /**
   * Returns a member that is an object of whatever members.
   *
   * @param name its name
   */
  public Optional<JsonMembers> anyObject(String name) {
    return member(name, "an object", JsonNode::isObject).map(JsonMembers::new);
  }

  private Optional<JsonNode> member(String name) {
    @Nullable JsonNode value = node.get(name);
    return value == null || value.isNull() ? Optional.empty() : Optional.of(value);
  }

  private Optional<JsonNode> member(String name, String expected, Predicate<JsonNode> suits) {
    return member(name).map(value -> require(name, expected, value, suits));
  }

  /** Returns a value that is what it has to be. */
  private static JsonNode require(
      String name, String expected, JsonNode value, Predicate<JsonNode> suits) {
    if (!suits.test(value)) {
      throw new InvalidInputException(
          name, "%s must be %s, not %s".formatted(name, expected, shown(value)));
    }
    return value;
  }

  private static String shown(JsonNode value) {
    return value.isContainerNode()
        ? value.isArray() ? "a list" : "an object"
        : Excerpt.of(value.toString());
  }
}
