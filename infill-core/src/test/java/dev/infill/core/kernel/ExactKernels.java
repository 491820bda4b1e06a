package dev.infill.core.kernel;

import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.proposal.BalancingFunction;
import dev.infill.core.proposal.Intermediate;
import dev.infill.core.proposal.IntermediateForm;
import dev.infill.evaluation.lab.kernel.LocallyBalanced;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The exact kernels and the targets that they are proved on: a kernel that is put into {@link
 * #FAMILIES}, with one line, is put through every test of exact kernels.
 */
final class ExactKernels {
  static final List<BalancingFunction> BALANCING =
      List.of(
          BalancingFunction.SQUARE_ROOT,
          BalancingFunction.BARKER,
          BalancingFunction.power(0.75),
          BalancingFunction.power(0.9),
          BalancingFunction.power(1));
  static final List<Double> STEP_SIZES = List.of(0.4, 1.5, 6.0);

  private static final List<Family> FAMILIES =
      List.of(
          family(
              "dmala",
              orChanged(targets()),
              langevins(),
              ExactKernels::dmala,
              ExactKernels::langevin),
          family(
              "gwg",
              orChanged(targets()),
              sites(),
              ExactKernels::gwg,
              ExactKernels::gibbsWithGradients),
          // Where the conditionals are those of π, gibbs-mh refuses nothing.
          family(
              "gibbs-mh",
              orChanged(inconsistent()),
              scans(),
              ExactKernels::gibbsMh,
              ExactKernels::scanned),
          family(
              "lb",
              // Its proposals know neither V nor the part of the states.
              targets(),
              locals(),
              ExactKernels::lb,
              ExactKernels::locallyBalanced),
          family(
              "cdmala",
              orChanged(relaxed()),
              betweens(),
              ExactKernels::cdmala,
              ExactKernels::langevin),
          family(
              "cgwg", orChanged(relaxed()), betweens(), ExactKernels::cgwg, ExactKernels::sites));

  private ExactKernels() {}

  /** A target, and the gradient that proposals on it are made from. */
  record Setting(String name, ReferenceTarget target, GradientKind gradient) {
    @Override
    public String toString() {
      return name;
    }
  }

  /** The parameters of a discrete Langevin proposal. */
  record Langevin(BalancingFunction balancing, double stepSize) {
    @Override
    public String toString() {
      return balancing.label() + ", α " + stepSize;
    }
  }

  /** The parameters of a proposal of Gibbs-with-gradients. */
  record Sites(BalancingFunction balancing, int changes) {
    @Override
    public String toString() {
      return balancing.label() + ", " + changes + " at once";
    }
  }

  /** The parameters of a proposal that is made at continuous intermediates. */
  record Between(IntermediateForm form, BalancingFunction balancing, double alpha0) {
    /** α of cDMALA. */
    static final double STEP_SIZE = 0.8;

    /** Returns how many coordinates cGWG changes in a step. */
    int changes() {
      return alpha0 > 1 ? 2 : 1;
    }

    private ReferenceIntermediate reference(Setting setting) {
      return new ReferenceIntermediate(setting.target(), setting.gradient(), form, alpha0);
    }

    @Override
    public String toString() {
      return "%s, %s, α₀ %s".formatted(form, balancing.label(), alpha0);
    }
  }

  /**
   * A kernel on a target, and what it is compared with.
   *
   * @param name names both
   * @param kernel the kernel
   * @param chain the exact transition matrix that it must follow
   */
  record ExactKernel(String name, Kernel kernel, ReferenceChain chain) {
    /** Returns the kernel with another rule of acceptance. */
    Kernel withAcceptance(AcceptanceRule rule) {
      return kernel instanceof LocallyBalanced balanced
          ? new LocallyBalanced(balanced.kernel().withAcceptance(rule))
          : ((MetropolisHastings) kernel).withAcceptance(rule);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /** Kernels that differ in their parameters and targets: all, or those of the first parameter. */
  private record Family(List<ExactKernel> kernels, List<ExactKernel> oneOfEach) {}

  private static <P> Family family(
      String name,
      List<Setting> targets,
      List<P> parameters,
      BiFunction<Setting, P, Kernel> kernel,
      BiFunction<Setting, P, ReferenceProposal> proposal) {
    Function<P, Stream<ExactKernel>> on =
        parameter ->
            targets.stream()
                .map(
                    setting ->
                        new ExactKernel(
                            "%s (%s), %s".formatted(name, parameter, setting),
                            kernel.apply(setting, parameter),
                            ReferenceChain.metropolis(
                                setting.target(), proposal.apply(setting, parameter))));
    return new Family(
        parameters.stream().flatMap(on).toList(), on.apply(parameters.get(0)).toList());
  }

  static List<Setting> targets() {
    return Stream.concat(
            Stream.of(
                new Setting(
                    "3 × 4 × 3 categories",
                    ReferenceTarget.categories(3, 4, 3),
                    GradientKind.EXACT),
                new Setting("binary", ReferenceTarget.binary(), GradientKind.EXACT),
                new Setting("spins", ReferenceTarget.spins(), GradientKind.EXACT),
                new Setting("integers", ReferenceTarget.integers(), GradientKind.EXACT)),
            inconsistent().stream())
        .toList();
  }

  private static List<Setting> inconsistent() {
    ReferenceTarget ownTerm = ReferenceTarget.inconsistent(3, 3, 2, 2);
    return List.of(
        new Setting(
            "conditionals, exact", ReferenceTarget.inconsistent(3, 5, 2), GradientKind.EXACT),
        new Setting("conditionals, own term, term by term", ownTerm, GradientKind.OWN_TERM),
        new Setting(
            "conditionals, own term, all at once", ownTerm.allAtOnce(), GradientKind.OWN_TERM));
  }

  /**
   * Adds those of conditionals on a part of their states, and with a term beside U there, at
   * another temperature.
   */
  private static List<Setting> orChanged(List<Setting> whole) {
    List<Setting> all = new ArrayList<>(whole);
    all.addAll(
        changed("restricted", whole, target -> target.restricted(ExactKernels::repeatsLittle)));
    all.addAll(
        changed(
            "augmented, tempered and restricted",
            whole,
            target ->
                target
                    .augmented(ExactKernels::beside)
                    .tempered(1.7)
                    .restricted(ExactKernels::repeatsLittle)));
    return all;
  }

  private static List<Setting> changed(
      String how, List<Setting> whole, UnaryOperator<ReferenceTarget> change) {
    return whole.stream()
        .filter(setting -> setting.name().startsWith("conditionals"))
        .map(
            setting ->
                new Setting(
                    how + " " + setting.name(), change.apply(setting.target()), setting.gradient()))
        .toList();
  }

  /** V: above 0 and below, of no bound that moves could be refused by. */
  static double beside(State state) {
    double sum = 0.3;
    for (int i = 0; i < state.size(); i++) {
      sum += (i + 1.3) * state.get(i) * state.get((i + 1) % state.size()) + 0.9 * state.get(i);
    }
    return 1.8 * Math.sin(sum);
  }

  /** No two neighbours are equal, unless they are 0. */
  static boolean repeatsLittle(State state) {
    return IntStream.range(1, state.size())
        .noneMatch(i -> state.get(i) > 0 && state.get(i) == state.get(i - 1));
  }

  /** Targets whose U is known between states as well. */
  static List<Setting> relaxed() {
    return List.of(
        new Setting("categories", ReferenceTarget.categories(3, 4, 2), GradientKind.EXACT),
        new Setting(
            "conditionals, exact", ReferenceTarget.inconsistent(3, 4, 2), GradientKind.EXACT),
        new Setting(
            "conditionals, own term",
            ReferenceTarget.inconsistent(3, 3, 2, 2),
            GradientKind.OWN_TERM),
        new Setting("binary", ReferenceTarget.binary(), GradientKind.EXACT),
        new Setting("spins", ReferenceTarget.spins(), GradientKind.EXACT),
        new Setting("integers", ReferenceTarget.integers(), GradientKind.EXACT),
        new Setting("machine", ReferenceTarget.machine(), GradientKind.EXACT),
        new Setting("mixture", ReferenceTarget.mixture(), GradientKind.EXACT));
  }

  /** Returns every kernel, with all parameters, on every target that it is for. */
  static Stream<ExactKernel> all() {
    return FAMILIES.stream().flatMap(family -> family.kernels().stream());
  }

  /** Returns every kernel, with one choice of parameters, on every target that it is for. */
  static Stream<ExactKernel> oneOfEach() {
    return FAMILIES.stream().flatMap(family -> family.oneOfEach().stream());
  }

  /** Returns every kernel, with one choice of parameters, on the first target that it is for. */
  static Stream<ExactKernel> oneTargetEach() {
    return FAMILIES.stream().map(family -> family.oneOfEach().get(0));
  }

  static List<Langevin> langevins() {
    List<Langevin> parameters = new ArrayList<>();
    // First one that is both accepted and refused often.
    parameters.add(new Langevin(BalancingFunction.SQUARE_ROOT, 1.5));
    for (BalancingFunction g : BALANCING) {
      for (double alpha : STEP_SIZES) {
        if (!parameters.contains(new Langevin(g, alpha))) {
          parameters.add(new Langevin(g, alpha));
        }
      }
    }
    return parameters;
  }

  /** As many as 9 at once are all that a target has. */
  static List<Sites> sites() {
    return BALANCING.stream()
        .flatMap(g -> IntStream.of(1, 2, 9).mapToObj(changes -> new Sites(g, changes)))
        .toList();
  }

  /** Returns the DMALA that composite kernels are tried with. */
  static DiscreteLangevin dmala() {
    return DiscreteLangevin.dmala(GradientKind.OWN_TERM, BalancingFunction.SQUARE_ROOT, 1.5);
  }

  private static Kernel dmala(Setting setting, Langevin with) {
    return DiscreteLangevin.dmala(setting.gradient(), with.balancing(), with.stepSize());
  }

  static ReferenceProposal langevin(Setting setting, Langevin with) {
    return ReferenceProposal.langevin(
        setting.target(), setting.gradient(), with.balancing(), with.stepSize());
  }

  private static Kernel gwg(Setting setting, Sites with) {
    return GibbsWithGradients.of(setting.gradient(), with.balancing(), with.changes());
  }

  static ReferenceProposal gibbsWithGradients(Setting setting, Sites with) {
    return ReferenceProposal.gibbsWithGradients(
        setting.target(), setting.gradient(), with.balancing(), with.changes());
  }

  /** A systematic scan is another kernel at every turn. */
  private static List<Scan> scans() {
    return List.of(Scan.RANDOM);
  }

  private static Kernel gibbsMh(Setting setting, Scan scan) {
    return MetropolisGibbs.of(scan);
  }

  /** A random scan: any coordinate, from its conditional. */
  private static ReferenceProposal scanned(Setting setting, Scan scan) {
    return ReferenceProposal.conditional(
        setting.target(), IntStream.range(0, setting.target().energy().domains().size()).toArray());
  }

  /** First one that is refused often enough. */
  private static List<BalancingFunction> locals() {
    return List.of(
        BalancingFunction.power(1), BalancingFunction.SQUARE_ROOT, BalancingFunction.BARKER);
  }

  private static Kernel lb(Setting setting, BalancingFunction balancing) {
    return LocallyBalanced.of(balancing);
  }

  private static ReferenceProposal locallyBalanced(Setting setting, BalancingFunction balancing) {
    return EnumeratedProposals.locallyBalanced(setting.target(), balancing);
  }

  /**
   * For both forms: g at the paper's α₀, and with √t next to none and one so large that θᶜ is at a
   * border.
   */
  static List<Between> betweens() {
    return Stream.of(IntermediateForm.values())
        .flatMap(
            form ->
                Stream.concat(
                    Stream.of(
                            BalancingFunction.SQUARE_ROOT,
                            BalancingFunction.BARKER,
                            BalancingFunction.power(0.9))
                        .map(g -> new Between(form, g, 0.2)),
                    DoubleStream.of(0.01, 3)
                        .mapToObj(
                            alpha0 -> new Between(form, BalancingFunction.SQUARE_ROOT, alpha0))))
        .toList();
  }

  private static Kernel cdmala(Setting setting, Between with) {
    return DiscreteLangevin.dmala(setting.gradient(), with.balancing(), Between.STEP_SIZE)
        .withIntermediates(new Intermediate(with.form(), with.alpha0()));
  }

  static ReferenceProposal langevin(Setting setting, Between with) {
    return with.reference(setting).langevin(with.balancing(), Between.STEP_SIZE);
  }

  private static Kernel cgwg(Setting setting, Between with) {
    return GibbsWithGradients.of(setting.gradient(), with.balancing(), with.changes())
        .withIntermediates(new Intermediate(with.form(), with.alpha0()));
  }

  private static ReferenceProposal sites(Setting setting, Between with) {
    return with.reference(setting).gibbsWithGradients(with.balancing(), with.changes());
  }
}
