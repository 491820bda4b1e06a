package dev.infill.core.sampler;

import dev.infill.core.chain.ChainSettings;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.proposal.BalancingFunction;
import dev.infill.core.proposal.IntermediateForm;
import dev.infill.core.sampler.Setting.Kind;
import dev.infill.core.sampler.Setting.Row;
import dev.infill.core.text.VocabularyChoice;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The table of settings. The options of the command line and their help, settings as JSON, the
 * OpenAPI document and the controls of the page are made from it.
 */
public final class Settings {
  /** The default of λ, for a diverse list. */
  public static final double DEFAULT_DIVERSITY = 0.5;

  /** The longest diverse list: each of its fillings is compared with all that were found. */
  public static final int MOST_DIVERSE = 1_000;

  /** The default of model passes for the most probable fillings. */
  public static final int DEFAULT_MAX_PASSES = 800;

  /** Which sampler, by its label. */
  public static final Setting<String> SAMPLER =
      new Row<>("sampler", Kind.CHOICE, "dmala", String.class::cast, Optional::of)
          .of(Sampler.labels())
          .control("Sampler")
          .says(
              "NAME",
              "dmala, dula, cdmala and cdula move all blanks at once, the others one. dula,"
                  + " cdula and gibbs are approximate, the others exact. cdmala, cdula and cgwg"
                  + " use continuous intermediates.");

  /** The gradient that proposals are informed by. */
  public static final Setting<GradientKind> GRADIENT =
      Row.choice(
              "gradient",
              GradientKind.OWN_TERM,
              EnumSet.of(GradientKind.EXACT, GradientKind.OWN_TERM))
          .control(
              "Gradient",
              "Proposals look at each blank’s own distribution: cheap.",
              "Proposals look at the whole gradient of U: about twice the cost.")
          .says(
              "KIND",
              "The gradient for proposals: exact (the whole gradient of U), or own-term (each"
                  + " blank's own conditional, at about half the cost).");

  /** The balancing function g. */
  public static final Setting<BalancingFunction> BALANCING =
      new Row<BalancingFunction>(
              "balancing",
              Kind.TEXT,
              BalancingFunction.power(0.9),
              label -> BalancingFunction.of((String) label),
              balancing -> Optional.of(balancing.label()))
          .control(
              "Balancing",
              "g of the proposal: sqrt (the paper), barker, or power:β, β from ½ to 1.")
          .says(
              "G",
              "Balancing function g(t) of proposals: sqrt (the paper's), barker (t/(1+t)) or"
                  + " power:B (t^B, B from 0.5 to 1).");

  /** α; where adaptation starts if there is one. */
  public static final Setting<Double> ALPHA =
      Row.number("alpha", 0.4)
          // Every α that adaptation can end at is in it, so that it can be given again.
          .from(1e-9, 1e9)
          .control("Step size α", "The larger, the more blanks change at once.")
          .says(
              "A",
              "Step size of dmala, dula, cdmala and cdula, from 1e-9 to 1e9; the larger, the more"
                  + " blanks change at once.");

  /** The acceptance that α is adapted toward in burn-in. */
  public static final Setting<OptionalDouble> ADAPT =
      Row.optionalNumber("adapt")
          .in(ChainSettings.TARGET_ACCEPTANCE)
          .absent("off")
          .control("Adapt α toward", "Tunes α in burn-in toward this acceptance; 0.574 is advised.")
          .says(
              "TARGET",
              "Adapt the step size in burn-in toward this acceptance rate (0.574 is advised), then"
                  + " keep it.");

  /** How continuous intermediates are found. */
  public static final Setting<IntermediateForm> INTERMEDIATE =
      Row.choice("intermediate", IntermediateForm.SIMPLEX)
          .control(
              "Intermediate",
              "Takes the gradient uphill, at mixtures of words.",
              "Takes the gradient uphill, at the weakened word itself.")
          .says(
              "FORM",
              "The point at which cdmala, cdula and cgwg take the gradient, a step uphill from"
                  + " the filling: a mixture of words (simplex), or the weakened word itself"
                  + " (active-coordinate).");

  /** α₀, the step size of continuous intermediates. */
  public static final Setting<Double> ALPHA0 =
      Row.number("alpha0", 0.2)
          .from(1e-9, 1e9)
          .control("Uphill step α₀", "How far uphill; usually not above α.")
          .says(
              "A",
              "Size of the step uphill of cdmala, cdula and cgwg, from 1e-9 to 1e9; usually not"
                  + " above alpha.");

  /** Whether the step size differs from blank to blank. */
  public static final Setting<Precondition> PRECONDITION =
      Row.choice("precondition", Precondition.NONE)
          .refusal("has no step size to precondition; dmala, dula, cdmala and cdula have one")
          .control(
              "Precondition",
              "One step size for all blanks.",
              "Smaller steps where the gradient misjudges a blank.")
          .says(
              "KIND",
              "The step size of dmala, dula, cdmala and cdula: one for all blanks (none), or a"
                  + " smaller one for blanks that the gradient misjudges (curvature).");

  /** How many blanks, drawn again in every step, the gradient is estimated from. */
  public static final Setting<OptionalInt> MINIBATCH =
      Row.optionalInteger("minibatch")
          .from(1, 1_000_000)
          .absent("all blanks")
          .refusal("takes no minibatch; dula does, as it never asks for the whole of U")
          .control("Minibatch", "Blanks that the gradient is estimated from: cheaper, more biased.")
          .says(
              "N",
              "Estimate the gradient of dula from N random blanks in every step: cheaper steps,"
                  + " but a worse approximation; needs a small alpha.");

  /** How samplers that refuse moves decide. */
  public static final Setting<AcceptanceKind> ACCEPTANCE =
      Row.choice("acceptance", AcceptanceKind.REVERSIBLE)
          .refusal("accepts every proposal; dmala, gwg and gibbs-mh refuse some")
          .control(
              "Acceptance",
              "A new random number decides about every move.",
              "Each chain keeps one number and moves it by δ: refusals come in runs.")
          .says(
              "KIND",
              "How exact samplers decide about a move: by a new random number (reversible), or"
                  + " by a number that each chain keeps and moves by delta at every step, so that"
                  + " refusals come in runs (non-reversible).");

  /** δ of the non-reversible acceptance. */
  public static final Setting<Double> DELTA =
      Row.number("delta", 0.1)
          // Where δ is 0 or 2, the number does not move.
          .from(1e-6, 2 - 1e-6)
          .control(
              "δ of acceptance",
              "How far non-reversible acceptance moves its number at every step.")
          .says(
              "D",
              "How far non-reversible acceptance moves its number at every step, from 1e-6 to"
                  + " 1.999999.");

  /** The number of chains. */
  public static final Setting<Integer> CHAINS =
      Row.integer("chains", 25)
          .in(ChainSettings.CHAINS)
          .control("Chains", "Searches side by side.")
          .says("N", "The number of chains.");

  /** Steps of each chain, burn-in included. */
  public static final Setting<Integer> STEPS =
      Row.integer("steps", 50)
          .in(ChainSettings.STEPS)
          .control("Steps", "Moves of each chain, burn-in included.")
          .says("N", "Steps of each chain, burn-in included.");

  /** How many sequences the model reads before a run ends; empty for any number. */
  public static final Setting<OptionalInt> MAX_PASSES =
      Row.optionalInteger("max-passes")
          .from(1, 1_000_000_000)
          .absent("any number")
          .control("Max passes", "Ends when the model has read this many sequences.")
          .says("N", "End once the model has read N sequences.");

  /** After how many seconds a run ends; empty for none. */
  public static final Setting<OptionalDouble> MAX_SECONDS =
      Row.optionalNumber("max-seconds")
          .from(0.001, 1_000_000)
          .absent("any number")
          .control(
              "Max seconds",
              "Ends after this many seconds; a seed does not repeat the result then.")
          .says("S", "End after S seconds; a seed alone does not repeat such a result.");

  /** Steps that are not kept, fewer than all; by default a fifth of the steps. */
  public static final Setting<Integer> BURN_IN =
      Row.integer("burn-in", 10)
          .from(0, 999_999_999)
          .absent("a fifth of the steps")
          .control("Burn-in", "Steps at the start of each chain that do not count.")
          .says("N", "Steps at the start of each chain that do not count; fewer than steps.");

  /** How many candidates are returned at most. */
  public static final Setting<Integer> TOP =
      Row.integer("top", 5)
          .from(1, 1_000_000)
          .control("Top", "Fillings shown at most.")
          .says("N", "How many fillings are shown at most.");

  /** Which states the candidates are taken from. */
  public static final Setting<Pool> POOL =
      Row.choice("pool", Pool.VISITED)
          .control(
              "Pool",
              "The best of all states visited.",
              "The last state of each chain, as in the paper.")
          .says(
              "STATES",
              "List fillings among all that the chains visited (visited), or among their last"
                  + " ones (last).");

  /** How the candidates are chosen among these states. */
  public static final Setting<Selection> SELECT =
      Row.choice("select", Selection.BEST)
          .control("Select", "The best.", "Good ones that differ; diversity says how much.")
          .says(
              "LIST",
              "Show the best fillings (best), or good ones that differ from each other (diverse);"
                  + " diversity says how much.");

  /** λ, how much distance counts beside U in a diverse list; empty for a list of the best. */
  public static final Setting<OptionalDouble> DIVERSITY =
      Row.optionalNumber("diversity")
          .from(0, 1)
          .absent(String.valueOf(DEFAULT_DIVERSITY))
          .control("Diversity", "For a diverse list: 0 lists the best, 1 only other words.")
          .says(
              "D",
              "How different a diverse list is: from 0 (the best fillings) to 1 (after the best"
                  + " filling only differences count); needs select diverse.");

  /** Whether equal fillings are listed one by one. */
  public static final Setting<Boolean> REPEATS =
      Row.flag("repeats")
          .says(
              "",
              "List equal fillings one by one, as in the paper's protocol; needs the pool last.");

  /** Whether the candidates of chains tell M beside U. */
  public static final Setting<Boolean> TWO_WAY =
      Row.flag("two-way")
          .says(
              "",
              "Show also M, the score of fill: it takes up to 2 model passes for each piece of"
                  + " each filling.");

  /** T of the target exp(M/T) or exp(U/T). */
  public static final Setting<Double> TEMPERATURE =
      Row.number("temperature", 1)
          // So U/T of a long text does not overflow.
          .from(0.001, 1000)
          .control("Temperature", "Above 1 bolder, below 1 safer fillings.")
          .says(
              "T",
              "Above 1 bolder, below 1 safer fillings: probabilities are proportional to"
                  + " exp(M/T) in fill, to exp(U/T) in sample. From 0.001 to 1000.");

  /** The temperature that burn-in begins with, above T. */
  public static final Setting<OptionalDouble> ANNEAL =
      Row.optionalNumber("anneal")
          .above(0.001, 1000)
          .absent("none")
          .control("Anneal from", "Temperature at which burn-in begins; it falls from there.")
          .says(
              "T0",
              "Begin burn-in at this temperature, above that of the target, and let it fall"
                  + " geometrically. Kept steps have the target's temperature. If that is low,"
                  + " chains leave their start and find the best fillings.");

  /** The seed of the random numbers. */
  public static final Setting<OptionalLong> SEED =
      Row.optionalLong("seed")
          .absent("drawn")
          .control("Seed", "Same seed, same result.")
          .says("N", "Seed of the random numbers, to get the same result again.");

  /** Where chains start. */
  public static final Setting<Start> START =
      Row.choice("start", Start.MASKED)
          .control(
              "Start",
              "Chains start from the model’s guess, each blank on its own.",
              "Chains start anywhere.")
          .says(
              "WHERE",
              "Chains start from the model's guess with all blanks masked, each blank on its own"
                  + " (masked), or anywhere (random).");

  /** Which tokens may stand in a blank. */
  public static final Setting<VocabularyChoice> VOCABULARY =
      Row.choice("vocabulary", VocabularyChoice.WORDS)
          .control(
              "Vocabulary",
              "Whole words and numbers only.",
              "Words, punctuation, and endings such as ##ing.",
              "Every token, special ones as well.")
          .says(
              "TOKENS",
              "What a blank may hold: words (whole ones, with a letter or digit), pieces (also"
                  + " punctuation, and continuations such as ##ing) or full (also special"
                  + " tokens).");

  /** By blank, counted from 1, the only words that it may hold; by −1 those of every blank. */
  public static final Setting<SortedMap<Integer, List<String>>> ALLOW =
      words("allow")
          .absent("every word")
          .control("Allow only", "Words or patterns by blank: 1=weather,food 2=*ing")
          .says(
              "I=WORD,WORD",
              "Blank I, counted from 1, may hold only these words; all=WORD,WORD is for every"
                  + " blank. * stands for any letters, as in 2=*ing. A blank of several pieces"
                  + " may hold phrases.");

  /** By blank, counted from 1, words that it may not hold; by −1 those of every blank. */
  public static final Setting<SortedMap<Integer, List<String>>> FORBID =
      words("forbid")
          .absent("no word")
          .control("Forbid", "Words or patterns that may not stand there: 1=good,great all=un*")
          .says(
              "I=WORD,WORD",
              "Blank I may not hold these words; all=WORD,WORD is for every blank. * stands for"
                  + " any letters.");

  /** Whether no word may stand in two blanks of a filling. */
  public static final Setting<Boolean> DISTINCT_WORDS =
      Row.flag("distinct-words")
          .says("", "No word stands in two blanks; probabilities are those among such fillings.");

  /** The number of pieces in a row that no filling may repeat; empty if it may. */
  public static final Setting<OptionalInt> NO_REPEAT_NGRAM =
      Row.optionalInteger("no-repeat-ngram")
          .from(1, 512)
          .absent("none")
          .control(
              "No repeated n-gram", "This many pieces in a row stand only once in the filled text.")
          .says(
              "N",
              "No N word pieces in a row, one of them in a blank, stand twice in the filled text;"
                  + " probabilities are those among such fillings.");

  /** The longest run of one piece that holds a blank; empty for any length. */
  public static final Setting<OptionalInt> MAX_RUN =
      Row.optionalInteger("max-run")
          .from(1, 512)
          .absent("any length")
          .control("Longest run", "The same piece stands at most this many times in a row.")
          .says(
              "N",
              "No word piece stands more than N times in a row, one of them in a blank;"
                  + " probabilities are those among such fillings.");

  /** By word, the number that is added to M or U of fillings whose text has the word. */
  public static final Setting<SortedMap<String, Double>> KEYWORD =
      new Row<SortedMap<String, Double>>(
              "keyword",
              Kind.WEIGHTS,
              Collections.emptySortedMap(),
              Settings::weights,
              Optional::of)
          .absent("none")
          .control("Keywords", "Words that add to M or U of a filled text: rain=3, New York=-2")
          .says(
              "WORD=W",
              "Add W to M (fill) or U (sample) if the filled text has WORD as a whole word, in"
                  + " capitals or not; W below 0 makes the word less probable.");

  /** The most blanks that a text may have, each counted by the most pieces that it may hold. */
  public static final Setting<Integer> MAX_BLANKS =
      Row.integer("max-blanks", 32)
          .from(1, 1_000_000)
          .says("N", "Refuse texts with more blanks, or more pieces in blanks.");

  /** How many chains are evaluated together. */
  public static final Setting<Integer> BATCH =
      Row.integer("batch", 25)
          .in(ChainSettings.BATCH)
          .says(
              "N",
              "How many chains are evaluated together; changes speed and memory, not results.");

  /** How many batches of chains move at the same time, and wait for the same run of the model. */
  public static final Setting<Integer> CONCURRENT_BATCHES =
      Row.integer("concurrent-batches", 1)
          .in(ChainSettings.CONCURRENT_BATCHES)
          .says(
              "N", "How many batches of chains move at the same time; changes speed, not results.");

  /** All settings, in the order in which they are written. */
  public static final List<Setting<?>> ALL =
      List.of(
          SAMPLER,
          GRADIENT,
          BALANCING,
          ALPHA,
          ADAPT,
          INTERMEDIATE,
          ALPHA0,
          PRECONDITION,
          MINIBATCH,
          ACCEPTANCE,
          DELTA,
          CHAINS,
          STEPS,
          MAX_PASSES,
          MAX_SECONDS,
          BURN_IN,
          TOP,
          POOL,
          SELECT,
          DIVERSITY,
          REPEATS,
          TWO_WAY,
          TEMPERATURE,
          ANNEAL,
          SEED,
          START,
          VOCABULARY,
          ALLOW,
          FORBID,
          DISTINCT_WORDS,
          NO_REPEAT_NGRAM,
          MAX_RUN,
          KEYWORD,
          MAX_BLANKS,
          BATCH,
          CONCURRENT_BATCHES);

  /** The settings of {@code fill}, which runs no chains. */
  public static final List<Setting<?>> OF_FILL =
      List.of(
          TOP,
          SELECT,
          DIVERSITY,
          MAX_PASSES,
          MAX_SECONDS,
          TEMPERATURE,
          SEED,
          VOCABULARY,
          ALLOW,
          FORBID,
          DISTINCT_WORDS,
          NO_REPEAT_NGRAM,
          MAX_RUN,
          KEYWORD,
          MAX_BLANKS);

  /** Drawn seeds stay below 2⁵³, so that readers of JSON that know only doubles keep all digits. */
  private static final long SEED_BOUND = 1L << 53;

  private Settings() {}

  /** Draws a seed. */
  public static long drawnSeed() {
    return ThreadLocalRandom.current().nextLong(SEED_BOUND);
  }

  @SuppressWarnings("unchecked") // Of the kind that the table says.
  private static SortedMap<String, Double> weights(Object value) {
    return Collections.unmodifiableSortedMap(new TreeMap<>((SortedMap<String, Double>) value));
  }

  private static Row<SortedMap<Integer, List<String>>> words(String name) {
    return new Row<>(name, Kind.WORDS, Collections.emptySortedMap(), Settings::copy, Optional::of);
  }

  @SuppressWarnings("unchecked") // Of the kind that the table says.
  private static SortedMap<Integer, List<String>> copy(Object value) {
    SortedMap<Integer, List<String>> copy = new TreeMap<>();
    ((SortedMap<Integer, List<String>>) value)
        .forEach((blank, words) -> copy.put(blank, List.copyOf(words)));
    return Collections.unmodifiableSortedMap(copy);
  }
}
