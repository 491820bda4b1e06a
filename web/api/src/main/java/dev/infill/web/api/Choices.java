package dev.infill.web.api;

import dev.infill.core.InvalidInputException;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The constants of an enumeration by the names that users type: {@code GIBBS_MH} is {@code
 * gibbs-mh}. Immutable.
 *
 * @param <E> the enumeration
 */
public final class Choices<E extends Enum<E>> {
  private final String field;
  private final Map<String, E> byLabel = new LinkedHashMap<>();

  private Choices(String field, Class<E> type) {
    this.field = field;
    EnumSet.allOf(type).forEach(value -> byLabel.put(label(value), value));
  }

  /**
   * Returns the choices among the constants.
   *
   * @param field what is chosen, by the name its user knows
   * @param type the enumeration
   */
  public static <E extends Enum<E>> Choices<E> of(String field, Class<E> type) {
    return new Choices<>(field, type);
  }

  /**
   * Returns the name that users type for a constant.
   *
   * @param value any constant
   */
  public static String label(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns all names, in order. */
  public List<String> labels() {
    return List.copyOf(byLabel.keySet());
  }

  /**
   * Returns the constant of a name.
   *
   * @param label a name
   * @throws InvalidInputException if there is none of that name; the message gives the nearest
   */
  public E parse(String label) {
    E value = byLabel.get(label);
    if (value == null) {
      throw new InvalidInputException(field, new NearestNames(labels()).unknown(field, label));
    }
    return value;
  }
}
