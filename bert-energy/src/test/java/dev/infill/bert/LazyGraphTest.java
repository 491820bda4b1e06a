package dev.infill.bert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.infill.bert.runtime.Precision;
import dev.infill.bert.runtime.RuntimeFailureException;
import dev.infill.bert.weights.SyntheticFolder;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.RelaxedState;
import dev.infill.core.energy.State;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.TokenizedText;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A graph that is opened when it is first needed. */
class LazyGraphTest {
  @TempDir Path folder = Path.of("");

  /** The graph of gradients is a pipe here, which opens as slowly as somebody writes into it. */
  @Test
  @Timeout(60)
  @DisabledOnOs(OS.WINDOWS)
  void passesOfAnotherGraphDoNotWaitForIt() throws Exception {
    Path cache = folder.resolve("cache");
    Path written = SyntheticFolder.bert().write(folder.resolve("model"));
    try (BertModel model = TestModels.open(written, cache, Precision.FLOAT32)) {
      TokenizedText text = model.tokenize(BlankedText.parse("the [MASK] sat on ___ [MASK]."));
      Energy energy = model.energy(text, TestModels.all(model, text));
      List<State> states = List.of(State.of(1, 2, 3));
      Path gradient = gradient(cache);
      Files.delete(gradient);
      assertThat(new ProcessBuilder("mkfifo", gradient.toString()).start().waitFor()).isZero();
      CompletableFuture<List<Evaluation>> exact =
          CompletableFuture.supplyAsync(() -> energy.evaluate(states, GradientKind.EXACT));
      Thread.sleep(200);

      assertThat(energy.evaluate(states, GradientKind.OWN_TERM)).hasSize(1);
      // Its passes run alone, as those with gradient do.
      RelaxedState point = RelaxedState.of(energy.domains(), states.get(0));
      assertThat(energy.relaxation().orElseThrow().gradients(List.of(point), GradientKind.OWN_TERM))
          .hasSize(1);

      assertThat(exact).isNotDone();
      try (OutputStream end = Files.newOutputStream(gradient)) {
        end.write(0);
      }
      assertThatThrownBy(exact::get)
          .isInstanceOf(ExecutionException.class)
          .hasRootCauseInstanceOf(ai.onnxruntime.OrtException.class)
          .cause()
          .isInstanceOf(RuntimeFailureException.class);
    }
  }

  private static Path gradient(Path cache) throws IOException {
    try (Stream<Path> files = Files.walk(cache)) {
      return files.filter(file -> file.endsWith("gradient.onnx")).findFirst().orElseThrow();
    }
  }
}
