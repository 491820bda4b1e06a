package dev.infill.examples;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.chain.ChainRun;
import dev.infill.core.chain.ChainRunner;
import dev.infill.core.chain.ChainSettings;
import dev.infill.core.chain.Visit;
import dev.infill.core.diagnostics.Convergence;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.energy.Target;
import dev.infill.core.kernel.DiscreteLangevin;
import dev.infill.core.kernel.GibbsWithGradients;
import dev.infill.core.kernel.Kernel;
import dev.infill.core.kernel.MetropolisGibbs;
import dev.infill.core.kernel.PseudoGibbs;
import dev.infill.core.kernel.Scan;
import dev.infill.core.proposal.BalancingFunction;
import dev.infill.core.proposal.Intermediate;
import dev.infill.core.proposal.IntermediateForm;
import dev.infill.evaluation.lab.energy.Enumeration;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An energy of one's own, as {@code docs/energy.md} has it. */
class OwnEnergyTest {
  private static final Ising SMALL = new Ising(3, 0.2, 0.1);
  private static final int CHAINS = 16;

  private static final BalancingFunction SQRT = BalancingFunction.SQUARE_ROOT;
  private static final Intermediate BETWEEN = new Intermediate(IntermediateForm.SIMPLEX, 0.4);

  /** At α = 2 moves of spins, which are 4 apart, are proposed often enough. */
  static Stream<Kernel> exact() {
    DiscreteLangevin dmala = DiscreteLangevin.dmala(GradientKind.EXACT, SQRT, 2);
    GibbsWithGradients gwg = GibbsWithGradients.of(GradientKind.EXACT, SQRT, 1);
    return Stream.of(
        dmala,
        gwg,
        MetropolisGibbs.of(Scan.SYSTEMATIC),
        // The conditionals of this energy are those of exp(U).
        new PseudoGibbs(Scan.SYSTEMATIC),
        dmala.withIntermediates(BETWEEN),
        gwg.withIntermediates(BETWEEN));
  }

  private static double magnetisation(State state) {
    double[] values = SMALL.values(state);
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum / values.length;
  }

  private static ChainRun run(Kernel kernel) {
    return new ChainRunner(ChainSettings.of(CHAINS, 4_000, 5))
        .run(kernel, Target.of(SMALL), random -> State.of(random.ints(9, 0, 2).toArray()));
  }

  private static double[][] traces(ChainRun run) {
    return run.kept().stream()
        .map(chain -> chain.stream().map(Visit::state).mapToDouble(OwnEnergyTest::magnetisation))
        .map(trace -> trace.toArray())
        .toArray(double[][]::new);
  }

  /** The mean of all spins, against the sum over 512 states, within 5 standard errors. */
  @ParameterizedTest
  @MethodSource("exact")
  void everyExactSamplerFindsTheMean(Kernel kernel) {
    Enumeration target = Enumeration.of(SMALL);
    double mean = 0;
    double square = 0;
    for (State state : target.space().states()) {
      double probability = target.probability(target.space().indexOf(state));
      mean += probability * magnetisation(state);
      square += probability * magnetisation(state) * magnetisation(state);
    }
    double[][] traces = traces(run(kernel));
    double draws = Convergence.of(traces).effectiveSampleSize().orElseThrow();
    double standardError = Math.sqrt((square - mean * mean) / draws);
    assertThat(standardError).isLessThan(0.02);
    assertThat(Arrays.stream(traces).flatMapToDouble(Arrays::stream).average().orElseThrow())
        .isCloseTo(mean, within(5 * standardError));
  }

  @Test
  void approximateOnesRunAsWell() {
    DiscreteLangevin dula = DiscreteLangevin.dula(GradientKind.EXACT, SQRT, 0.5);
    for (Kernel kernel : List.of(dula, dula.withIntermediates(BETWEEN))) {
      assertThat(run(kernel).convergence().orElseThrow().rHat().orElseThrow()).isLessThan(1.1);
    }
  }

  @Test
  void aRunTellsHowWellItHasMixed() {
    ChainRun run = run(DiscreteLangevin.dmala(GradientKind.EXACT, SQRT, 2));
    assertThat(run.convergence().orElseThrow().rHat().orElseThrow()).isBetween(0.99, 1.05);
    assertThat(run.convergence().orElseThrow().effectiveSampleSize().orElseThrow())
        .isBetween(1_000.0, 100_000.0);
    assertThat(run(new PseudoGibbs(Scan.RANDOM)).convergence()).isEmpty();
  }

  /** What the page shows is what is run here, and it prints what the page says. */
  @Test
  void thePageShowsThisProgram() throws IOException {
    String page = read("docs/energy.md");
    for (String file : List.of("Ising", "Spins")) {
      String source = read("infill-core/src/test/java/dev/infill/examples/" + file + ".java");
      assertThat(page).contains(source.substring(source.indexOf("public ")).strip());
    }
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream before = System.out;
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      Spins.main(new String[0]);
    } finally {
      System.setOut(before);
    }
    assertThat(page).contains(printed.toString(StandardCharsets.UTF_8).strip());
  }

  private static String read(String file) throws IOException {
    Path root = Path.of("").toAbsolutePath();
    while (!Files.exists(root.resolve("README.md"))) {
      root = requireNonNull(root.getParent());
    }
    return Files.readString(root.resolve(file));
  }
}
