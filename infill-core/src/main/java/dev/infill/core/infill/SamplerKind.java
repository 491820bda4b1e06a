package dev.infill.core.infill;

import dev.infill.core.energy.Domain;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.LangevinDraws;
import dev.infill.core.kernel.BalancingFunction;
import dev.infill.core.kernel.BlockGibbs;
import dev.infill.core.kernel.DiscreteLangevin;
import dev.infill.core.kernel.GibbsWithGradients;
import dev.infill.core.kernel.HammingBall;
import dev.infill.core.kernel.HammingBallSize;
import dev.infill.core.kernel.InGraphLangevin;
import dev.infill.core.kernel.Kernel;
import dev.infill.core.kernel.LocallyBalanced;
import dev.infill.core.kernel.MetropolisGibbs;
import dev.infill.core.kernel.MetropolisKernel;
import dev.infill.core.kernel.PseudoGibbs;
import dev.infill.core.kernel.Scan;
import dev.infill.core.kernel.StochasticLangevin;
import dev.infill.core.sampler.Precondition;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The samplers that an infilling can be made with. Formulas, costs, and what was measured on text:
 * {@code docs/samplers.md}.
 */
public enum SamplerKind {
  /** Discrete Metropolis-adjusted Langevin: all blanks move at once; exact. */
  DMALA,
  /** Discrete unadjusted Langevin: accepts every proposal; approximate. */
  DULA,
  /** Gibbs with gradients: one or few blanks a step, chosen by the gradient; exact. */
  GWG,
  /**
   * Pseudo-Gibbs: one blank a step from its masked conditional, the blanks in turn; approximate.
   */
  GIBBS,
  /** The same proposal corrected by Metropolis–Hastings; exact. */
  GIBBS_MH,
  /** DMALA by way of continuous intermediates between fillings; exact. */
  CDMALA,
  /** DULA by way of continuous intermediates; approximate. */
  CDULA,
  /** Gibbs with gradients taken at continuous intermediates; exact. */
  CGWG,
  /**
   * Gibbs: a block of blanks a step, in turn, drawn from its conditional under π, which is
   * enumerated; exact.
   */
  GIBBS_EXACT,
  /**
   * Locally balanced: one blank a step, chosen by what each change of one blank does to U; exact.
   */
  LB,
  /** Hamming ball: some blanks of a block a step, among enumerated fillings near it; exact. */
  HB;

  /** X of HB-X-1 in Zhang, Liu & Liu 2022. */
  private static final int HAMMING_BALL_BLOCK = 10;

  /** Returns the name that users type, such as {@code gibbs-mh}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Says whether the sampler leaves π(θ) ∝ exp(U(θ)/T) invariant, as its kernel does. */
  public boolean isExact() {
    return switch (this) {
      case DMALA, GWG, GIBBS_MH, CDMALA, CGWG, GIBBS_EXACT, LB, HB -> true;
      case DULA, GIBBS, CDULA -> false;
    };
  }

  /** Says whether there is a choice of how it decides about a move ({@link AcceptanceKind}). */
  public boolean hasAcceptance() {
    return switch (this) {
      case DMALA, GWG, GIBBS_MH, CDMALA, CGWG, LB -> true;
      case DULA, GIBBS, CDULA, GIBBS_EXACT, HB -> false;
    };
  }

  /** Says whether proposals are discrete Langevin ones: every blank may move in one step. */
  public boolean isLangevin() {
    return switch (this) {
      case DMALA, DULA, CDMALA, CDULA -> true;
      case GWG, GIBBS, GIBBS_MH, CGWG, GIBBS_EXACT, LB, HB -> false;
    };
  }

  /** Says whether α has an effect. */
  public boolean hasStepSize() {
    return isLangevin();
  }

  /**
   * Says whether α can be adapted toward an acceptance, or in cycles: it has an effect, and moves
   * are refused.
   */
  public boolean canAdapt() {
    return hasStepSize() && isExact();
  }

  /** Says whether proposals are informed by a gradient. */
  public boolean usesGradient() {
    return switch (this) {
      case DMALA, DULA, GWG, CDMALA, CDULA, CGWG -> true;
      case GIBBS, GIBBS_MH, GIBBS_EXACT, LB, HB -> false;
    };
  }

  /** Says whether proposals are weighted by a balancing function. */
  public boolean usesBalancing() {
    return usesGradient() || this == LB;
  }

  /** Says whether gradients are taken at continuous intermediates, a step of size α₀ uphill. */
  public boolean usesIntermediates() {
    return switch (this) {
      case CDMALA, CDULA, CGWG -> true;
      case DMALA, DULA, GWG, GIBBS, GIBBS_MH, GIBBS_EXACT, LB, HB -> false;
    };
  }

  /**
   * Says whether a step evaluates U at many fillings, one by one, so that blanks may hold few words
   * only.
   */
  public boolean enumerates() {
    return switch (this) {
      case GIBBS_EXACT, LB, HB -> true;
      case DMALA, DULA, GWG, GIBBS, GIBBS_MH, CDMALA, CDULA, CGWG -> false;
    };
  }

  /** Says whether it takes several blanks together as a block, whose size is a setting. */
  public boolean hasBlocks() {
    return this == GIBBS_EXACT || this == HB;
  }

  /** Returns how many blanks it takes together if nothing is said, in texts that have as many. */
  public int defaultBlockSize() {
    return this == HB ? HAMMING_BALL_BLOCK : 1;
  }

  /** Says whether the radius of a Hamming ball has an effect. */
  public boolean hasRadius() {
    return this == HB;
  }

  /** Says whether its gradient can be estimated from some of the blanks. */
  public boolean hasMinibatch() {
    return this == DULA;
  }

  /** Says whether it changes as many blanks in a step as a setting says ({@code gwg-blanks}). */
  public boolean hasBlanksPerStep() {
    return this == GWG || this == CGWG;
  }

  /**
   * Returns how many fillings a step evaluates U at, at most.
   *
   * @param domains what the blanks may hold
   */
  double fillingsPerStep(InfillSettings settings, List<Domain> domains) {
    return switch (this) {
      case GIBBS_EXACT -> {
        int size = blockSize(settings, domains.size());
        yield HammingBallSize.largest(domains, size, size);
      }
      case HB ->
          HammingBallSize.largest(domains, blockSize(settings, domains.size()), settings.radius());
      case LB -> HammingBallSize.largest(domains, domains.size(), 1);
      case DMALA, DULA, GWG, GIBBS, GIBBS_MH, CDMALA, CDULA, CGWG -> 1;
    };
  }

  /**
   * Returns how many blanks a step takes together.
   *
   * @param blanks how many the text has
   */
  int blockSize(InfillSettings settings, int blanks) {
    return Math.min(settings.blockSize().orElse(defaultBlockSize()), blanks);
  }

  /**
   * Returns the kernel for a target, with what it needs of the settings.
   *
   * @param scales the preconditioner g, one number per blank; empty if there is none
   */
  Kernel kernel(InfillSettings settings, Energy target, Optional<double[]> scales) {
    Kernel kernel = plain(settings, target, scales);
    return kernel instanceof MetropolisKernel adjusted && hasAcceptance()
        ? adjusted.withAcceptance(settings.acceptance().rule(settings.delta()))
        : kernel;
  }

  private Kernel plain(InfillSettings settings, Energy target, Optional<double[]> scales) {
    return switch (this) {
      case DMALA, DULA -> langevin(settings, target, scales);
      case CDMALA, CDULA ->
          discrete(settings, target, scales)
              .withIntermediates(settings.intermediate(), settings.intermediateStepSize());
      case GWG -> gibbs(settings, target);
      case CGWG ->
          gibbs(settings, target)
              .withIntermediates(settings.intermediate(), settings.intermediateStepSize());
      // In turn rather than at random: in a short run every blank has changed equally often.
      case GIBBS -> PseudoGibbs.of(target, Scan.SYSTEMATIC);
      case GIBBS_MH -> MetropolisGibbs.of(target, Scan.SYSTEMATIC);
      case GIBBS_EXACT ->
          BlockGibbs.of(target, Scan.SYSTEMATIC, blockSize(settings, target.domains().size()));
      case LB -> LocallyBalanced.of(target, settings.balancing());
      case HB ->
          HammingBall.of(
              target,
              Scan.SYSTEMATIC,
              blockSize(settings, target.domains().size()),
              settings.radius());
    };
  }

  private Kernel langevin(InfillSettings settings, Energy target, Optional<double[]> scales) {
    BalancingFunction balancing = settings.balancing();
    double stepSize = settings.stepSize();
    Optional<LangevinDraws> draws = target.langevinDraws();
    if (draws.isPresent() && canBeDrawn(settings)) {
      BalancingFunction.Power power = (BalancingFunction.Power) balancing;
      return isExact()
          ? InGraphLangevin.dmala(target, draws.get(), power, stepSize)
          : InGraphLangevin.dula(target, draws.get(), power, stepSize);
    }
    if (settings.minibatch().isPresent()) {
      StochasticLangevin stochastic =
          StochasticLangevin.of(target, balancing, stepSize, settings.minibatch().getAsInt());
      return scales.map(stochastic::withPreconditioner).orElse(stochastic);
    }
    return discrete(settings, target, scales);
  }

  private DiscreteLangevin discrete(
      InfillSettings settings, Energy target, Optional<double[]> scales) {
    GradientKind gradient = settings.gradient();
    BalancingFunction balancing = settings.balancing();
    double stepSize = settings.stepSize();
    DiscreteLangevin kernel =
        isExact()
            ? DiscreteLangevin.dmala(target, gradient, balancing, stepSize)
            : DiscreteLangevin.dula(target, gradient, balancing, stepSize);
    return scales.map(kernel::withPreconditioner).orElse(kernel);
  }

  private static GibbsWithGradients gibbs(InfillSettings settings, Energy target) {
    return GibbsWithGradients.of(
        target, settings.gradient(), settings.balancing(), settings.blanksPerStep());
  }

  /**
   * Says whether proposals can be drawn where an energy is computed, for one that offers it ({@link
   * Energy#langevinDraws()}).
   */
  static boolean canBeDrawn(InfillSettings settings) {
    return settings.sampler().isLangevin()
        && !settings.sampler().usesIntermediates()
        && settings.gradient() == GradientKind.OWN_TERM
        && settings.balancing() instanceof BalancingFunction.Power
        && settings.precondition() == Precondition.NONE
        && settings.cycles().isEmpty()
        && settings.minibatch().isEmpty()
        && settings.annealFrom().isEmpty()
        && settings.temperature() == 1;
  }

  @Override
  public String toString() {
    return label();
  }
}
