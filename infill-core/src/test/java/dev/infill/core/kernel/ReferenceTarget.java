package dev.infill.core.kernel;

import dev.infill.core.energy.Categorical;
import dev.infill.core.energy.ContextMemory;
import dev.infill.core.energy.Domain;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.Ordinal;
import dev.infill.core.energy.PredicateRestriction;
import dev.infill.core.energy.State;
import dev.infill.core.energy.Target;
import dev.infill.core.lab.DecoratedEnergy;
import dev.infill.core.lab.TabulatedConditionals;
import dev.infill.core.lab.TabulatedEnergy;
import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.TokenizedText;
import dev.infill.evaluation.lab.energy.GaussianMixtureEnergy;
import dev.infill.evaluation.lab.energy.RestrictedBoltzmannMachine;
import dev.infill.evaluation.lab.energy.StateSpace;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * A small target distribution, twice: as the {@link Energy} that a kernel under test is given, and
 * by arithmetic of its own that kernels are compared with.
 *
 * @param sampled what the kernel is given
 * @param density U(θ)
 * @param slopes ∇U(θ)ᵢ
 * @param relaxed ∇U(x)ᵢ at a point between states
 */
record ReferenceTarget(
    Target sampled, ToDoubleFunction<State> density, Slopes slopes, RelaxedSlopes relaxed) {
  private static ReferenceTarget of(
      Energy energy, ToDoubleFunction<State> density, Slopes slopes, RelaxedSlopes relaxed) {
    return new ReferenceTarget(Target.of(energy), density, slopes, relaxed);
  }

  Energy energy() {
    return sampled.energy();
  }

  /** ∇U(x)ᵢ at a point x: for each coordinate the weights of its categories, or a number. */
  @FunctionalInterface
  interface RelaxedSlopes {
    double[] at(double[][] point, int coordinate, GradientKind kind);
  }

  /** ∇U(θ)ᵢ as it enters the proposal: one number per category, or a slope. */
  @FunctionalInterface
  interface Slopes {
    double[] at(State state, int coordinate, GradientKind kind);
  }

  double logDensity(State state) {
    return density.applyAsDouble(state);
  }

  double[] gradient(State state, int coordinate, GradientKind kind) {
    return slopes.at(state, coordinate, kind);
  }

  /** Returns the same target, whose energy does not give the terms of U one by one. */
  ReferenceTarget allAtOnce() {
    return new ReferenceTarget(
        sampled.with(DecoratedEnergy.whole(energy())), density, slopes, relaxed);
  }

  /** Returns π restricted to some states. */
  ReferenceTarget restricted(Predicate<State> part) {
    return new ReferenceTarget(
        sampled.within(new PredicateRestriction(part)),
        state -> part.test(state) ? logDensity(state) : Double.NEGATIVE_INFINITY,
        slopes,
        relaxed);
  }

  /** Returns exp(U + V), whose conditionals and gradients are those of U. */
  ReferenceTarget augmented(ToDoubleFunction<State> added) {
    return new ReferenceTarget(
        sampled.plus(states -> states.stream().map(added::applyAsDouble).toList()),
        state -> logDensity(state) + added.applyAsDouble(state),
        slopes,
        relaxed);
  }

  /** Returns π^(1/T). */
  ReferenceTarget tempered(double temperature) {
    return new ReferenceTarget(
        sampled.at(temperature),
        state -> logDensity(state) / temperature,
        (state, i, kind) -> divided(gradient(state, i, kind), temperature),
        (point, i, kind) -> divided(relaxed.at(point, i, kind), temperature));
  }

  private static double[] divided(double[] slopes, double divisor) {
    return Arrays.stream(slopes).map(slope -> slope / divisor).toArray();
  }

  StateSpace space() {
    return new StateSpace(energy().domains());
  }

  /** Returns x(θᵢ): a one-hot vector, or the number. */
  double[] embedded(State state, int coordinate) {
    Domain domain = energy().domains().get(coordinate);
    if (domain instanceof Ordinal ordinal) {
      return new double[] {ordinal.first() + ordinal.stride() * state.get(coordinate)};
    }
    double[] oneHot = new double[domain.size()];
    oneHot[state.get(coordinate)] = 1;
    return oneHot;
  }

  /** Categories with interactions of second and third order. */
  static ReferenceTarget categories(int... sizes) {
    List<Domain> domains = Arrays.stream(sizes).<Domain>mapToObj(Categorical::new).toList();
    return categories(domains, ReferenceTarget::thirdOrder);
  }

  /** Categories with the given log-density. */
  static ReferenceTarget categories(List<Domain> domains, ToDoubleFunction<State> logDensity) {
    return of(
        TabulatedEnergy.of(domains, logDensity),
        logDensity,
        (state, i, kind) -> along(logDensity, state, i, domains.get(i).size()),
        (point, i, kind) ->
            multilinear(point, i, state -> along(logDensity, state, i, domains.get(i).size())));
  }

  /** Returns the mean of what holds at states, the other coordinates drawn with their weights. */
  private static double[] multilinear(
      double[][] point, int coordinate, Function<State, double[]> atState) {
    double[] sum = new double[point[coordinate].length];
    StateSpace space =
        new StateSpace(Arrays.stream(point).map(row -> new Categorical(row.length)).toList());
    for (State state : space.states()) {
      if (state.get(coordinate) == 0) {
        double weight = 1;
        for (int j = 0; j < point.length; j++) {
          weight *= j == coordinate ? 1 : point[j][state.get(j)];
        }
        double[] there = atState.apply(state);
        for (int v = 0; v < sum.length; v++) {
          sum[v] += weight * there[v];
        }
      }
    }
    return sum;
  }

  /** Returns U(θ with i → v) for every v. */
  private static double[] along(ToDoubleFunction<State> u, State state, int i, int size) {
    double[] values = new double[size];
    for (int value = 0; value < size; value++) {
      values[value] = u.applyAsDouble(state.with(i, value));
    }
    return values;
  }

  private static double thirdOrder(State s) {
    double sum = 0;
    for (int i = 0; i < s.size(); i++) {
      sum += 0.7 * Math.sin(1 + 3 * i + 2 * s.get(i));
      for (int j = 0; j < i; j++) {
        sum += 0.8 * Math.cos(1.7 * s.get(i) * s.get(j) + i - j);
        for (int k = 0; k < j; k++) {
          sum += 1.2 * Math.sin(0.9 * (s.get(i) + 1) * (s.get(j) + 1) * (s.get(k) + 1) + i);
        }
      }
    }
    return sum;
  }

  /** {0, 1}³, third order. */
  static ReferenceTarget binary() {
    return numbers(Collections.nCopies(3, Ordinal.binary()), ReferenceTarget::multilinear);
  }

  /** {−1, +1}⁴, third order. */
  static ReferenceTarget spins() {
    return numbers(Collections.nCopies(4, Ordinal.spin()), ReferenceTarget::multilinear);
  }

  /** Ranges of different lengths, third order, with squares and a cube. */
  static ReferenceTarget integers() {
    return numbers(
        List.of(Ordinal.range(-1, 2), Ordinal.range(0, 2), new Ordinal(-2, 2, 3)),
        x ->
            multilinear(x)
                - 0.35 * x[0] * x[0] * x[1]
                + 0.12 * x[0] * x[0] * x[0]
                - 0.2 * x[2] * x[2]);
  }

  private static double multilinear(double[] x) {
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      sum += (0.6 - 0.4 * i) * x[i];
      for (int j = 0; j < i; j++) {
        sum += (0.5 - 0.3 * i * j) * x[i] * x[j];
        for (int k = 0; k < j; k++) {
          sum += (0.7 - 0.5 * i + 0.2 * k) * x[i] * x[j] * x[k];
        }
      }
    }
    return 0.8 * sum;
  }

  /** A restricted Boltzmann machine of 4 × 3 units, its hidden states summed one by one. */
  static ReferenceTarget machine() {
    double[][] w = {{0.9, -1.6, 1.1, 0.4}, {-1.2, 0.5, 1.9, -0.8}, {2.1, 0.3, -1.4, 1.2}};
    double[] a = {0.3, -0.4, 0.1};
    double[] b = {-0.2, 0.5, 0.1, -0.6};
    return numbers(
        Collections.nCopies(4, Ordinal.binary()),
        RestrictedBoltzmannMachine.of(w, a, b),
        x -> {
          double sum = 0;
          for (int hidden = 0; hidden < 8; hidden++) {
            double exponent = 0;
            for (int k = 0; k < a.length; k++) {
              exponent += (hidden >> k & 1) * (a[k] + dot(w[k], x));
            }
            sum += Math.exp(exponent);
          }
          return Math.log(sum) + dot(b, x);
        });
  }

  /** Three modes on {0, …, 3}². */
  static ReferenceTarget mixture() {
    List<double[]> means =
        List.of(new double[] {0.5, 0.8}, new double[] {2.6, 1}, new double[] {1.5, 2.7});
    return numbers(
        Collections.nCopies(2, Ordinal.range(0, 3)),
        new GaussianMixtureEnergy(3, means, 0.6),
        x ->
            Math.log(
                means.stream()
                    .mapToDouble(
                        mean ->
                            Math.exp(
                                -(Math.pow(x[0] - mean[0], 2) + Math.pow(x[1] - mean[1], 2)) / 1.2))
                    .sum()));
  }

  private static double dot(double[] x, double[] y) {
    return IntStream.range(0, x.length).mapToDouble(i -> x[i] * y[i]).sum();
  }

  private static ReferenceTarget numbers(List<Ordinal> domains, ToDoubleFunction<double[]> u) {
    return numbers(
        domains, TabulatedEnergy.of(domains, s -> u.applyAsDouble(numbers(domains, s))), u);
  }

  private static ReferenceTarget numbers(
      List<Ordinal> domains, Energy energy, ToDoubleFunction<double[]> u) {
    return of(
        energy,
        state -> u.applyAsDouble(numbers(domains, state)),
        (state, i, kind) -> new double[] {slope(u, numbers(domains, state), i)},
        (point, i, kind) ->
            new double[] {slope(u, Arrays.stream(point).mapToDouble(x -> x[0]).toArray(), i)});
  }

  private static double[] numbers(List<Ordinal> domains, State state) {
    double[] x = new double[state.size()];
    for (int i = 0; i < x.length; i++) {
      x[i] = domains.get(i).first() + domains.get(i).stride() * state.get(i);
    }
    return x;
  }

  /**
   * The five-point formula: exact for polynomials of degree 4, which have 3 here; for others its
   * error is step⁴ / 30 times the fifth derivative, 1e-11 at most.
   */
  private static double slope(ToDoubleFunction<double[]> u, double[] x, int coordinate) {
    double step = 1.0 / 1024;
    double at = x[coordinate];
    double slope = 0;
    int[] offsets = {-2, -1, 1, 2};
    int[] weights = {1, -8, 8, -1};
    for (int k = 0; k < offsets.length; k++) {
      x[coordinate] = at + offsets[k] * step;
      slope += weights[k] * u.applyAsDouble(x) / (12 * step);
    }
    return slope;
  }

  /** Conditionals that no joint distribution has: a masked language model in small. */
  static ReferenceTarget inconsistent(int... sizes) {
    List<Domain> domains = Arrays.stream(sizes).<Domain>mapToObj(Categorical::new).toList();
    ToDoubleFunction<State> logDensity =
        state ->
            IntStream.range(0, sizes.length)
                .mapToDouble(i -> ownTerms(state, i, sizes[i])[state.get(i)])
                .sum();
    return of(
        TabulatedConditionals.of(domains, ReferenceTarget::unnormalized),
        logDensity,
        (state, i, kind) ->
            kind == GradientKind.EXACT
                ? along(logDensity, state, i, sizes[i])
                : ownTerms(state, i, sizes[i]),
        (point, i, kind) ->
            multilinear(
                point,
                i,
                state ->
                    kind == GradientKind.EXACT
                        ? along(logDensity, state, i, sizes[i])
                        : ownTerms(state, i, sizes[i])));
  }

  /** Fillings of a text by a masked language model in small, whose contexts are remembered. */
  static ReferenceTarget fillings(String text, int[]... tokens) {
    TinyLanguageModel model = new TinyLanguageModel();
    TokenizedText tokenized = model.tokenize(BlankedText.parse(text));
    int mask = model.vocabulary().id("[MASK]").orElseThrow();
    ToDoubleFunction<State> logDensity =
        state -> {
          double sum = 0;
          for (int i = 0; i < tokens.length; i++) {
            int[] pieces = tokenized.pieces();
            for (int j = 0; j < tokens.length; j++) {
              pieces[tokenized.blankPosition(j)] = j == i ? mask : tokens[j][state.get(j)];
            }
            sum +=
                model.logProbabilities(pieces, tokenized.blankPosition(i))[tokens[i][state.get(i)]];
          }
          return sum;
        };
    Energy energy = model.energy(tokenized, Arrays.stream(tokens).map(TokenSet::of).toList());
    return new ReferenceTarget(
        Target.of(energy).with(new ContextMemory(energy, 1000)),
        logDensity,
        (state, i, kind) -> new double[0],
        (point, i, kind) -> new double[0]);
  }

  /** Returns log fᵢ(v | θ_\i) for every v. */
  private static double[] ownTerms(State state, int i, int size) {
    double[] logWeights = along(changed -> unnormalized(changed, i), state, i, size);
    double sum = Arrays.stream(logWeights).map(Math::exp).sum();
    return Arrays.stream(logWeights).map(weight -> weight - Math.log(sum)).toArray();
  }

  private static double unnormalized(State s, int i) {
    double phase = 0.4 * i;
    for (int j = 0; j < s.size(); j++) {
      phase += (j == i ? 2.3 : 0.9 * (i + 1) + 0.7 * j) * s.get(j);
    }
    return 1.1 * Math.sin(phase) + 0.5 * Math.cos(2 * phase + i);
  }
}
