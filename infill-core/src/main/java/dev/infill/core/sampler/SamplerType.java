package dev.infill.core.sampler;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/**
 * A record of {@link Sampler}, whose components are settings of the same names.
 *
 * @param label the name that users type: {@code gibbs-mh} of {@code GibbsMh}
 * @param type the record
 */
record SamplerType(String label, Class<?> type) {
  private static final List<SamplerType> ALL =
      Arrays.stream(Sampler.class.getPermittedSubclasses())
          .map(type -> new SamplerType(label(type), type))
          .toList();

  static String label(Class<?> type) {
    return type.getSimpleName().replaceAll("(?<=.)([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }

  static List<String> labels() {
    return ALL.stream().map(SamplerType::label).toList();
  }

  static SamplerType of(String label) {
    return find(label)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no sampler %s; take one of %s"
                        .formatted(label, String.join(", ", labels()))));
  }

  private static Optional<SamplerType> find(String label) {
    return ALL.stream().filter(type -> type.label().equals(label)).findFirst();
  }

  /** Returns the labels of the samplers that have a setting. */
  static List<String> having(Setting<?> setting) {
    return ALL.stream().filter(type -> type.has(setting)).map(SamplerType::label).toList();
  }

  boolean has(Setting<?> setting) {
    return component(setting).isPresent();
  }

  private Optional<RecordComponent> component(Setting<?> setting) {
    return Arrays.stream(type.getRecordComponents())
        .filter(component -> component.getName().equals(setting.jsonName()))
        .findFirst();
  }

  /** Returns the value of a setting that a sampler of this type has. */
  Object get(Sampler sampler, Setting<?> setting) {
    try {
      return component(setting).orElseThrow().getAccessor().invoke(sampler);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the sampler of these values. */
  Sampler make(Function<Setting<?>, ?> values) {
    RecordComponent[] components = type.getRecordComponents();
    try {
      Constructor<?> constructor =
          type.getDeclaredConstructor(
              Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
      return (Sampler)
          constructor.newInstance(
              Arrays.stream(components)
                  .map(component -> values.apply(setting(component.getName())))
                  .toArray());
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof RuntimeException refused) {
        throw refused;
      }
      throw new IllegalStateException(e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Setting<?> setting(String component) {
    return Settings.ALL.stream()
        .filter(setting -> setting.jsonName().equals(component))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no setting is called " + component));
  }
}
