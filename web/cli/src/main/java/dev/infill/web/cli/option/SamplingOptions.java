package dev.infill.web.cli.option;

import dev.infill.core.InvalidInputException;
import dev.infill.core.sampler.Sampler;
import dev.infill.core.sampler.Setting;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.InfillSettings;
import dev.infill.web.api.Choices;
import dev.infill.web.api.ChosenSettings;
import dev.infill.web.api.SettingText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.Stack;
import java.util.TreeMap;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.TypeConversionException;

/**
 * The options that make {@link InfillSettings}, one for each setting of the table. What is not
 * given stays as the preset, or else {@link InfillSettings#defaults()}, has it.
 */
public final class SamplingOptions {
  private static final String RECOMMENDED_ACCEPTANCE = "0.574";
  private static final String NO_ADAPTATION = "off";

  private static final List<Setting<?>> OF_BLANKS =
      List.of(
          Settings.TOP,
          Settings.POOL,
          Settings.SELECT,
          Settings.DIVERSITY,
          Settings.REPEATS,
          Settings.VOCABULARY,
          Settings.ALLOW,
          Settings.FORBID,
          Settings.DISTINCT_WORDS,
          Settings.NO_REPEAT_NGRAM,
          Settings.MAX_RUN,
          Settings.KEYWORD,
          Settings.MAX_BLANKS);

  private final InfillSettings defaults;
  private final CommandSpec sampling = CommandSpec.create();
  private final CommandSpec blanks = CommandSpec.create();
  private final Map<Setting<?>, OptionSpec> options = new LinkedHashMap<>();
  private final OptionSpec preset;

  private enum Preset {
    PAPER
  }

  /** Makes the options of a command that fills texts as it likes best. */
  public SamplingOptions() {
    this(InfillSettings.defaults());
  }

  /**
   * Makes the options.
   *
   * @param defaults what holds where nothing is given
   */
  public SamplingOptions(InfillSettings defaults) {
    this(defaults, List.of());
  }

  /**
   * Makes the options of a command that sets some settings itself.
   *
   * @param defaults what holds where nothing is given
   * @param without settings that have no option here
   */
  public SamplingOptions(InfillSettings defaults, List<Setting<?>> without) {
    this.defaults = defaults;
    preset =
        CommandOption.choice("--preset", Preset.class)
            .paramLabel("NAME")
            .description(
                "Start from a set of choices; options given beside it win. paper: the infilling"
                    + " experiment of Zhang, Liu & Liu 2022 (%s).".formatted(paperChoices()))
            .build();
    sampling.addOption(preset);
    for (Setting<?> setting : Settings.ALL) {
      if (!setting.equals(Settings.CONCURRENT_BATCHES) && !without.contains(setting)) {
        OptionSpec option = option(setting, defaults);
        options.put(setting, option);
        (OF_BLANKS.contains(setting) ? blanks : sampling).addOption(option);
      }
    }
  }

  /**
   * Returns the option of a setting.
   *
   * @param setting the setting
   * @param defaults whose value help gives as the default
   */
  public static <T> OptionSpec option(Setting<T> setting, InfillSettings defaults) {
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

  private static <T> String description(Setting<T> setting, InfillSettings defaults) {
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

  /** Returns the options by the heading that help shows them under. */
  public Map<String, CommandSpec> groups() {
    Map<String, CommandSpec> groups = new LinkedHashMap<>();
    groups.put("Blanks and fillings", blanks);
    groups.put("Sampling", sampling);
    return groups;
  }

  /**
   * Returns some of the options, for a command that has no use for all.
   *
   * @param names their names
   */
  public CommandSpec only(String... names) {
    CommandSpec chosen = CommandSpec.create();
    for (String name : names) {
      OptionSpec option = sampling.findOption(name);
      chosen.addOption(
          Objects.requireNonNull(option == null ? blanks.findOption(name) : option, name));
    }
    return chosen;
  }

  /**
   * Returns the settings that a command line asks for.
   *
   * @param parsed what was given
   * @throws InvalidInputException if a setting is out of its range, or two do not go together
   */
  public InfillSettings settings(ParseResult parsed) {
    ChosenSettings chosen = new ChosenSettings();
    options.forEach(
        (setting, option) -> {
          if (parsed.hasMatchedOption(option)) {
            choose(chosen, setting, option);
          }
        });
    return chosen.over(parsed.hasMatchedOption(preset) ? InfillSettings.paper() : defaults);
  }

  private static <T> void choose(ChosenSettings chosen, Setting<T> setting, OptionSpec option) {
    chosen.put(
        setting,
        switch (setting.kind()) {
          case WORDS -> setting.of(byBlank(option.getValue()));
          case WEIGHTS -> setting.of(WordWeight.byWord(option.getValue()));
          default -> option.<T>getValue();
        });
  }

  /**
   * Refuses options that have no effect on the sampler: they were meant for another one.
   *
   * @param sampler the one that is to run, given or by default
   * @throws InvalidInputException naming the first such option, and the samplers that it is for
   */
  public void requireEffects(ParseResult parsed, Sampler sampler) {
    options.forEach(
        (setting, option) -> {
          if (parsed.hasMatchedOption(option)) {
            sampler.requireEffect(setting);
          }
        });
  }

  private static SortedMap<Integer, List<String>> byBlank(List<BlankWords> given) {
    SortedMap<Integer, List<String>> words = new TreeMap<>();
    given.forEach(
        of -> words.computeIfAbsent(of.blank(), blank -> new ArrayList<>()).addAll(of.words()));
    return words;
  }

  private static String paperChoices() {
    InfillSettings paper = InfillSettings.paper();
    return String.join(
        ", ",
        paper.get(Settings.BALANCING).label(),
        Choices.label(paper.get(Settings.GRADIENT)) + " gradient",
        "alpha " + paper.get(Settings.ALPHA),
        Choices.label(paper.vocabulary()) + " vocabulary",
        "burn-in " + paper.burnIn(),
        "pool " + Choices.label(paper.pool()) + (paper.repeats() ? " with repeats" : ""));
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
