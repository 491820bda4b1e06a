package dev.infill.core.task;

import dev.infill.core.InvalidInputException;
import dev.infill.core.energy.AugmentedEnergy;
import dev.infill.core.energy.ConditionalTerms;
import dev.infill.core.energy.ContextCache;
import dev.infill.core.energy.ContextMemory;
import dev.infill.core.energy.DisjointUnion;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.RestrictedEnergy;
import dev.infill.core.energy.TemperedEnergy;
import dev.infill.core.sampler.Settings;
import dev.infill.core.text.BlankLength;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.core.text.ModelDescription;
import dev.infill.core.text.TokenizedText;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A text with blanks that can be filled as its settings say: parsed, tokenized and checked, which
 * takes no pass of the model. What is kept is small, whatever the settings; the texts of other
 * lengths of its blanks are made when it is filled. Immutable.
 */
public final class PreparedText {
  private static final long BYTES_OF_CHAIN = 8;

  /** A way to choose the lengths, and each of them. */
  private static final long BYTES_OF_WAY = 64;

  private static final long BYTES_OF_LENGTH = 8;

  private final ModelDescription model;
  private final TextPlaces places;
  private final InfillSettings settings;
  private final int textsAtOnce;
  private final LengthDesign design;
  private final long heapBytes;

  /**
   * Prepares a text.
   *
   * @param model the model whose energy is sampled
   * @param text the text
   * @param settings how it is filled, with a seed
   * @param textsAtOnce how many texts are filled at the same time, at least 1
   * @throws InvalidInputException if the text cannot be filled so, as {@code Infiller} says
   */
  public PreparedText(
      MaskedLanguageModel model, BlankedText text, InfillSettings settings, int textsAtOnce) {
    this.model = model.description();
    this.settings = settings;
    this.textsAtOnce = textsAtOnce;
    places = new TextPlaces(model, text, settings);
    if (!places.blanked().hasKnownLengths()) {
      requireNoAdaptation(settings);
      requireNoTerms(settings);
    }
    design = LengthDesign.of(places.lengths(), settings.chains(), settings.seed().orElseThrow());
    if (places.longest().restriction().isPresent()) {
      design.ways().forEach(way -> TextPlaces.requireFilling(places.text(model, way)));
    }
    requireNoWordsOfSeveralPieces();
    // The longest takes the most.
    Task task = task(model, List.of(places.longest()), List.of());
    task.runner(settings).requireRunnable(task.kernel(settings, Optional.empty()));
    heapBytes = new HeapEstimate(task, settings, model.vocabulary().size()).bytes();
  }

  /** Returns the text as it was given, and its blanks. */
  public BlankedText text() {
    return places.blanked();
  }

  /** Returns how it is filled, with the seed that was drawn if none was given. */
  public InfillSettings settings() {
    return settings;
  }

  /** Returns how the model reads it. */
  public TextReading reading() {
    return places.reading();
  }

  /**
   * Returns it as the model reads it, every blank as long as it may be; of a text of more pieces
   * than the model reads, the part around the blanks.
   */
  public TokenizedText tokenized() {
    return places.window().tokenized();
  }

  /**
   * Returns how many bytes of Java's heap it takes to fill it, at most, as estimated: what is kept
   * at the same time, the result included, and not the model.
   */
  public long heapBytes() {
    return heapBytes;
  }

  /** Returns how many bytes of Java's heap it takes itself, at most, as estimated. */
  public long preparedBytes() {
    return places.bytes()
        + BYTES_OF_CHAIN * settings.chains()
        + design.ways().size()
            * (BYTES_OF_WAY + BYTES_OF_LENGTH * places.blanked().blanks().size());
  }

  /**
   * Makes it ready to be filled.
   *
   * @param watched the model that it was prepared for, or the same as a job watches it
   * @throws IllegalArgumentException if it is another model
   */
  public Task task(MaskedLanguageModel watched) {
    if (!watched.description().equals(model)) {
      throw new IllegalArgumentException(
          "a text that was prepared for %s, not for %s".formatted(model, watched.description()));
    }
    return task(
        watched,
        design.ways().stream().map(way -> places.text(watched, way)).toList(),
        design.wayOfChain());
  }

  private Task task(
      MaskedLanguageModel watched, List<TextOfLengths> texts, List<Integer> partOfChain) {
    List<Energy> asked =
        texts.stream().map(part -> watched.energy(part.tokenized(), part.candidates())).toList();
    DisjointUnion union =
        union(places.blanked().lengths(), texts.stream().map(TextOfLengths::lengths).toList());
    Optional<ContextMemory> memory = memory(union, asked);
    List<Energy> energies =
        memory.map(remembering -> remembering(union, asked, remembering)).orElse(asked);
    Fillings fillings = new Fillings(watched.vocabulary(), union, texts);
    Optional<FilledTerms> added =
        settings.terms().isEmpty()
            ? Optional.empty()
            : Optional.of(new FilledTerms(settings.terms(), fillings));
    return new Task(
        union,
        texts,
        energies,
        IntStream.range(0, energies.size())
            .mapToObj(part -> target(energies.get(part), texts.get(part), added))
            .toList(),
        partOfChain,
        design.prior(),
        !places.blanked().hasKnownLengths(),
        fillings,
        added,
        memory,
        places.reading());
  }

  /** Two listed words mostly differ in several pieces, which chains change one by one. */
  private void requireNoWordsOfSeveralPieces() {
    if (places.holdsListedWords()) {
      throw new InvalidInputException(
          Settings.ALLOW.name(), "sample does not move words of several pieces together; use fill");
    }
  }

  /** Chains of different lengths would need step sizes of their own. */
  private static void requireNoAdaptation(InfillSettings settings) {
    if (settings.get(Settings.ADAPT).isPresent()) {
      throw new InvalidInputException(
          "adapt",
          "adapt adapts one step size to all chains, but a blank of unknown length gives them"
              + " targets of different sizes: give alpha, or blanks of one length");
    }
  }

  /** Fillings of different lengths are compared by what the model says of their pieces alone. */
  private static void requireNoTerms(InfillSettings settings) {
    if (!settings.terms().isEmpty()) {
      throw new InvalidInputException(
          settings.get(Settings.KEYWORD).isEmpty() ? "terms" : Settings.KEYWORD.name(),
          "a term beside U, as '%s', needs blanks of known lengths: fillings of different lengths are compared by the model's words alone"
              .formatted(settings.terms().get(0).name()));
    }
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
  private Optional<ContextMemory> memory(DisjointUnion union, List<Energy> energies) {
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

  private Energy target(Energy energy, TextOfLengths text, Optional<FilledTerms> added) {
    double temperature = settings.temperature();
    Energy whole = added.<Energy>map(terms -> new AugmentedEnergy(energy, terms)).orElse(energy);
    Energy tempered = temperature == 1 ? whole : new TemperedEnergy(whole, temperature);
    return text.restriction().isPresent()
        ? new RestrictedEnergy(tempered, text.restriction().get())
        : tempered;
  }
}
