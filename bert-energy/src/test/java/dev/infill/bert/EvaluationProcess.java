package dev.infill.bert;

import dev.infill.bert.runtime.RuntimeFailureException;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.TokenizedText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;

/**
 * A process of its own that evaluates a model's energy again and again, and says on its standard
 * output by how many bytes its resident memory grew, or why ONNX Runtime failed.
 */
final class EvaluationProcess {
  private static final int WARM_UP = 100;
  private static final int EVALUATIONS = 300;
  private static final int STATES = 3;
  private static final int BLANKS = 14;

  private static final long PAGE = 4096;

  private EvaluationProcess() {}

  /**
   * Runs.
   *
   * @param arguments the folder of the checkpoint and that of the cache
   */
  public static void main(String[] arguments) throws IOException {
    BertModelOptions options =
        BertModelOptions.defaults()
            .withModel(arguments[0])
            .withCache(Path.of(arguments[1]))
            .withThreads(1);
    try (BertModel model = BertModel.open(options)) {
      TokenizedText text = model.tokenize(BlankedText.parse("[MASK] ".repeat(BLANKS)));
      TokenSet all = TokenSet.all(model.vocabulary().size());
      Energy energy = model.energy(text, Collections.nCopies(BLANKS, all));
      evaluate(energy, WARM_UP);
      long before = residentPages();
      evaluate(energy, EVALUATIONS);
      System.out.println((residentPages() - before) * PAGE);
    } catch (RuntimeFailureException e) {
      System.out.println(e.getMessage());
    }
  }

  private static void evaluate(Energy energy, int times) {
    List<State> states = Collections.nCopies(STATES, State.of(new int[BLANKS]));
    for (int i = 0; i < times; i++) {
      energy.evaluate(states, i % 2 == 0 ? GradientKind.EXACT : GradientKind.OWN_TERM);
    }
  }

  private static long residentPages() throws IOException {
    return Long.parseLong(Files.readString(Path.of("/proc/self/statm")).split(" ", -1)[1]);
  }
}
