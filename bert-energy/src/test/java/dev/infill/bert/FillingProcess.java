package dev.infill.bert;

import dev.infill.bert.runtime.RuntimeFailureException;
import dev.infill.core.infill.Infiller;
import java.io.IOException;
import java.util.List;

/**
 * A process of its own that opens a model on a thread with a small stack and fills a text. It says
 * on its standard output what came of it, and ends when its standard input does.
 */
final class FillingProcess {
  /** The line of a process that has filled the text. */
  static final String FILLED = "filled";

  private static final long STACK = 512L << 10;

  private FillingProcess() {}

  /**
   * Runs.
   *
   * @param arguments the folder of the checkpoint; what follows only makes the command line longer
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Thread thread = new Thread(null, () -> fill(arguments[0]), "small", STACK);
    thread.start();
    thread.join();
    while (System.in.read() >= 0) {}
  }

  private static void fill(String model) {
    try (BertModel opened = BertModel.open(BertModelOptions.defaults().withModel(model))) {
      List<?> candidates = new Infiller(opened).sample("[MASK] [MASK]").candidates();
      System.out.println(candidates.isEmpty() ? "nothing" : FILLED);
    } catch (RuntimeFailureException e) {
      System.out.println(e.getMessage());
    }
  }
}
