package dev.infill.web.cli;

import dev.infill.core.InvalidInputException;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.infill.InfillSettings;
import dev.infill.core.infill.SamplerKind;
import dev.infill.core.infill.Start;
import dev.infill.core.kernel.IntermediateForm;
import dev.infill.evaluation.experiment.SamplerSpec;
import dev.infill.evaluation.experiment.StepSizeSource;
import dev.infill.evaluation.experiment.UpdatesPerStep;
import dev.infill.web.BalancingName;
import dev.infill.web.Choices;
import dev.infill.web.GradientChoices;
import dev.infill.web.NearestNames;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Samplers as the value of {@code --samplers}: names with commas between them, each followed by
 * what is not as in the protocol, as in {@code gibbs,dmala+balancing=power:0.9+alpha=0.3}.
 */
final class SamplerSpecs {
  static final String SYNTAX =
      "Samplers with commas between them: dmala, dula, gwg, gibbs, gibbs-mh, cdmala, cdula, cgwg."
          + " What a sampler has otherwise than the protocol follows its name: +alpha=A,"
          + " +alpha0=A, +intermediate=simplex|active-coordinate, +balancing=G,"
          + " +gradient=exact|own-term, +temperature=T, +start=masked|random,"
          + " +gwg-blanks=N, +updates=one|sweep (a step of gibbs changes one blank, or all in"
          + " turn).";

  private static final String UPDATES = "updates";
  private static final String ALPHA = "alpha";
  private static final String ALPHA_0 = "alpha0";

  private static final Map<String, Setter> SETTERS = setters();

  private SamplerSpecs() {}

  /** Sets one thing of a sampler. */
  @FunctionalInterface
  private interface Setter {
    void set(InfillSettings.Builder builder, String value);
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
    SamplerKind kind = Choices.of("sampler", SamplerKind.class).parse(parts[0]);
    InfillSettings.Builder builder = protocol.toBuilder().sampler(kind);
    Map<String, String> given = new LinkedHashMap<>();
    for (int i = 1; i < parts.length; i++) {
      int equals = parts[i].indexOf('=');
      String name = equals < 0 ? parts[i] : parts[i].substring(0, equals);
      if (!name.equals(UPDATES) && !SETTERS.containsKey(name)) {
        List<String> names = new ArrayList<>(SETTERS.keySet());
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
    String updates = given.remove(UPDATES);
    given.keySet().forEach(name -> requireEffect(label, kind, name));
    given.forEach(
        (name, value) -> Objects.requireNonNull(SETTERS.get(name), name).set(builder, value));
    return new SamplerSpec(
        label,
        builder.build(),
        updates == null
            ? UpdatesPerStep.ONE
            : Choices.of(UPDATES, UpdatesPerStep.class).parse(updates),
        given.containsKey(ALPHA) ? StepSizeSource.GIVEN : StepSizeSource.DEFAULT);
  }

  private static void requireEffect(String label, SamplerKind kind, String name) {
    Predicate<SamplerKind> has =
        switch (name) {
          case ALPHA -> SamplerKind::hasStepSize;
          case "balancing", "gradient" -> SamplerKind::usesGradient;
          case "gwg-blanks" -> sampler -> sampler == SamplerKind.GWG || sampler == SamplerKind.CGWG;
          case ALPHA_0, "intermediate" -> SamplerKind::usesIntermediates;
          default -> any -> true;
        };
    if (!has.test(kind)) {
      throw new InvalidInputException(
          "samplers",
          "%s: %s has no %s; it is for %s"
              .formatted(
                  label,
                  kind.label(),
                  name,
                  Arrays.stream(SamplerKind.values())
                      .filter(has)
                      .map(SamplerKind::label)
                      .collect(Collectors.joining(", "))));
    }
  }

  private static Map<String, Setter> setters() {
    Map<String, Setter> setters = new LinkedHashMap<>();
    setters.put(ALPHA, (builder, value) -> builder.stepSize(number(ALPHA, value, Double::valueOf)));
    setters.put(
        ALPHA_0,
        (builder, value) -> builder.intermediateStepSize(number(ALPHA_0, value, Double::valueOf)));
    Choices<IntermediateForm> intermediates = Choices.of("intermediate", IntermediateForm.class);
    setters.put(
        "intermediate", (builder, value) -> builder.intermediate(intermediates.parse(value)));
    setters.put("balancing", (builder, value) -> builder.balancing(BalancingName.parse(value)));
    Choices<GradientKind> gradients = GradientChoices.all();
    setters.put("gradient", (builder, value) -> builder.gradient(gradients.parse(value)));
    setters.put(
        "temperature",
        (builder, value) -> builder.temperature(number("temperature", value, Double::valueOf)));
    Choices<Start> starts = Choices.of("start", Start.class);
    setters.put("start", (builder, value) -> builder.start(starts.parse(value)));
    setters.put(
        "gwg-blanks",
        (builder, value) -> builder.blanksPerStep(number("gwg-blanks", value, Integer::valueOf)));
    return Collections.unmodifiableMap(setters);
  }

  private static <T> T number(String name, String value, Function<String, T> parser) {
    try {
      return parser.apply(value);
    } catch (NumberFormatException e) {
      throw new InvalidInputException(
          "samplers", "+%s takes a number, not '%s'".formatted(name, value), e);
    }
  }
}
