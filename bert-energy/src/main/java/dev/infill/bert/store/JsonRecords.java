package dev.infill.bert.store;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.infill.bert.weights.format.BoundedJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Records as JSON objects, by the names of their components: records, records of a sealed
 * interface, lists, maps from text, enums, text, numbers, truth values, and optionals of these,
 * which are left out where they are empty.
 *
 * <p>Jackson's databind does the same, and more. Every start of Infill would have to load it to
 * read one manifest, which takes the processor three times as long as this class does.
 */
final class JsonRecords {
  private final JsonParser parser;
  private final Map<Class<?>, Form> forms = new HashMap<>();

  private JsonRecords(JsonParser parser) {
    this.parser = parser;
  }

  /** Writes a record, indented. */
  static byte[] write(Record value) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator generator = BoundedJson.factory().createGenerator(bytes)) {
      write(generator.useDefaultPrettyPrinter(), value);
    }
    return bytes.toByteArray();
  }

  private static void write(JsonGenerator generator, Object value) throws IOException {
    if (value instanceof Record fields) {
      writeObject(generator, components(fields));
    } else if (value instanceof Map<?, ?> map) {
      writeObject(generator, new TreeMap<>(map));
    } else if (value instanceof List<?> list) {
      generator.writeStartArray();
      for (Object element : list) {
        write(generator, element);
      }
      generator.writeEndArray();
    } else if (value instanceof Number || value instanceof Boolean) {
      generator.writePOJO(value);
    } else {
      generator.writeString(value.toString());
    }
  }

  private static void writeObject(JsonGenerator generator, Map<?, ?> fields) throws IOException {
    generator.writeStartObject();
    for (Map.Entry<?, ?> field : fields.entrySet()) {
      generator.writeFieldName(field.getKey().toString());
      write(generator, field.getValue());
    }
    generator.writeEndObject();
  }

  private static Map<String, Object> components(Record fields) {
    Map<String, Object> values = new LinkedHashMap<>();
    for (RecordComponent component : fields.getClass().getRecordComponents()) {
      String name = component.getName();
      Object value = value(fields, component);
      if (value instanceof Optional<?> optional) {
        optional.ifPresent(present -> values.put(name, present));
      } else if (value instanceof OptionalInt optional) {
        optional.ifPresent(present -> values.put(name, present));
      } else if (component.getType().isSealed()) {
        values.put(name, Map.of(value.getClass().getSimpleName(), value));
      } else {
        values.put(name, value);
      }
    }
    return values;
  }

  private static Object value(Record fields, RecordComponent component) {
    try {
      component.getAccessor().setAccessible(true);
      return component.getAccessor().invoke(fields);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot read " + component, e);
    }
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws JsonProcessingException if the bytes are no JSON, or no such record
   */
  static <T extends Record> T read(byte[] json, Class<T> type) throws IOException {
    try (JsonParser parser = BoundedJson.factory().createParser(json)) {
      parser.nextToken();
      return type.cast(new JsonRecords(parser).readRecord(type));
    }
  }

  private Object read(Type type) throws IOException {
    if (type instanceof ParameterizedType generic) {
      Type[] arguments = generic.getActualTypeArguments();
      Type element = arguments[arguments.length - 1];
      if (generic.getRawType() == Optional.class) {
        return Optional.of(read(element));
      }
      return generic.getRawType() == Map.class ? readMap(element) : readList(element);
    }
    Class<?> plain = (Class<?>) type;
    if (plain.isRecord()) {
      return readRecord(plain);
    }
    if (plain.isSealed()) {
      return readOneOf(plain);
    }
    if (plain == boolean.class) {
      return parser.getBooleanValue();
    }
    if (plain == double.class) {
      return parser.getDoubleValue();
    }
    if (plain == long.class || plain == Long.class) {
      return parser.getLongValue();
    }
    if (plain == int.class || plain == Integer.class) {
      return parser.getIntValue();
    }
    if (plain == OptionalInt.class) {
      return OptionalInt.of(parser.getIntValue());
    }
    require(JsonToken.VALUE_STRING);
    return plain.isEnum()
        ? named(List.of(plain.getEnumConstants()), Object::toString)
        : parser.getText();
  }

  private List<Object> readList(Type element) throws IOException {
    require(JsonToken.START_ARRAY);
    List<Object> list = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      list.add(read(element));
    }
    return list;
  }

  private Map<String, Object> readMap(Type element) throws IOException {
    require(JsonToken.START_OBJECT);
    Map<String, Object> map = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      parser.nextToken();
      map.put(name, read(element));
    }
    return map;
  }

  private Object readRecord(Class<?> type) throws IOException {
    require(JsonToken.START_OBJECT);
    Form form = forms.computeIfAbsent(type, Form::of);
    Map<String, Object> values = new HashMap<>(form.absent());
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      RecordComponent component = named(form.components(), RecordComponent::getName);
      parser.nextToken();
      values.put(component.getName(), read(component.getGenericType()));
    }
    List<Object> arguments = new ArrayList<>();
    for (RecordComponent component : form.components()) {
      Object value = values.get(component.getName());
      if (value == null) {
        throw new JsonParseException(
            parser, "%s has no %s".formatted(type.getSimpleName(), component.getName()));
      }
      arguments.add(value);
    }
    try {
      return form.constructor().newInstance(arguments.toArray());
    } catch (ReflectiveOperationException e) {
      throw new JsonParseException(parser, "there is no such " + type.getSimpleName(), e);
    }
  }

  /** Reads a record of a sealed interface, which stands under the record's name. */
  private Object readOneOf(Class<?> type) throws IOException {
    require(JsonToken.START_OBJECT);
    parser.nextToken();
    Class<?> one = named(List.of(type.getPermittedSubclasses()), Class::getSimpleName);
    parser.nextToken();
    Object value = readRecord(one);
    parser.nextToken();
    require(JsonToken.END_OBJECT);
    return value;
  }

  private <T> T named(List<T> all, Function<T, String> name) throws IOException {
    String wanted = parser.getText();
    for (T one : all) {
      if (name.apply(one).equals(wanted)) {
        return one;
      }
    }
    throw new JsonParseException(parser, wanted + " is not known here");
  }

  private void require(JsonToken token) throws JsonParseException {
    if (parser.currentToken() != token) {
      throw new JsonParseException(parser, parser.currentToken() + " in place of " + token);
    }
  }

  /**
   * A kind of record.
   *
   * @param absent the values of optionals that are left out
   */
  private record Form(
      List<RecordComponent> components, Map<String, Object> absent, Constructor<?> constructor) {
    static Form of(Class<?> type) {
      List<RecordComponent> components = List.of(type.getRecordComponents());
      Map<String, Object> absent = new HashMap<>();
      List<Class<?>> types = new ArrayList<>();
      for (RecordComponent component : components) {
        types.add(component.getType());
        if (component.getType() == Optional.class) {
          absent.put(component.getName(), Optional.empty());
        } else if (component.getType() == OptionalInt.class) {
          absent.put(component.getName(), OptionalInt.empty());
        }
      }
      try {
        Constructor<?> constructor = type.getDeclaredConstructor(types.toArray(Class<?>[]::new));
        constructor.setAccessible(true);
        return new Form(components, absent, constructor);
      } catch (NoSuchMethodException e) {
        throw new IllegalStateException("every record has this constructor", e);
      }
    }
  }
}
