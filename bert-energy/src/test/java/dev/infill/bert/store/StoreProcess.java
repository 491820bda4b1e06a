package dev.infill.bert.store;

import dev.infill.bert.RecordingListener;
import dev.infill.bert.graph.ir.WeightsFile;
import dev.infill.bert.weights.ModelBundle;
import dev.infill.bert.weights.SourceFiles;
import dev.infill.bert.weights.WeightsSource;
import dev.infill.bert.weights.source.ModelResolver;
import dev.infill.core.TransferListener;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/**
 * A process of its own that opens a model in a cache, and says on its standard output how far it
 * is. Arguments: the cache, the model, and what to do: {@code open}; {@code wait} for a line of
 * input while compiling; {@code die} half-way through the weights.
 */
final class StoreProcess {
  private StoreProcess() {}

  /** Runs. */
  public static void main(String[] arguments) {
    String task = arguments[2];
    PrintStream output = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    GraphCompiler graphs =
        new SmallGraphs("1") {
          @Override
          public Map<String, byte[]> compile(ModelBundle model, WeightsFile weights) {
            output.println("compiling");
            if (task.equals("wait")) {
              awaitLine();
            }
            return super.compile(model, weights);
          }
        };
    TransferListener listener =
        new RecordingListener() {
          @Override
          public void progress(Stage stage, long done, long total) {
            if (task.equals("die") && done > total / 2) {
              Runtime.getRuntime().halt(9);
            }
          }
        };
    WeightsSource source =
        new Announced(
            new ModelResolver(ClassLoader.getPlatformClassLoader()).resolve(arguments[1]), output);
    CompiledModel model = new ModelStore(Path.of(arguments[0]), graphs).open(source, listener);
    output.println("opened " + model.manifest().sha256());
  }

  private static void awaitLine() {
    try {
      if (new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine()
          == null) {
        throw new IllegalStateException("the parent process has gone");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A source that says when the store begins to look for it. */
  private record Announced(WeightsSource source, PrintStream output) implements WeightsSource {
    @Override
    public String name() {
      return source.name();
    }

    @Override
    public SourceFiles files() throws IOException {
      output.println("looking");
      return source.files();
    }

    @Override
    public ModelBundle open(Path scratch, TransferListener progress) throws IOException {
      return source.open(scratch, progress);
    }
  }
}
