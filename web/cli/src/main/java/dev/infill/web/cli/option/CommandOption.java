package dev.infill.web.cli.option;

import dev.infill.web.api.Choices;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.TypeConversionException;

/** How the options of commands are declared, and how numbers in them are read. */
public final class CommandOption {
  private CommandOption() {}

  /**
   * Begins an option with a value.
   *
   * @param name its name
   * @param label what help calls the value
   * @param type the value's type
   */
  public static OptionSpec.Builder value(String name, String label, Class<?> type) {
    return OptionSpec.builder(name).paramLabel(label).arity("1").type(type);
  }

  /**
   * Returns an option that is given or not.
   *
   * @param name its name
   * @param description what it means
   */
  public static OptionSpec flag(String name, String description) {
    return OptionSpec.builder(name)
        .type(boolean.class)
        .initialValue(false)
        .description(description)
        .build();
  }

  /**
   * Returns an option whose value is a whole number.
   *
   * @param name its name
   * @param description what it means
   * @param fallback its default
   */
  public static OptionSpec number(String name, String description, int fallback) {
    return number(name, description + " Default: " + fallback + ".");
  }

  /**
   * Returns an option whose value is a whole number.
   *
   * @param name its name
   * @param description what it means, and what without it
   */
  public static OptionSpec number(String name, String description) {
    return value(name, "N", Integer.class).description(description).build();
  }

  /**
   * Begins an option whose value is a constant; help lists them all in its place.
   *
   * @param name its name
   * @param type the constants, by the names that {@link Choices} gives them
   */
  public static <E extends Enum<E>> OptionSpec.Builder choice(String name, Class<E> type) {
    Choices<E> choices = Choices.of(name.substring(2), type);
    return value(name, String.join("|", choices.labels()), type).converters(choices::parse);
  }

  /**
   * Registers the converters of numbers, which name the value that they refuse.
   *
   * @param command a command with all its subcommands
   */
  public static void registerNumbers(CommandLine command) {
    command
        .registerConverter(Integer.class, CommandOption::integer)
        .registerConverter(Long.class, CommandOption::longInteger)
        .registerConverter(Double.class, CommandOption::decimal);
  }

  static Integer integer(String value) {
    return parse(value, "a whole number", Integer::valueOf);
  }

  static Long longInteger(String value) {
    return parse(value, "a whole number", Long::valueOf);
  }

  static Double decimal(String value) {
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
