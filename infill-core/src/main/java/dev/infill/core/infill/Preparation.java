package dev.infill.core.infill;

import dev.infill.core.InvalidInputException;
import dev.infill.core.energy.ConditionalTerms;
import dev.infill.core.energy.ContextCache;
import dev.infill.core.energy.ContextMemory;
import dev.infill.core.energy.DisjointUnion;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.TemperedEnergy;
import dev.infill.core.sampler.Settings;
import dev.infill.core.text.BlankLength;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.MaskedLanguageModel;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Makes texts ready to be filled, and refuses those that cannot be; without a pass of the model.
 *
 * @param model the model whose energy is sampled
 * @param textsAtOnce how many texts are filled at the same time, at least 1
 */
record Preparation(MaskedLanguageModel model, int textsAtOnce) {

  /**
   * Makes a text ready.
   *
   * @param text a text with blanks
   * @param settings how it is filled, with a seed
   * @throws InvalidInputException as {@link Infiller#infill(String, InfillSettings)} does
   */
  Task task(String text, InfillSettings settings) {
    BlankedText blanked = blankedText(text, settings);
    LengthDesign design =
        LengthDesign.of(blanked.lengths(), settings.chains(), settings.seed().orElseThrow());
    // Whether the text fits the model does not depend on which lengths are drawn.
    TextWindow window = TextWindow.of(model, blanked);
    List<AllowedTokens.OfBlank> allowed = allowed(blanked, settings);
    List<TextOfLengths> texts =
        design.ways().stream().map(lengths -> text(blanked, window, lengths, allowed)).toList();
    texts.forEach(part -> EnumerationLimit.fillingsPerStep(settings, part.candidates()));
    List<Energy> asked =
        texts.stream()
            .map(part -> model.energy(settings.energy(), part.tokenized(), part.candidates()))
            .toList();
    DisjointUnion union = union(blanked.lengths(), design.ways());
    Optional<ContextMemory> memory = memory(settings, union, asked);
    List<Energy> energies =
        memory.map(remembering -> remembering(union, asked, remembering)).orElse(asked);
    return new Task(
        union,
        texts,
        energies,
        energies.stream().map(energy -> tempered(energy, settings.temperature())).toList(),
        design.wayOfChain(),
        design.prior(),
        !haveKnownLengths(blanked),
        new Fillings(model.vocabulary(), union, texts),
        memory,
        new TextReading(
            window.pieces(),
            window.cut(text),
            ForeignText.notice(model.vocabulary(), texts.get(0).tokenized()).stream().toList()));
  }

  /**
   * Returns how many fillings a step of a chain evaluates U at, at most.
   *
   * @param text a text with blanks
   * @param settings how it is filled
   * @throws InvalidInputException as {@link Infiller#infill(String, InfillSettings)} does
   */
  int fillingsPerStep(String text, InfillSettings settings) {
    BlankedText blanked = blankedText(text, settings);
    List<Integer> longest = blanked.lengths().stream().map(BlankLength::most).toList();
    return EnumerationLimit.fillingsPerStep(
        settings,
        text(blanked, TextWindow.of(model, blanked), longest, allowed(blanked, settings))
            .candidates());
  }

  private static BlankedText blankedText(String text, InfillSettings settings) {
    BlankedText blanked = BlankedText.parse(text);
    if (blanked.blanks().isEmpty()) {
      throw new InvalidInputException(
          "text",
          "the text has no blank%s: write [MASK] or ___ for each missing word, as in \"the cat [MASK] on the mat .\""
              .formatted(
                  BlankedText.meantBlank(text).map(" ('%s' is none)"::formatted).orElse("")));
    }
    if (blanked.mostPieces() > settings.maxBlanks()) {
      throw new InvalidInputException(
          "text",
          "the text has %d %s, more than max-blanks allows, which is %d"
              .formatted(
                  blanked.mostPieces(),
                  blanked.holdsSinglePieces() ? "blanks" : "pieces in its blanks",
                  settings.maxBlanks()));
    }
    if (!haveKnownLengths(blanked)) {
      requireNoAdaptation(settings);
    }
    return blanked;
  }

  private static boolean haveKnownLengths(BlankedText text) {
    return text.lengths().stream().allMatch(BlankLength::isKnown);
  }

  /** Chains of different lengths would need step sizes of their own. */
  private static void requireNoAdaptation(InfillSettings settings) {
    if (settings.get(Settings.CYCLES).isPresent() || settings.get(Settings.ADAPT).isPresent()) {
      String field = settings.get(Settings.CYCLES).isPresent() ? "cycles" : "adapt";
      throw new InvalidInputException(
          field,
          "%s adapts one step size to all chains, but a blank of unknown length gives them targets of different sizes: give alpha, or blanks of one length"
              .formatted(field));
    }
  }

  private List<AllowedTokens.OfBlank> allowed(BlankedText blanked, InfillSettings settings) {
    return new AllowedTokens(model).select(blanked, settings.vocabulary(), settings.constraints());
  }

  private TextOfLengths text(
      BlankedText blanked,
      TextWindow window,
      List<Integer> lengths,
      List<AllowedTokens.OfBlank> allowed) {
    BlankedText places = blanked.withLengths(lengths);
    return new TextOfLengths(
        lengths,
        places,
        model.tokenize(window.of(places)),
        IntStream.range(0, lengths.size())
            .boxed()
            .flatMap(blank -> allowed.get(blank).places(lengths.get(blank)))
            .toList());
  }

  /** Every blank has as many slots as its most pieces; those of a shorter one are the first. */
  private static DisjointUnion union(List<BlankLength> blanks, List<List<Integer>> ways) {
    if (ways.size() == 1) {
      return DisjointUnion.of(ways.get(0).stream().mapToInt(Integer::intValue).sum());
    }
    int size = blanks.stream().mapToInt(BlankLength::most).sum();
    return new DisjointUnion(size, ways.stream().map(way -> slots(blanks, way)).toList());
  }

  private static int[] slots(List<BlankLength> blanks, List<Integer> lengths) {
    int[] firsts = new int[blanks.size()];
    for (int blank = 1; blank < firsts.length; blank++) {
      firsts[blank] = firsts[blank - 1] + blanks.get(blank - 1).most();
    }
    return IntStream.range(0, firsts.length)
        .flatMap(blank -> IntStream.range(firsts[blank], firsts[blank] + lengths.get(blank)))
        .toArray();
  }

  /** Conditionals are remembered, unless they are not to leave where they are computed. */
  private Optional<ContextMemory> memory(
      InfillSettings settings, DisjointUnion union, List<Energy> energies) {
    Energy first = energies.get(0);
    boolean drawn = first.langevinDraws().isPresent() && settings.canBeDrawn();
    if (first.terms().isEmpty() || drawn) {
      return Optional.empty();
    }
    ConditionalTerms terms =
        union.terms(energies.stream().map(energy -> energy.terms().orElseThrow()).toList());
    int largest =
        energies.stream()
            .flatMap(energy -> energy.domains().stream())
            .mapToInt(domain -> domain.size())
            .max()
            .orElseThrow();
    return Optional.of(
        new ContextMemory(terms, ContextMemory.defaultCapacity(largest, textsAtOnce)));
  }

  private static List<Energy> remembering(
      DisjointUnion union, List<Energy> energies, ContextMemory memory) {
    return IntStream.range(0, energies.size())
        .<Energy>mapToObj(
            part ->
                new ContextCache(energies.get(part), memory, union.termsOf(part, memory.terms())))
        .toList();
  }

  private static Energy tempered(Energy energy, double temperature) {
    return temperature == 1 ? energy : new TemperedEnergy(energy, temperature);
  }
}
