package dev.infill.web.cli.option;

import dev.infill.core.InvalidInputException;
import dev.infill.core.sampler.Sampler;
import dev.infill.core.sampler.Setting;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.SampleSettings;
import dev.infill.evaluation.paper.SamplerSpec;
import dev.infill.evaluation.paper.UpdatesPerStep;
import dev.infill.web.api.Choices;
import dev.infill.web.api.NearestNames;
import dev.infill.web.api.SettingText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Samplers as the value of {@code --samplers}: names with commas between them, each followed by
 * what is not as in the protocol, as in {@code gibbs,dmala+balancing=power:0.9+alpha=0.3}. What may
 * follow are the parameters of samplers, and some settings of all.
 */
public final class SamplerSpecs {
  private static final List<Setting<?>> OF_ALL_SAMPLERS =
      List.of(Settings.TEMPERATURE, Settings.ANNEAL, Settings.BURN_IN, Settings.START);

  /** A step size is not adapted during an experiment. */
  private static final List<Setting<?>> SETTINGS =
      Settings.ALL.stream()
          .filter(
              setting ->
                  OF_ALL_SAMPLERS.contains(setting)
                      || (!setting.samplers().isEmpty() && !setting.equals(Settings.ADAPT)))
          .toList();

  /** As {@link #parse(String, SampleSettings)} reads it. */
  public static final String SYNTAX =
      syntax(List.of())
          + ", +updates=one|sweep (a step of gibbs changes one blank, or all in turn).";

  private static final String UPDATES = "updates";

  private SamplerSpecs() {}

  /**
   * Returns how a list is written.
   *
   * @param more as for {@link #parse(String, SampleSettings, List)}
   */
  public static String syntax(List<Setting<?>> more) {
    return "Samplers with commas between them: "
        + String.join(", ", Sampler.labels())
        + ". Settings that differ from the protocol follow a name, with the values of"
        + " infill sample --help: "
        + Stream.concat(SETTINGS.stream(), more.stream())
            .map(setting -> "+%s=%s".formatted(setting.name(), setting.symbol()))
            .collect(Collectors.joining(", "));
  }

  /**
   * Returns the samplers of a list, in order.
   *
   * @param list the value of the option
   * @param protocol what they have in common
   * @throws InvalidInputException if a sampler or what follows it cannot be understood
   */
  public static List<SamplerSpec> parse(String list, SampleSettings protocol) {
    return parse(list, protocol, List.of());
  }

  /**
   * Returns the samplers of a list, in order.
   *
   * @param list as above
   * @param protocol as above
   * @param more what may follow a name beside the settings above
   * @throws InvalidInputException as above
   */
  public static List<SamplerSpec> parse(
      String list, SampleSettings protocol, List<Setting<?>> more) {
    List<Setting<?>> settings = Stream.concat(SETTINGS.stream(), more.stream()).toList();
    return CommaList.parse(list).stream().map(label -> one(label, protocol, settings)).toList();
  }

  private static SamplerSpec one(String label, SampleSettings protocol, List<Setting<?>> settings) {
    String[] parts = label.split("\\+", -1);
    String sampler = SettingText.parse(Settings.SAMPLER, parts[0]);
    Map<String, String> given = given(label, parts, settings);
    String updates = given.remove(UPDATES);
    return new SamplerSpec(
        label,
        settings(label, protocol, Sampler.of(sampler), given, settings),
        updates == null
            ? UpdatesPerStep.ONE
            : Choices.of(UPDATES, UpdatesPerStep.class).parse(updates));
  }

  private static Map<String, String> given(
      String label, String[] parts, List<Setting<?>> settings) {
    List<String> names = new ArrayList<>(settings.stream().map(Setting::name).toList());
    names.add(UPDATES);
    Map<String, String> given = new LinkedHashMap<>();
    for (int i = 1; i < parts.length; i++) {
      int equals = parts[i].indexOf('=');
      String name = equals < 0 ? parts[i] : parts[i].substring(0, equals);
      if (!names.contains(name)) {
        throw new InvalidInputException(
            "samplers", label + ": " + new NearestNames(names).unknown("setting", name));
      }
      if (equals < 0 || given.put(name, parts[i].substring(equals + 1)) != null) {
        throw new InvalidInputException(
            "samplers",
            "%s: write each setting once, with its value, as in +%s=…".formatted(label, name));
      }
    }
    return given;
  }

  private static SampleSettings settings(
      String label,
      SampleSettings protocol,
      Sampler sampler,
      Map<String, String> given,
      List<Setting<?>> settings) {
    try {
      Map<Setting<?>, Object> chosen = new HashMap<>();
      chosen.put(Settings.SAMPLER, sampler.label());
      for (Setting<?> setting : settings) {
        if (given.containsKey(setting.name())) {
          sampler.requireEffect(setting);
          chosen.put(setting, SettingOption.parse(setting, given.getOrDefault(setting.name(), "")));
        }
      }
      return protocol.withAll(chosen);
    } catch (InvalidInputException e) {
      throw new InvalidInputException("samplers", label + ": " + e.getMessage(), e);
    }
  }
}
