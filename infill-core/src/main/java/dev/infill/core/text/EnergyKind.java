package dev.infill.core.text;

import dev.infill.core.InvalidInputException;
import dev.infill.core.energy.Conditional;
import dev.infill.core.energy.ConditionalTerms;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.OrderAveragedEnergy;
import dev.infill.core.energy.State;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/** How the energy U(θ) of a filled text is defined from a masked language model f. */
public enum EnergyKind {
  /**
   * U = Σᵢ log f(θᵢ | X_{\i}): each blank masked in turn, the others filled (Zhang, Liu &amp; Liu
   * 2022, §7.5). m model passes per state.
   */
  PSEUDO_LOG_LIKELIHOOD("pseudo-log-likelihood"),
  /**
   * U = Σᵢ log f(θᵢ | X), nothing masked: one model pass per state, but the model sees the very
   * token that it scores, so U is far flatter over tokens.
   */
  UNMASKED("unmasked"),
  /**
   * As the pseudo-log-likelihood, with logits in place of log-probabilities (E_raw of Goyal et al.
   * 2022). m model passes per state.
   */
  RAW_LOGIT("raw-logit"),
  /**
   * The log-probability by the chain rule, averaged over the orders in which blanks may be filled
   * ({@link OrderAveragedEnergy}). m 2^(m − 1) model passes per state of up to 4 blanks, and most
   * of them the same for many states; 24 m at most of more.
   */
  CHAIN_RULE("chain-rule"),
  /** The mean of the pseudo-log-likelihood and the chain rule's. Passes as the latter. */
  MIXED("mixed");

  private static final double HALF = 0.5;

  private final String label;

  EnergyKind(String label) {
    this.label = label;
  }

  /** Says whether each of its terms has its own blank masked, and no other. */
  public boolean isOfSingleMasks() {
    return this == PSEUDO_LOG_LIKELIHOOD || this == RAW_LOGIT;
  }

  /** Returns the kinds that a model is asked for ({@link MaskedLanguageModel#energy}). */
  public static List<EnergyKind> ofModels() {
    return Arrays.stream(values()).filter(kind -> kind == kind.ofModel()).toList();
  }

  /** Returns the energy that a model is asked for: one that is made of it is none of its own. */
  public EnergyKind ofModel() {
    return switch (this) {
      case CHAIN_RULE, MIXED -> PSEUDO_LOG_LIKELIHOOD;
      default -> this;
    };
  }

  /**
   * Returns this energy, made of that of the model.
   *
   * @param energy that of {@link #ofModel}
   * @throws InvalidInputException for field {@code energy} if the model does not read masks beside
   *     the one that is asked for
   */
  public Energy of(Energy energy) {
    if (this == ofModel()) {
      return energy;
    }
    if (!energy.readsMasked()) {
      throw new InvalidInputException(
          "energy", "the model does not read several masks, which " + label + " needs");
    }
    return new OrderAveragedEnergy(energy, this == MIXED ? HALF : 0);
  }

  /** Returns the name that users type and reports print. */
  public String label() {
    return label;
  }

  /**
   * Returns the terms of this energy, where each depends on the others' values only; empty for
   * {@link #UNMASKED}, whose terms depend on the value at their own blank as well, and for what is
   * made of another energy.
   *
   * @param masked as {@link ConditionalTerms#at}: for each state, what the model says of one blank,
   *     that blank masked
   */
  public Optional<ConditionalTerms> terms(
      BiFunction<List<State>, int[], List<Conditional>> masked) {
    return switch (this) {
      case PSEUDO_LOG_LIKELIHOOD -> Optional.of(ConditionalTerms.of(masked, 0));
      case RAW_LOGIT -> Optional.of(ConditionalTerms.of(masked, Double.POSITIVE_INFINITY));
      case UNMASKED, CHAIN_RULE, MIXED -> Optional.empty();
    };
  }

  @Override
  public String toString() {
    return label;
  }
}
