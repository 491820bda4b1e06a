package dev.infill.evaluation.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.InvalidInputException;
import dev.infill.core.chain.ProgressListener;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.fill.FillResult;
import dev.infill.core.infill.Infiller;
import dev.infill.core.lab.DecoratedEnergy;
import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.FillSettings;
import dev.infill.core.task.SampleSettings;
import dev.infill.core.text.DecoratedModel;
import dev.infill.core.text.MaskedLanguageModel;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BenchmarkTest {
  private static final String TEXT = "the ___ sat on ___ mat .";
  private static final SampleSettings SETTINGS =
      SampleSettings.defaults()
          .with(Settings.CHAINS, 5)
          .with(Settings.STEPS, 40)
          .with(Settings.BURN_IN, 8)
          .withSeed(11);
  private static final SampleSettings EXACT = SETTINGS.with(Settings.GRADIENT, GradientKind.EXACT);

  private final List<List<State>> evaluated = new ArrayList<>();
  private final List<GradientKind> gradients = new ArrayList<>();

  /** Returns an energy whose evaluations are heard. */
  private Energy recording(Energy energy) {
    return (Energy)
        Proxy.newProxyInstance(
            Energy.class.getClassLoader(),
            new Class<?>[] {Energy.class},
            (proxy, called, arguments) -> {
              if (called.getName().equals("evaluate") && arguments[0] instanceof List<?> states) {
                evaluated.add(states.stream().map(State.class::cast).toList());
                gradients.add((GradientKind) arguments[1]);
              }
              return called.invoke(energy, arguments);
            });
  }

  private MaskedLanguageModel recording(MaskedLanguageModel model) {
    return new DecoratedModel(model, this::recording);
  }

  private static List<Measurement> jobs(SampleSettings settings, Optional<Peer> peer)
      throws IOException {
    return new Benchmark(TEXT, settings, 2)
        .jobs(new TinyLanguageModel(), peer, ProgressListener.NONE);
  }

  @Test
  void aStepEvaluatesNewStatesOfEveryChainOnceMoreThanItTimesEachAfterASingleOne() {
    TinyLanguageModel model = new TinyLanguageModel();

    Measurement step = new Benchmark(TEXT, EXACT, 4).step(recording(model));

    assertThat(gradients).hasSize(10).containsOnly(GradientKind.EXACT);
    assertThat(evaluated.stream().map(List::size)).containsExactly(1, 5, 1, 5, 1, 5, 1, 5, 1, 5);
    // 17² states a draw: 25 draws hardly ever agree in more than two pairs.
    assertThat(evaluated.stream().flatMap(List::stream).distinct().count()).isBetween(23L, 25L);
    assertThat(model.passes()).isEqualTo(5 * (5 + 1) * 2);
    assertThat(step.name()).isEqualTo("step");
    assertThat(step.turns("seconds")).hasSize(4).allMatch(seconds -> seconds > 0);
  }

  @Test
  void aStepHasTheGradientOfTheSettings() {
    new Benchmark(TEXT, SETTINGS, 1).step(recording(new TinyLanguageModel()));

    assertThat(gradients).hasSize(4).containsOnly(GradientKind.OWN_TERM);
  }

  /** As an export to ONNX is. */
  private record Limited(Energy energy) implements DecoratedEnergy {
    @Override
    public boolean supports(GradientKind gradient) {
      return gradient != GradientKind.EXACT;
    }

    @Override
    public Optional<String> limitation() {
      return Optional.of("the operator Max stands in the way");
    }
  }

  @Test
  void aGradientThatTheModelLacksIsRefusedBeforeAnythingIsTimed() {
    MaskedLanguageModel limited =
        new DecoratedModel(new TinyLanguageModel(), energy -> new Limited(recording(energy)));

    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(() -> new Benchmark(TEXT, EXACT, 1).step(limited))
        .withMessage("the operator Max stands in the way");
    assertThat(gradients).isEmpty();
  }

  @Test
  void theSameKernelDrawsTheSameDenselyAndFast() throws IOException {
    for (SampleSettings settings : List.of(SETTINGS, EXACT)) {
      List<Measurement> jobs = jobs(settings, Optional.empty());

      assertThat(jobs)
          .extracting(Measurement::name)
          .containsExactly("dense", "fast", "default", "fill");
      List<Double> dense = jobs.get(0).turns("ess");
      assertThat(dense).hasSize(2).doesNotHaveDuplicates().allMatch(size -> size > 1);
      for (int k = 0; k < 2; k++) {
        assertThat(jobs.get(1).turns("ess").get(k)).isCloseTo(dense.get(k), within(1e-9));
        assertThat(jobs.get(1).turns("passes").get(k))
            .isLessThan(jobs.get(0).turns("passes").get(k));
        assertThat(jobs.get(2).turns("ess").get(k)).isNotCloseTo(dense.get(k), within(1e-9));
      }
    }
  }

  @Test
  void denseMeansThatEveryProposedStateIsEvaluatedWhole() throws IOException {
    for (double passes : jobs(SETTINGS, Optional.empty()).get(0).turns("passes")) {
      // The start, the chains' first states, and both blanks of whatever was proposed later.
      assertThat((passes - 1) % 2).isZero();
    }
  }

  @Test
  void ratiosAreThoseOfOneTurn() throws IOException {
    List<Measurement> jobs =
        jobs(SETTINGS, Optional.of(new Peer("echo ' 1.5 s'; echo warned >&2")));

    assertThat(jobs)
        .extracting(Measurement::name)
        .containsExactly("dense", "fast", "default", "fill", "peer");
    Measurement dense = jobs.get(0);
    Measurement fill = jobs.get(3);
    Measurement peer = jobs.get(4);
    assertThat(dense.turns("faster")).containsExactly(1.0, 1.0);
    assertThat(dense.turns("gain")).containsExactly(1.0, 1.0);
    for (Measurement job : jobs) {
      for (int k = 0; k < 2; k++) {
        double seconds = job.turns("seconds").get(k);
        assertThat(job.turns("faster").get(k)).isEqualTo(dense.turns("seconds").get(k) / seconds);
        assertThat(job.turns("fasterThanPeer").get(k))
            .isEqualTo(peer.turns("seconds").get(k) / seconds);
        if (!job.equals(fill) && !job.equals(peer)) {
          assertThat(job.turns("gain").get(k))
              .isCloseTo(
                  job.turns("ess").get(k)
                      / seconds
                      / (dense.turns("ess").get(k) / dense.turns("seconds").get(k)),
                  within(1e-9));
        }
      }
    }
    assertThat(peer.printed()).containsExactly(" 1.5 s\nwarned\n", " 1.5 s\nwarned\n");
    assertThat(fill.turns("gain")).isEmpty();
    assertThat(peer.turns("gain")).isEmpty();
  }

  @Test
  void theFirstFillingsOfAJobAreThereBeforeItEnds() throws IOException {
    TinyLanguageModel model = new TinyLanguageModel();
    FillSettings settings = FillSettings.defaults();

    List<Measurement> jobs = jobs(SETTINGS, Optional.empty());

    for (Measurement job : jobs) {
      for (int k = 0; k < 2; k++) {
        assertThat(job.turns("first").get(k)).isBetween(1e-9, job.turns("seconds").get(k));
      }
    }
    Measurement fill = jobs.get(3);
    for (int k = 0; k < 2; k++) {
      FillResult same = new Infiller(model).fill(TEXT, settings.withSeed(11 + k));
      assertThat(fill.turns("passes").get(k)).isEqualTo((double) same.diagnostics().modelPasses());
    }
  }

  @Test
  void withoutAPeerNothingIsSaidOfOne() throws IOException {
    assertThat(jobs(SETTINGS, Optional.empty()))
        .allSatisfy(
            job -> {
              assertThat(job.turns("fasterThanPeer")).isEmpty();
              assertThat(job.printed()).isEmpty();
            });
  }

  @Test
  void aPeerThatFailsIsToldOf() {
    Measurement peers = new Measurement("peer");
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> new Peer("echo first; echo no such module; echo; exit 3").run(peers))
        .withMessage("the peer failed with exit code 3: no such module");
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> new Peer("exit 4").run(peers))
        .withMessage("the peer failed with exit code 4: it printed nothing");
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(() -> new Peer(" "))
        .withMessage("peer must be a command for the shell");
  }

  @Test
  void refusesWhatCannotBeTimed() {
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(() -> new Benchmark(TEXT, SETTINGS, 0))
        .withMessage("repetitions must be from 1 to 100000, not 0");
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(() -> new Benchmark("no blank", SETTINGS, 1))
        .withMessageContaining("needs a blank");
  }
}
