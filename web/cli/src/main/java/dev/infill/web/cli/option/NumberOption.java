package dev.infill.web.cli.option;

import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.TypeConversionException;

/** Numbers as the values of options. */
public final class NumberOption {
  private NumberOption() {}

  /**
   * Returns an option whose value is a whole number.
   *
   * @param name its name
   * @param description what it means
   * @param fallback its default
   */
  public static OptionSpec of(String name, String description, int fallback) {
    return of(name, description + " Default: " + fallback + ".");
  }

  /**
   * Returns an option whose value is a whole number.
   *
   * @param name its name
   * @param description what it means, and what without it
   */
  public static OptionSpec of(String name, String description) {
    return OptionSpec.builder(name)
        .paramLabel("N")
        .arity("1")
        .type(Integer.class)
        .converters(NumberOption::integer)
        .description(description)
        .build();
  }

  /**
   * Returns an option whose value is a list of step sizes.
   *
   * @param name its name
   * @param description what it means
   * @param fallback its default, numbers with commas between them
   */
  public static OptionSpec decimals(String name, String description, String fallback) {
    return list(name, "A,A", Double.class, NumberOption::decimal, description, fallback);
  }

  /**
   * Returns an option whose value is a list of whole numbers.
   *
   * @param name its name
   * @param description what it means
   * @param fallback its default, numbers with commas between them
   */
  public static OptionSpec integers(String name, String description, String fallback) {
    return list(name, "N,N", Integer.class, NumberOption::integer, description, fallback);
  }

  private static OptionSpec list(
      String name,
      String label,
      Class<?> type,
      ITypeConverter<?> converter,
      String description,
      String fallback) {
    return OptionSpec.builder(name)
        .paramLabel(label)
        .hideParamSyntax(true)
        .arity("1")
        .type(List.class)
        .auxiliaryTypes(type)
        .splitRegex(",")
        .converters(converter)
        .defaultValue(fallback)
        .description(description + " Default: " + fallback + ".")
        .build();
  }

  public static Integer integer(String value) {
    return parse(value, "a whole number", Integer::valueOf);
  }

  public static Long longInteger(String value) {
    return parse(value, "a whole number", Long::valueOf);
  }

  public static Double decimal(String value) {
    return parse(value, "a number", Double::valueOf);
  }

  private static <T> T parse(String value, String expected, Function<String, T> parser) {
    try {
      return parser.apply(value);
    } catch (NumberFormatException e) {
      throw new TypeConversionException("expected " + expected + ", not '" + value + "'");
    }
  }
}
