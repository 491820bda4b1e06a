package dev.infill.web.cli;

import dev.infill.core.InvalidInputException;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.infill.BlankConstraint;
import dev.infill.core.infill.InfillSettings;
import dev.infill.core.infill.SamplerKind;
import dev.infill.core.kernel.BalancingFunction;
import dev.infill.core.kernel.IntermediateForm;
import dev.infill.core.sampler.AcceptanceKind;
import dev.infill.core.sampler.Pool;
import dev.infill.core.sampler.Precondition;
import dev.infill.core.sampler.Start;
import dev.infill.core.text.VocabularyChoice;
import dev.infill.web.BalancingName;
import dev.infill.web.Choices;
import dev.infill.web.ExplicitChoices;
import dev.infill.web.GradientChoices;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Stack;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.TypeConversionException;

/**
 * The options that make {@link InfillSettings}, one row each: name, meaning, default and what it
 * sets. What is not given stays as the preset, or else {@link InfillSettings#defaults()}, has it.
 */
final class SamplingOptions {
  private static final String RECOMMENDED_ACCEPTANCE = "0.574";
  private static final String NO_ADAPTATION = "off";

  private final InfillSettings defaults;
  private final CommandSpec sampling = CommandSpec.create();
  private final CommandSpec blanks = CommandSpec.create();
  private final List<Row<?>> rows = new ArrayList<>();
  private final OptionSpec preset;
  private final OptionSpec allow;
  private final OptionSpec forbid;

  private record Row<T>(OptionSpec option, BiConsumer<InfillSettings.Builder, T> setter) {
    void apply(ParseResult parsed, InfillSettings.Builder builder) {
      if (parsed.hasMatchedOption(option)) {
        setter.accept(builder, option.<T>getValue());
      }
    }

    void requireEffect(ParseResult parsed, SamplerKind sampler) {
      String name = name();
      if (parsed.hasMatchedOption(option)) {
        SettingEffects.missing(sampler, name)
            .ifPresent(
                missing -> {
                  throw new InvalidInputException(name, missing);
                });
      }
    }

    private String name() {
      return option.longestName().substring("--".length());
    }

    void set(InfillSettings.Builder builder, String value) {
      setter.accept(builder, converted(value));
    }

    @SuppressWarnings("unchecked") // Options are made with one converter, of their setter's type.
    private T converted(String value) {
      try {
        return (T) option.converters()[0].convert(value);
      } catch (InvalidInputException e) {
        throw e;
      } catch (TypeConversionException e) {
        throw new InvalidInputException(name(), name() + ": " + e.getMessage(), e);
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private enum Preset {
    PAPER
  }

  /** Makes the options of a command that fills texts as it likes best. */
  SamplingOptions() {
    this(InfillSettings.defaults());
  }

  /**
   * Makes the options.
   *
   * @param defaults what holds where nothing is given
   */
  SamplingOptions(InfillSettings defaults) {
    this.defaults = defaults;
    Choices<Preset> presets = Choices.of("preset", Preset.class);
    preset =
        OptionSpec.builder("--preset")
            .paramLabel("NAME")
            .type(Preset.class)
            .converters(presets::parse)
            .description(
                "Start from a set of choices; options given beside it win. paper: the infilling"
                    + " experiment of Zhang, Liu & Liu 2022 (%s).".formatted(paperChoices()))
            .build();
    sampling.addOption(preset);

    Choices<SamplerKind> samplers = Choices.of("sampler", SamplerKind.class);
    add(
        sampling,
        option("--sampler", "NAME", SamplerKind.class, samplers::parse)
            .description(
                listed(samplers)
                    + ". dmala and dula move all blanks at once, the others one or few; dula and"
                    + " gibbs are approximate. gibbs-exact, lb and hb ask for U of up to 2000"
                    + " fillings in a step: for few words, as of --allow. Default: "
                    + Choices.label(defaults.sampler())
                    + "."),
        InfillSettings.Builder::sampler);
    add(
        sampling,
        option("--energy", "KIND", EnergyOption.type(), EnergyOption.choices()::parse)
            .description(EnergyOption.description(defaults.energy())),
        InfillSettings.Builder::energy);
    Choices<GradientKind> gradients = GradientChoices.all();
    add(
        sampling,
        option("--gradient", "KIND", GradientKind.class, gradients::parse)
            .description(
                "What proposals look at: exact (the whole gradient of U) or own-term (each blank's"
                    + " own conditional; about half the cost). Default: "
                    + Choices.label(defaults.gradient())
                    + "."),
        InfillSettings.Builder::gradient);
    add(
        sampling,
        option("--balancing", "G", BalancingFunction.class, BalancingName::parse)
            .description(
                BalancingOption.DESCRIPTION + " Default: " + defaults.balancing().label() + "."),
        InfillSettings.Builder::balancing);
    add(
        sampling,
        option("--alpha", "A", Double.class, NumberOption::decimal)
            .description(
                "Step size of dmala, dula, cdmala and cdula, from 1e-9 to 1e9; the larger, the more"
                    + " blanks change at once. Default: "
                    + defaults.stepSize()
                    + "."),
        InfillSettings.Builder::stepSize);
    add(
        sampling,
        option("--adapt", "TARGET", OptionalDouble.class, SamplingOptions::target)
            .arity("0..1")
            .fallbackValue(RECOMMENDED_ACCEPTANCE)
            .preprocessor(new TargetOrText())
            .description(
                "Adapt the step size in burn-in toward this acceptance rate ("
                    + RECOMMENDED_ACCEPTANCE
                    + " if none is given), then keep it; off: do not. Default: "
                    + adaptation(defaults.targetAcceptance())
                    + "."),
        InfillSettings.Builder::targetAcceptance);
    Choices<IntermediateForm> intermediates = Choices.of("intermediate", IntermediateForm.class);
    add(
        sampling,
        option("--intermediate", "FORM", IntermediateForm.class, intermediates::parse)
            .description(
                "Where cdmala, cdula and cgwg look at the gradient, a step uphill from the filling:"
                    + " projected onto mixtures of words (simplex), or by weakening each word as it"
                    + " is (active-coordinate). Default: "
                    + Choices.label(defaults.intermediate())
                    + "."),
        InfillSettings.Builder::intermediate);
    add(
        sampling,
        option("--alpha0", "A", Double.class, NumberOption::decimal)
            .description(
                "Size of that step, from 1e-9 to 1e9; usually not above --alpha. Default: "
                    + defaults.intermediateStepSize()
                    + "."),
        InfillSettings.Builder::intermediateStepSize);
    Choices<Precondition> preconditions = Choices.of("precondition", Precondition.class);
    add(
        sampling,
        option("--precondition", "KIND", Precondition.class, preconditions::parse)
            .description(
                "The step size of dmala and dula: one for all blanks (none), or the smaller the"
                    + " more the gradient misjudges changes of a blank (curvature). Default: "
                    + Choices.label(defaults.precondition())
                    + "."),
        InfillSettings.Builder::precondition);
    add(
        sampling,
        NumberOption.of(
            "--cycles",
            "Let the step size of dmala or cdmala fall N times from a large to a small one after"
                + " burn-in, and beta of --balancing with it to 0.5; both are adapted in burn-in."
                + " Default: one step size."),
        (InfillSettings.Builder builder, Integer cycles) -> builder.cycles(OptionalInt.of(cycles)));
    add(
        sampling,
        NumberOption.of(
            "--minibatch",
            "Estimate the gradient of dula from N blanks, drawn again in every step: cheaper steps,"
                + " a worse approximation; needs a small --alpha. Default: all blanks."),
        (InfillSettings.Builder builder, Integer size) -> builder.minibatch(OptionalInt.of(size)));
    add(
        sampling,
        NumberOption.of("--chains", "The number of chains.", defaults.chains()),
        InfillSettings.Builder::chains);
    add(
        sampling,
        NumberOption.of("--steps", "Steps of each chain, burn-in included.", defaults.steps()),
        InfillSettings.Builder::steps);
    add(
        sampling,
        option("--burn-in", "N", Integer.class, NumberOption::integer)
            .description(
                "Steps at the start of each chain that do not count. Default: %d of %d steps, and"
                        .formatted(defaults.burnIn(), defaults.steps())
                    + " in proportion for other numbers of steps."),
        InfillSettings.Builder::burnIn);
    add(
        sampling,
        option("--temperature", "T", Double.class, NumberOption::decimal)
            .description(
                "Sample from exp(U/T), T from 0.001 to 1000: above 1 bolder, below 1 safer fillings."
                    + " Default: "
                    + defaults.temperature()
                    + "."),
        InfillSettings.Builder::temperature);
    add(
        sampling,
        option("--anneal", "T0", Double.class, NumberOption::decimal)
            .description(
                "Begin at this temperature and let it fall geometrically to --temperature until"
                    + " burn-in ends; what is kept is sampled from exp(U/T) as without it. With a"
                    + " low --temperature chains find the best fillings rather than stay near"
                    + " where they start. Default: none."),
        (InfillSettings.Builder builder, Double from) ->
            builder.annealFrom(OptionalDouble.of(from)));
    add(
        sampling,
        option("--seed", "N", Long.class, NumberOption::longInteger)
            .description(
                "Seed of the random numbers, to get the same result again. Default: drawn."),
        (InfillSettings.Builder builder, Long seed) -> builder.seed(OptionalLong.of(seed)));
    Choices<Start> starts = Choices.of("start", Start.class);
    add(
        sampling,
        option("--start", "WHERE", Start.class, starts::parse)
            .description(
                "Chains start from the model's guess with all blanks masked (masked) or anywhere"
                    + " (random). Default: "
                    + Choices.label(defaults.start())
                    + "."),
        InfillSettings.Builder::start);
    add(
        sampling,
        NumberOption.of(
            "--gwg-blanks", "How many blanks a step of gwg changes.", defaults.blanksPerStep()),
        InfillSettings.Builder::blanksPerStep);
    add(
        sampling,
        NumberOption.of(
            "--block",
            "How many blanks gibbs-exact draws together, or hb chooses changes among. Default: 1 of"
                + " gibbs-exact, %d of hb.".formatted(SamplerKind.HB.defaultBlockSize())),
        (InfillSettings.Builder builder, Integer size) -> builder.blockSize(OptionalInt.of(size)));
    add(
        sampling,
        NumberOption.of(
            "--radius",
            "How many blanks hb may change from a filling that is as near to the chain's.",
            defaults.radius()),
        InfillSettings.Builder::radius);
    Choices<AcceptanceKind> acceptances = Choices.of("acceptance", AcceptanceKind.class);
    add(
        sampling,
        option("--acceptance", "KIND", AcceptanceKind.class, acceptances::parse)
            .description(
                "How samplers that refuse moves decide: by a new random number for every move"
                    + " (reversible) or by one that each chain keeps and moves on by --delta, so"
                    + " that refusals follow each other (non-reversible). Default: "
                    + Choices.label(defaults.acceptance())
                    + "."),
        InfillSettings.Builder::acceptance);
    add(
        sampling,
        option("--delta", "D", Double.class, NumberOption::decimal)
            .description(
                "By how much the number of --acceptance non-reversible moves on at every step,"
                    + " from 1e-6 to 1.999999. Default: "
                    + defaults.delta()
                    + "."),
        InfillSettings.Builder::delta);
    add(
        sampling,
        NumberOption.of(
            "--batch",
            "How many chains are evaluated together; changes speed and memory, not results.",
            defaults.batch()),
        InfillSettings.Builder::batch);

    add(
        blanks,
        NumberOption.of("--top", "How many fillings are shown at most.", defaults.top()),
        InfillSettings.Builder::top);
    Choices<Pool> pools = Choices.of("pool", Pool.class);
    add(
        blanks,
        option("--pool", "STATES", Pool.class, pools::parse)
            .description(
                "Choose among all states visited after burn-in (visited) or the last states of the"
                    + " chains (last). Default: "
                    + Choices.label(defaults.pool())
                    + "."),
        InfillSettings.Builder::pool);
    add(
        blanks,
        OptionSpec.builder("--repeats")
            .type(Boolean.class)
            .arity("0")
            .negatable(true)
            .description(
                "List equal fillings one by one, as in the paper's protocol; needs --pool last."
                    + " Default: "
                    + (defaults.repeats() ? "yes" : "no")
                    + "."),
        InfillSettings.Builder::repeats);
    Choices<VocabularyChoice> vocabularies = Choices.of("vocabulary", VocabularyChoice.class);
    add(
        blanks,
        option("--vocabulary", "TOKENS", VocabularyChoice.class, vocabularies::parse)
            .description(
                "What may stand in a blank: words (whole ones, with a letter or digit), pieces (and"
                    + " punctuation, and continuations such as ##ing) or full (and special tokens)."
                    + " Default: "
                    + Choices.label(defaults.vocabulary())
                    + "."),
        InfillSettings.Builder::vocabulary);
    allow = words("--allow", "Only these words may stand in blank I, counted from 1. Repeatable.");
    forbid = words("--forbid", "These words may not stand in blank I. Repeatable.");
    blanks.addOption(allow);
    blanks.addOption(forbid);
    add(
        blanks,
        NumberOption.of(
            "--max-blanks",
            "Refuse texts with more blanks, or more pieces in blanks.",
            defaults.maxBlanks()),
        InfillSettings.Builder::maxBlanks);
  }

  /**
   * Sets one thing as an option does.
   *
   * @param builder where it is set
   * @param option the name of an option that has a value, with its dashes
   * @param value the value
   * @throws InvalidInputException if the option cannot have it
   */
  void set(InfillSettings.Builder builder, String option, String value) {
    rows.stream()
        .filter(row -> row.option().longestName().equals(option))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(option))
        .set(builder, value);
  }

  /** Returns the options by the heading that help shows them under. */
  Map<String, CommandSpec> groups() {
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
  CommandSpec only(String... names) {
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
  InfillSettings settings(ParseResult parsed) {
    InfillSettings base = parsed.hasMatchedOption(preset) ? InfillSettings.paper() : defaults;
    InfillSettings.Builder builder = explicit(parsed).over(base);
    rows.forEach(row -> row.apply(parsed, builder));
    Map<Integer, BlankConstraint> constraints = constraints(parsed);
    return builder.constraints(constraints).build();
  }

  /**
   * Refuses options that have no effect on the sampler: they were meant for another one.
   *
   * @param sampler the one that is to run, given or by default
   * @throws InvalidInputException naming the first such option, and the samplers that it is for
   */
  void requireEffects(ParseResult parsed, SamplerKind sampler) {
    rows.forEach(row -> row.requireEffect(parsed, sampler));
  }

  private static ExplicitChoices explicit(ParseResult parsed) {
    Integer steps = parsed.matchedOptionValue("--steps", (Integer) null);
    return new ExplicitChoices(
        steps == null ? OptionalInt.empty() : OptionalInt.of(steps),
        Optional.ofNullable(parsed.matchedOptionValue("--pool", (Pool) null)),
        Optional.ofNullable(parsed.matchedOptionValue("--sampler", (SamplerKind) null)));
  }

  private Map<Integer, BlankConstraint> constraints(ParseResult parsed) {
    Map<Integer, List<String>> allowed = byBlank(parsed, allow);
    Map<Integer, List<String>> forbidden = byBlank(parsed, forbid);
    Map<Integer, BlankConstraint> constraints = new TreeMap<>();
    allowed.forEach(
        (blank, words) ->
            constraints.put(
                blank, new BlankConstraint(words, forbidden.getOrDefault(blank, List.of()))));
    forbidden.forEach(
        (blank, words) -> constraints.putIfAbsent(blank, new BlankConstraint(List.of(), words)));
    return constraints;
  }

  private static Map<Integer, List<String>> byBlank(ParseResult parsed, OptionSpec option) {
    Map<Integer, List<String>> words = new TreeMap<>();
    if (parsed.hasMatchedOption(option)) {
      for (BlankWords given : option.<List<BlankWords>>getValue()) {
        words.computeIfAbsent(given.blank(), blank -> new ArrayList<>()).addAll(given.words());
      }
    }
    return words;
  }

  private <T> void add(
      CommandSpec group, OptionSpec.Builder option, BiConsumer<InfillSettings.Builder, T> setter) {
    add(group, option.build(), setter);
  }

  private <T> void add(
      CommandSpec group, OptionSpec option, BiConsumer<InfillSettings.Builder, T> setter) {
    group.addOption(option);
    rows.add(new Row<>(option, setter));
  }

  private static <T> OptionSpec.Builder option(
      String name, String label, Class<T> type, ITypeConverter<T> converter) {
    return OptionSpec.builder(name).paramLabel(label).type(type).arity("1").converters(converter);
  }

  private static OptionSpec words(String name, String description) {
    return OptionSpec.builder(name)
        .paramLabel("I=WORD,WORD")
        .arity("1")
        .type(List.class)
        .auxiliaryTypes(BlankWords.class)
        .converters(value -> BlankWords.parse(name.substring(2), value))
        .description(description)
        .build();
  }

  private static String listed(Choices<?> choices) {
    return String.join(", ", choices.labels());
  }

  private static OptionalDouble target(String value) {
    if (value.equals(NO_ADAPTATION)) {
      return OptionalDouble.empty();
    }
    try {
      return OptionalDouble.of(Double.parseDouble(value));
    } catch (NumberFormatException e) {
      throw new InvalidInputException(
          "adapt",
          "expected an acceptance rate between 0 and 1, such as "
              + RECOMMENDED_ACCEPTANCE
              + ", or off; not '"
              + value
              + "'",
          e);
    }
  }

  private static String adaptation(OptionalDouble target) {
    return target.isPresent() ? String.valueOf(target.getAsDouble()) : NO_ADAPTATION;
  }

  private static String paperChoices() {
    InfillSettings paper = InfillSettings.paper();
    return String.join(
        ", ",
        paper.balancing().label(),
        Choices.label(paper.gradient()) + " gradient",
        "alpha " + paper.stepSize(),
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
