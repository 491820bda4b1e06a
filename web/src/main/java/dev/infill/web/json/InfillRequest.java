package dev.infill.web.json;

import dev.infill.core.InvalidInputException;
import dev.infill.core.infill.BlankConstraint;
import dev.infill.core.infill.InfillSettings;
import dev.infill.core.infill.SamplerKind;
import dev.infill.core.kernel.IntermediateForm;
import dev.infill.core.sampler.AcceptanceKind;
import dev.infill.core.sampler.Pool;
import dev.infill.core.sampler.Precondition;
import dev.infill.core.sampler.Start;
import dev.infill.core.text.EnergyKind;
import dev.infill.core.text.ModelDescription;
import dev.infill.core.text.VocabularyChoice;
import dev.infill.web.BalancingName;
import dev.infill.web.Choices;
import dev.infill.web.ExplicitChoices;
import dev.infill.web.GradientChoices;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * A text that is to be filled, and how.
 *
 * @param text the text
 * @param settings how
 */
public record InfillRequest(String text, InfillSettings settings) {
  /** The members of a request. */
  public static final List<String> MEMBERS = List.of("text", "settings", "preset");

  private static final String[] SETTINGS =
      Arrays.stream(SettingsJson.class.getRecordComponents())
          .map(component -> component.getName())
          .toArray(String[]::new);

  /** The settings that can be given without a model: all but those that say which model it was. */
  public static final List<String> CHOICES =
      Arrays.stream(SETTINGS)
          .filter(name -> !name.equals("model") && !name.equals("versions"))
          .toList();

  /** Sets of choices to start from. */
  public enum Preset {
    /** The defaults of the command line. */
    DEFAULT,
    /** The choices of the paper's experiment. */
    PAPER;

    /** Returns the choices. */
    public InfillSettings settings() {
      return switch (this) {
        case DEFAULT -> InfillSettings.defaults();
        case PAPER -> InfillSettings.paper();
      };
    }
  }

  /**
   * Reads a request: {@code text}, {@code settings} (any of the members of {@link SettingsJson})
   * and {@code preset}.
   *
   * @param body a JSON object
   * @param model the model, which is the only one that may be asked for
   * @throws MalformedJsonException if it is no JSON object
   * @throws InvalidInputException if a member is unknown, missing, or cannot be what it is
   */
  public static InfillRequest read(byte[] body, ModelDescription model) {
    return of(
        JsonMembers.read(body, MEMBERS.toArray(String[]::new)), Preset.DEFAULT.settings(), model);
  }

  /**
   * Reads a request of an object that may have other members beside {@link #MEMBERS}.
   *
   * @param members a JSON object
   * @param defaults what holds where neither {@code settings} nor {@code preset} says anything
   * @param model the model, which is the only one that may be asked for
   * @throws InvalidInputException if a member is missing, or cannot be what it is
   */
  public static InfillRequest of(
      JsonMembers members, InfillSettings defaults, ModelDescription model) {
    String text = members.require("text", members.text("text"));
    InfillSettings preset = preset(members, defaults);
    Optional<JsonMembers> settings = members.object("settings", SETTINGS);
    settings.ifPresent(given -> requireModel(given, model));
    return new InfillRequest(text, settings.map(given -> settings(given, preset)).orElse(preset));
  }

  /**
   * Reads settings that were written as {@link SettingsJson}.
   *
   * @param json a JSON object
   * @param model the model, which must be that of the settings
   * @throws InvalidInputException if a member is unknown, or cannot be what it is
   */
  public static InfillSettings readSettings(byte[] json, ModelDescription model) {
    JsonMembers given = JsonMembers.read(json, SETTINGS);
    requireModel(given, model);
    return settings(given, Preset.DEFAULT.settings());
  }

  /**
   * Reads choices that stand in one object, with or without a {@code preset} to start from.
   *
   * @param members a JSON object, of {@link #CHOICES}, {@code preset} and any other members
   * @throws InvalidInputException if one of them cannot be what it is
   */
  public static InfillSettings readChoices(JsonMembers members) {
    return settings(members, preset(members, Preset.DEFAULT.settings()));
  }

  private static InfillSettings preset(JsonMembers members, InfillSettings defaults) {
    return members
        .text("preset")
        .map(Choices.of("preset", Preset.class)::parse)
        .map(Preset::settings)
        .orElse(defaults);
  }

  /** Where it runs and in what precision may differ; other weights give other fillings. */
  private static void requireModel(JsonMembers settings, ModelDescription model) {
    settings.anyObject("versions");
    Optional<JsonMembers> given = settings.object("model", "name", "sha256", "device", "precision");
    requireSame(given.flatMap(asked -> asked.text("name")), model.name(), model);
    requireSame(given.flatMap(asked -> asked.text("sha256")), model.sha256(), model);
  }

  private static void requireSame(Optional<String> given, String own, ModelDescription model) {
    if (given.isPresent() && !given.get().equals(own)) {
      throw new InvalidInputException(
          "model",
          "Infill has the model %s with the SHA-256 %s here, and no other"
              .formatted(model.name(), model.sha256()));
    }
  }

  private static InfillSettings settings(JsonMembers given, InfillSettings preset) {
    OptionalInt steps = given.integer("steps");
    Optional<Pool> pool = choice(given, "pool", Pool.class);
    Optional<SamplerKind> sampler = choice(given, "sampler", SamplerKind.class);
    InfillSettings.Builder builder = new ExplicitChoices(steps, pool, sampler).over(preset);
    sampler.ifPresent(builder::sampler);
    choice(given, "energy", EnergyKind.class).ifPresent(builder::energy);
    given.text("gradient").map(GradientChoices.all()::parse).ifPresent(builder::gradient);
    given.text("balancing").map(BalancingName::parse).ifPresent(builder::balancing);
    given.number("alpha").ifPresent(builder::stepSize);
    OptionalDouble target = given.number("adapt");
    if (target.isPresent()) {
      builder.targetAcceptance(target);
    }
    choice(given, "intermediate", IntermediateForm.class).ifPresent(builder::intermediate);
    given.number("alpha0").ifPresent(builder::intermediateStepSize);
    choice(given, "precondition", Precondition.class).ifPresent(builder::precondition);
    OptionalInt cycles = given.integer("cycles");
    if (cycles.isPresent()) {
      builder.cycles(cycles);
    }
    OptionalInt minibatch = given.integer("minibatch");
    if (minibatch.isPresent()) {
      builder.minibatch(minibatch);
    }
    given.integer("gwgBlanks").ifPresent(builder::blanksPerStep);
    OptionalInt block = given.integer("block");
    if (block.isPresent()) {
      builder.blockSize(block);
    }
    given.integer("radius").ifPresent(builder::radius);
    choice(given, "acceptance", AcceptanceKind.class).ifPresent(builder::acceptance);
    given.number("delta").ifPresent(builder::delta);
    given.integer("chains").ifPresent(builder::chains);
    steps.ifPresent(builder::steps);
    given.integer("burnIn").ifPresent(builder::burnIn);
    given.integer("top").ifPresent(builder::top);
    pool.ifPresent(builder::pool);
    given.flag("repeats").ifPresent(builder::repeats);
    given.number("temperature").ifPresent(builder::temperature);
    OptionalDouble annealFrom = given.number("anneal");
    if (annealFrom.isPresent()) {
      builder.annealFrom(annealFrom);
    }
    given.longInteger("seed").ifPresent(builder::seed);
    choice(given, "start", Start.class).ifPresent(builder::start);
    choice(given, "vocabulary", VocabularyChoice.class).ifPresent(builder::vocabulary);
    given.integer("maxBlanks").ifPresent(builder::maxBlanks);
    given.integer("batch").ifPresent(builder::batch);
    given.integer("concurrentBatches").ifPresent(builder::concurrentBatches);
    Map<Integer, BlankConstraint> constraints = constraints(given);
    if (!constraints.isEmpty()) {
      builder.constraints(constraints);
    }
    return builder.build();
  }

  private static <E extends Enum<E>> Optional<E> choice(
      JsonMembers given, String name, Class<E> type) {
    return given.text(name).map(Choices.of(name, type)::parse);
  }

  private static Map<Integer, BlankConstraint> constraints(JsonMembers given) {
    Map<Integer, List<String>> allowed = byBlank(given, "allow");
    Map<Integer, List<String>> forbidden = byBlank(given, "forbid");
    Map<Integer, BlankConstraint> constraints = new TreeMap<>();
    Consumer<Integer> add =
        blank ->
            constraints.put(
                blank,
                new BlankConstraint(
                    allowed.getOrDefault(blank, List.of()),
                    forbidden.getOrDefault(blank, List.of())));
    allowed.keySet().forEach(add);
    forbidden.keySet().forEach(add);
    return constraints;
  }

  private static Map<Integer, List<String>> byBlank(JsonMembers given, String name) {
    Map<Integer, List<String>> byBlank = new TreeMap<>();
    given
        .textsByName(name)
        .forEach(
            (blank, words) -> {
              if (!blank.matches("[1-9][0-9]{0,5}")) {
                throw new InvalidInputException(
                    name,
                    "the members of %s are blanks, counted from 1, as in {\"1\": [\"given\"]}"
                        .formatted(name));
              }
              byBlank.put(Integer.valueOf(blank), words);
            });
    return byBlank;
  }
}
