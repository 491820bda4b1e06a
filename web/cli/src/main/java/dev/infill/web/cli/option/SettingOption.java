package dev.infill.web.cli.option;

import dev.infill.core.InvalidInputException;
import dev.infill.core.sampler.Setting;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.TextSettings;
import dev.infill.web.api.ChosenSettings;
import dev.infill.web.api.SettingText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.Stack;
import java.util.TreeMap;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.TypeConversionException;

/** The option of a setting: how help describes it, and what its values mean. */
final class SettingOption {
  private static final String RECOMMENDED_ACCEPTANCE = "0.574";
  private static final String NO_ADAPTATION = "off";

  private SettingOption() {}

  /**
   * Returns the option of a setting.
   *
   * @param setting the setting
   * @param defaults whose value help gives as the default
   */
  static <T> OptionSpec of(Setting<T> setting, TextSettings<?> defaults) {
    OptionSpec.Builder option =
        OptionSpec.builder("--" + setting.name()).description(description(setting, defaults));
    return switch (setting.kind()) {
      case FLAG -> option.type(Boolean.class).arity("0").negatable(true).build();
      case WORDS ->
          repeatable(option, setting, BlankWords.class, v -> BlankWords.parse(setting.name(), v));
      case WEIGHTS ->
          repeatable(option, setting, WordWeight.class, v -> WordWeight.parse(setting.name(), v));
      case CHOICE, TEXT, INTEGER, LONG, NUMBER -> {
        option
            .paramLabel(setting.symbol())
            .arity("1")
            .type(setting.fallback().getClass())
            .converters(value -> converted(setting, value));
        if (setting.equals(Settings.ADAPT)) {
          option
              .arity("0..1")
              .fallbackValue(RECOMMENDED_ACCEPTANCE)
              .preprocessor(new TargetOrText());
        }
        yield option.build();
      }
    };
  }

  private static OptionSpec repeatable(
      OptionSpec.Builder option, Setting<?> setting, Class<?> type, ITypeConverter<?> converter) {
    return option
        .paramLabel(setting.symbol())
        .arity("1")
        .type(List.class)
        .auxiliaryTypes(type)
        .converters(converter)
        .build();
  }

  private static <T> String description(Setting<T> setting, TextSettings<?> defaults) {
    Optional<?> value = setting.plain(defaults.get(setting));
    String fallback =
        setting
            .absent()
            .filter(text -> !(setting.isOptional() && value.isPresent()))
            .orElseGet(() -> shown(value.orElseThrow()));
    String sentence = setting.sentence();
    if (setting.equals(Settings.SAMPLER)) {
      // Which they are stands nowhere else in help.
      sentence = String.join(", ", setting.choices()) + ". " + sentence;
    }
    return sentence + (isRepeatable(setting) ? " Repeatable." : "") + " Default: " + fallback + ".";
  }

  private static boolean isRepeatable(Setting<?> setting) {
    return setting.kind() == Setting.Kind.WORDS || setting.kind() == Setting.Kind.WEIGHTS;
  }

  private static String shown(Object value) {
    if (value instanceof Boolean flag) {
      return flag ? "yes" : "no";
    }
    return value.toString();
  }

  /**
   * Returns the value of a setting that an option with a value gives.
   *
   * @param setting a setting that is neither a flag nor words nor weights
   * @param text the value of its option
   * @throws InvalidInputException if the option cannot have it
   */
  static <T> T parse(Setting<T> setting, String text) {
    try {
      return converted(setting, text);
    } catch (TypeConversionException e) {
      throw new InvalidInputException(setting.name(), setting.name() + ": " + e.getMessage(), e);
    }
  }

  private static <T> T converted(Setting<T> setting, String text) {
    if (setting.equals(Settings.ADAPT)) {
      return text.equals(NO_ADAPTATION) ? setting.fallback() : setting.of(target(text));
    }
    return switch (setting.kind()) {
      case INTEGER -> setting.of(CommandOption.integer(text));
      case LONG -> setting.of(CommandOption.longInteger(text));
      case NUMBER -> setting.of(CommandOption.decimal(text));
      case CHOICE, TEXT -> SettingText.parse(setting, text);
      case FLAG, WORDS, WEIGHTS -> throw new IllegalArgumentException(setting.name());
    };
  }

  private static Double target(String text) {
    try {
      return Double.valueOf(text);
    } catch (NumberFormatException e) {
      throw new InvalidInputException(
          "adapt",
          "expected an acceptance rate between 0 and 1, such as "
              + RECOMMENDED_ACCEPTANCE
              + ", or off; not '"
              + text
              + "'",
          e);
    }
  }

  /**
   * Adds the value of an option that was given.
   *
   * @param chosen to what
   * @param setting whose option it is
   * @param option the option
   */
  static <T> void choose(ChosenSettings chosen, Setting<T> setting, OptionSpec option) {
    chosen.put(
        setting,
        switch (setting.kind()) {
          case WORDS -> setting.of(byBlank(option.getValue()));
          case WEIGHTS -> setting.of(WordWeight.byWord(option.getValue()));
          default -> option.<T>getValue();
        });
  }

  private static SortedMap<Integer, List<String>> byBlank(List<BlankWords> given) {
    SortedMap<Integer, List<String>> words = new TreeMap<>();
    given.forEach(
        of -> words.computeIfAbsent(of.blank(), blank -> new ArrayList<>()).addAll(of.words()));
    return words;
  }

  /**
   * Keeps {@code --adapt} from taking the text that follows it for its target: only {@code
   * --adapt=TARGET}, or a number after it, is one.
   */
  private static final class TargetOrText implements IParameterPreprocessor {
    @Override
    public boolean preprocess(
        Stack<String> arguments, CommandSpec command, ArgSpec option, Map<String, Object> info) {
      boolean attached = "=".equals(info.get("separator"));
      if (!attached && (arguments.isEmpty() || !isTarget(arguments.peek()))) {
        arguments.push(RECOMMENDED_ACCEPTANCE);
      }
      return false;
    }

    private static boolean isTarget(String argument) {
      return argument.equals(NO_ADAPTATION) || argument.matches("[-+0-9.][-+0-9.eE]*");
    }
  }
}
