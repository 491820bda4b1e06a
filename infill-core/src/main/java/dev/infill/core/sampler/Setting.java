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
 * A setting: its name, its values, its default and its meaning. The constants are in {@link
 * Settings}. A parameter of some samplers has an effect on those only; any other setting has one on
 * all.
 *
 * @param <T> the type of its values
 */
public final class Setting<T> {
  /** The kinds of plain values ({@link #plain}). */
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

  private final Row<T> row;
  private final String symbol;
  private final String sentence;

  private Setting(Row<T> row, String symbol, String sentence) {
    this.row = row;
    this.symbol = symbol;
    this.sentence = sentence;
  }

  /** Returns its name as an option of the command line, without the dashes. */
  public String name() {
    return row.name;
  }

  /** Returns its name as a member of JSON, such as {@code maxBlanks}. */
  public String jsonName() {
    StringBuilder camelCase = new StringBuilder();
    for (String word : row.name.split("-", -1)) {
      camelCase
          .append(
              camelCase.length() == 0
                  ? word.substring(0, 1)
                  : word.substring(0, 1).toUpperCase(Locale.ROOT))
          .append(word.substring(1));
    }
    return camelCase.toString();
  }

  /** Returns the kind of its plain values. */
  public Kind kind() {
    return row.kind;
  }

  /** Returns its default. */
  public T fallback() {
    return row.fallback;
  }

  /** Returns the range of its numbers; empty for other kinds. */
  public Optional<NumberRange> range() {
    return row.range;
  }

  /** Says whether the least number of the range is excluded. */
  public boolean isAboveRange() {
    return row.isAboveRange;
  }

  /** Returns the names of its values, in order; empty for other kinds than choices. */
  public List<String> choices() {
    return row.choices;
  }

  /** Returns the placeholder of a value in help, such as {@code N}. */
  public String symbol() {
    return symbol;
  }

  /** Returns its meaning, a sentence. */
  public String sentence() {
    return sentence;
  }

  /** Returns the meaning of a missing value; empty if a value is never missing. */
  public Optional<String> absent() {
    return row.absent;
  }

  /** Returns its label as a control of a form; empty if it is none. */
  public Optional<String> label() {
    return row.label;
  }

  /**
   * Returns the line beside its control. A choice has a line for each value.
   *
   * @param value a plain value
   */
  public String hint(Object value) {
    if (this == Settings.SAMPLER) {
      return Sampler.of((String) value).summary();
    }
    return row.hints.isEmpty()
        ? ""
        : row.hints.get(row.kind == Kind.CHOICE ? row.choices.indexOf(value) : 0);
  }

  /** Returns why a sampler without it refuses other values than the default; empty if none does. */
  public Optional<String> refusal() {
    return row.refusal;
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
    return row.plain.apply(row.fallback).isEmpty();
  }

  /**
   * Returns a value as a string, a number, a boolean or a map ({@link #kind()}); empty if it is
   * missing.
   *
   * @param value a value
   */
  public Optional<?> plain(T value) {
    return row.plain.apply(value);
  }

  /**
   * Returns the value of a plain value.
   *
   * @param value a plain value
   * @throws IllegalArgumentException if there is no such value
   */
  public T of(Object value) {
    return row.of.apply(value);
  }

  /**
   * Returns a value that lies in the range.
   *
   * @param value a value
   * @throws InvalidInputException naming this setting if it lies outside
   */
  public T require(T value) {
    row.plain.apply(value).ifPresent(this::requirePlain);
    return value;
  }

  private void requirePlain(Object value) {
    if (row.kind == Kind.CHOICE && !row.choices.contains(value)) {
      throw new InvalidInputException(
          row.name,
          row.name
              + " must be "
              + row.choices.stream().sorted().collect(Collectors.joining(" or ")));
    }
    if (value instanceof Integer whole) {
      row.range.ifPresent(numbers -> numbers.require(row.name, whole));
    } else if (value instanceof Double number) {
      row.range.ifPresent(numbers -> numbers.require(row.name, number));
    }
  }

  @Override
  public String toString() {
    return row.name;
  }

  /** A setting while it is written down; it changes no more once {@link #says} has returned. */
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
