package dev.infill.web.cli;

import dev.infill.core.InvalidInputException;
import dev.infill.core.infill.InfillSettings;
import dev.infill.core.infill.SamplerKind;
import dev.infill.evaluation.experiment.SamplerSpec;
import dev.infill.evaluation.experiment.StepSizeSource;
import dev.infill.evaluation.experiment.UpdatesPerStep;
import dev.infill.web.Choices;
import dev.infill.web.NearestNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Samplers as the value of {@code --samplers}: names with commas between them, each followed by
 * what is not as in the protocol, as in {@code gibbs,dmala+balancing=power:0.9+alpha=0.3}. What may
 * follow are options of {@link SamplingOptions}, with the values that these take.
 */
final class SamplerSpecs {
  static final String SYNTAX =
      "Samplers with commas between them: "
          + String.join(", ", samplers().labels())
          + ". What a sampler has otherwise than the protocol follows its name, with the values of"
          + " infill fill --help: +alpha=A, +alpha0=A, +intermediate=FORM, +balancing=G,"
          + " +gradient=KIND, +precondition=KIND, +cycles=N, +minibatch=N, +gwg-blanks=N, +block=N,"
          + " +radius=N, +acceptance=KIND, +delta=D, +temperature=T, +anneal=T0, +burn-in=N,"
          + " +start=WHERE, +updates=one|sweep (a step of gibbs changes one blank, or all in"
          + " turn).";

  private static final String UPDATES = "updates";
  private static final String ALPHA = "alpha";

  private SamplerSpecs() {}

  private static Choices<SamplerKind> samplers() {
    return Choices.of("sampler", SamplerKind.class);
  }

  /**
   * Returns the samplers of a list, in order.
   *
   * @param list the value of the option
   * @param protocol what they have in common
   * @throws InvalidInputException if a sampler or what follows it cannot be understood
   */
  static List<SamplerSpec> parse(String list, InfillSettings protocol) {
    return CommaList.parse(list).stream().map(label -> one(label, protocol)).toList();
  }

  private static SamplerSpec one(String label, InfillSettings protocol) {
    String[] parts = label.split("\\+", -1);
    SamplerKind kind = samplers().parse(parts[0]);
    Map<String, String> given = given(label, parts);
    String updates = given.remove(UPDATES);
    given.keySet().forEach(name -> requireEffect(label, kind, name));
    return new SamplerSpec(
        label,
        settings(label, protocol.toBuilder().sampler(kind), given),
        updates == null
            ? UpdatesPerStep.ONE
            : Choices.of(UPDATES, UpdatesPerStep.class).parse(updates),
        given.containsKey(ALPHA) ? StepSizeSource.GIVEN : StepSizeSource.DEFAULT);
  }

  private static Map<String, String> given(String label, String[] parts) {
    Map<String, String> given = new LinkedHashMap<>();
    for (int i = 1; i < parts.length; i++) {
      int equals = parts[i].indexOf('=');
      String name = equals < 0 ? parts[i] : parts[i].substring(0, equals);
      if (!name.equals(UPDATES) && !SettingEffects.names().contains(name)) {
        List<String> names = new ArrayList<>(SettingEffects.names());
        names.add(UPDATES);
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

  private static InfillSettings settings(
      String label, InfillSettings.Builder builder, Map<String, String> given) {
    SamplingOptions options = new SamplingOptions();
    try {
      given.forEach((name, value) -> options.set(builder, "--" + name, value));
      return builder.build();
    } catch (InvalidInputException e) {
      throw new InvalidInputException("samplers", label + ": " + e.getMessage(), e);
    }
  }

  private static void requireEffect(String label, SamplerKind kind, String name) {
    SettingEffects.missing(kind, name)
        .ifPresent(
            missing -> {
              throw new InvalidInputException("samplers", label + ": " + missing);
            });
  }
}
