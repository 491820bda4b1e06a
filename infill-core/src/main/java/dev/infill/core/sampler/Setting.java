package dev.infill.core.sampler;

import dev.infill.core.InvalidInputException;
import dev.infill.core.NumberRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A setting: what it is called, what it may be, what it is where nobody says, and what it means.
 * The constants are in {@link Settings}. A setting that some samplers have as a parameter has an
 * effect on those only; any other has one on all.
 *
 * @param <T> the type of its values
 */
public final class Setting<T> {
  /** What a plain value is ({@link #plain}). */
  public enum Kind {
    /** A string, one of {@link #choices()}. */
    CHOICE,
    /** Any other string. */
    TEXT,
    /** An {@link Integer}. */
    INTEGER,
    /** A {@link Long}. */
    LONG,
    /** A {@link Double}. */
    NUMBER,
    /** A {@link Boolean}. */
    FLAG,
    /** Lists of words by blank, counted from 1. */
    WORDS,
    /** A {@link Double} by word. */
    WEIGHTS
  }

  private final String name;
  private final Kind kind;
  private final T fallback;
  private final Function<Object, T> of;
  private final Function<T, Optional<?>> plain;
  private final Optional<NumberRange> range;
  private final boolean isAboveRange;
  private final List<String> choices;
  private final String symbol;
  private final String sentence;
  private final Optional<String> absent;
  private final Optional<String> label;
  private final List<String> hints;
  private final Optional<String> refusal;

  private Setting(Row<T> row, String symbol, String sentence) {
    this.name = row.name;
    this.kind = row.kind;
    this.fallback = row.fallback;
    this.of = row.of;
    this.plain = row.plain;
    this.range = row.range;
    this.isAboveRange = row.isAboveRange;
    this.choices = row.choices;
    this.symbol = symbol;
    this.sentence = sentence;
    this.absent = row.absent;
    this.label = row.label;
    this.hints = row.hints;
    this.refusal = row.refusal;
  }

  /** Returns its name as an option of the command line, without the dashes. */
  public String name() {
    return name;
  }

  /** Returns its name as a member of JSON, such as {@code maxBlanks}, and of a sampler. */
  public String jsonName() {
    StringBuilder camelCase = new StringBuilder();
    for (String word : name.split("-", -1)) {
      camelCase
          .append(
              camelCase.length() == 0
                  ? word.substring(0, 1)
                  : word.substring(0, 1).toUpperCase(Locale.ROOT))
          .append(word.substring(1));
    }
    return camelCase.toString();
  }

  /** Returns what its plain values are. */
  public Kind kind() {
    return kind;
  }

  /** Returns the value that holds where nobody says anything. */
  public T fallback() {
    return fallback;
  }

  /** Returns the numbers that it may be; empty for others than numbers. */
  public Optional<NumberRange> range() {
    return range;
  }

  /** Says whether the least number of the range is not one that it may be. */
  public boolean isAboveRange() {
    return isAboveRange;
  }

  /** Returns the names of its values, in order; empty for others than choices. */
  public List<String> choices() {
    return choices;
  }

  /** Returns what stands for a value in help, such as {@code N}. */
  public String symbol() {
    return symbol;
  }

  /** Returns what it means. */
  public String sentence() {
    return sentence;
  }

  /** Returns what holds where it has no value, or none is written down; empty if it has one. */
  public Optional<String> absent() {
    return absent;
  }

  /** Returns what it is called where it is a control of a form; empty if it is none. */
  public Optional<String> label() {
    return label;
  }

  /**
   * Returns the line that stands beside its control, which of a choice depends on the value.
   *
   * @param value a plain value
   */
  public String hint(Object value) {
    if (this == Settings.SAMPLER) {
      return Sampler.of((String) value).summary();
    }
    return hints.isEmpty() ? "" : hints.get(kind == Kind.CHOICE ? choices.indexOf(value) : 0);
  }

  /** Says why a sampler that does not have it refuses every other value than the default. */
  public Optional<String> refusal() {
    return refusal;
  }

  /** Returns the labels of the samplers that it has an effect on. */
  public List<String> samplers() {
    return Arrays.stream(Sampler.values())
        .filter(sampler -> sampler.has(this))
        .map(Sampler::label)
        .toList();
  }

  /** Says whether a value may be missing. */
  public boolean isOptional() {
    return plain.apply(fallback).isEmpty();
  }

  /**
   * Returns a value as a string, a number, a boolean or a map, as {@link #kind()} says; empty if
   * there is none.
   *
   * @param value a value
   */
  public Optional<?> plain(T value) {
    return plain.apply(value);
  }

  /**
   * Returns the value that is meant by a plain one.
   *
   * @param value what {@link #plain} returns of one
   * @throws IllegalArgumentException if it means none
   */
  public T of(Object value) {
    return of.apply(value);
  }

  /**
   * Returns a value that lies in the range.
   *
   * @param value a value
   * @throws InvalidInputException naming this setting if it lies outside
   */
  public T require(T value) {
    plain.apply(value).ifPresent(this::requirePlain);
    return value;
  }

  private void requirePlain(Object value) {
    if (kind == Kind.CHOICE && !choices.contains(value)) {
      throw new InvalidInputException(
          name, name + " must be " + choices.stream().sorted().collect(Collectors.joining(" or ")));
    }
    range.ifPresent(
        numbers -> {
          if (value instanceof Integer whole) {
            numbers.require(name, whole);
          } else {
            numbers.require(name, (Double) value);
          }
        });
  }

  @Override
  public String toString() {
    return name;
  }

  /** What is known of a setting while it is written down. */
  static final class Row<T> {
    private final String name;
    private final Kind kind;
    private final T fallback;
    private final Function<Object, T> of;
    private final Function<T, Optional<?>> plain;
    private Optional<NumberRange> range = Optional.empty();
    private boolean isAboveRange;
    private List<String> choices = List.of();
    private Optional<String> absent = Optional.empty();
    private Optional<String> label = Optional.empty();
    private List<String> hints = List.of();
    private Optional<String> refusal = Optional.empty();

    Row(
        String name,
        Kind kind,
        T fallback,
        Function<Object, T> of,
        Function<T, Optional<?>> plain) {
      this.name = name;
      this.kind = kind;
      this.fallback = fallback;
      this.of = of;
      this.plain = plain;
    }

    static Row<Double> number(String name, double fallback) {
      return new Row<>(name, Kind.NUMBER, fallback, Double.class::cast, Optional::of);
    }

    static Row<OptionalDouble> optionalNumber(String name) {
      return new Row<>(
          name,
          Kind.NUMBER,
          OptionalDouble.empty(),
          value -> OptionalDouble.of((Double) value),
          value -> value.stream().boxed().findFirst());
    }

    static Row<Integer> integer(String name, int fallback) {
      return new Row<>(name, Kind.INTEGER, fallback, Integer.class::cast, Optional::of);
    }

    static Row<OptionalInt> optionalInteger(String name) {
      return new Row<>(
          name,
          Kind.INTEGER,
          OptionalInt.empty(),
          value -> OptionalInt.of((Integer) value),
          value -> value.stream().boxed().findFirst());
    }

    static Row<OptionalLong> optionalLong(String name) {
      return new Row<>(
          name,
          Kind.LONG,
          OptionalLong.empty(),
          value -> OptionalLong.of((Long) value),
          value -> value.stream().boxed().findFirst());
    }

    static Row<Boolean> flag(String name) {
      return new Row<>(name, Kind.FLAG, false, Boolean.class::cast, Optional::of);
    }

    static <E extends Enum<E>> Row<E> choice(String name, E fallback) {
      return choice(name, fallback, EnumSet.allOf(fallback.getDeclaringClass()));
    }

    static <E extends Enum<E>> Row<E> choice(String name, E fallback, EnumSet<E> values) {
      Map<String, E> byLabel = new LinkedHashMap<>();
      values.forEach(value -> byLabel.put(label(value), value));
      return new Row<E>(
              name,
              Kind.CHOICE,
              fallback,
              label ->
                  Optional.ofNullable(byLabel.get(label))
                      .orElseThrow(() -> new IllegalArgumentException("no " + name + ": " + label)),
              value -> Optional.of(label(value)))
          .of(byLabel.keySet());
    }

    private static String label(Enum<?> value) {
      return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    Row<T> of(Iterable<String> labels) {
      List<String> names = new ArrayList<>();
      labels.forEach(names::add);
      choices = Collections.unmodifiableList(names);
      return this;
    }

    Row<T> in(NumberRange numbers) {
      range = Optional.of(numbers);
      return this;
    }

    Row<T> from(double least, double most) {
      return in(new NumberRange(least, most));
    }

    Row<T> above(double bound, double most) {
      isAboveRange = true;
      return from(bound, most);
    }

    Row<T> absent(String text) {
      absent = Optional.of(text);
      return this;
    }

    /** A control of a form, with a line of explanation, or one for each choice. */
    Row<T> control(String text, String... lines) {
      label = Optional.of(text);
      hints = Arrays.asList(lines);
      return this;
    }

    Row<T> refusal(String text) {
      refusal = Optional.of(text);
      return this;
    }

    Setting<T> says(String symbol, String sentence) {
      return new Setting<>(this, symbol, sentence);
    }
  }
}
