package dev.infill.web.cli;

import dev.infill.bert.BertModelOptions;
import dev.infill.corpora.fetch.PublicCorpus;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Runs the command line in this process, with a fake model and captured streams. */
final class CommandHarness {
  private final List<BertModelOptions> requests = new ArrayList<>();
  private final List<Integer> exits = new ArrayList<>();
  private final Interruption interruption = new Interruption(exits::add);
  private InputStream standardInput = InputStream.nullInputStream();
  private Map<String, String> environment = Map.of();
  private boolean terminals;
  private int columns = 80;
  private FakeModel model = new FakeModel();
  private ModelLoader loader =
      options -> {
        requests.add(options);
        return model;
      };

  private List<PublicCorpus> catalogue = List.of();

  /** What a command left behind. */
  record Outcome(int exitCode, String out, String err) {}

  CommandHarness standardInput(String text) {
    return standardInput(text.getBytes(StandardCharsets.UTF_8));
  }

  CommandHarness standardInput(byte[] bytes) {
    return standardInput(new ByteArrayInputStream(bytes));
  }

  CommandHarness standardInput(InputStream stream) {
    standardInput = stream;
    return this;
  }

  CommandHarness environment(Map<String, String> variables) {
    environment = variables;
    return this;
  }

  /** Makes both output streams terminals. */
  CommandHarness onTerminals() {
    terminals = true;
    return this;
  }

  CommandHarness columns(int width) {
    columns = width;
    return this;
  }

  CommandHarness model(FakeModel used) {
    model = used;
    return this;
  }

  CommandHarness catalogue(PublicCorpus... corpora) {
    catalogue = List.of(corpora);
    return this;
  }

  CommandHarness loader(ModelLoader used) {
    loader = used;
    return this;
  }

  Interruption interruption() {
    return interruption;
  }

  /** Returns the codes with which the process was told to end. */
  List<Integer> exits() {
    return exits;
  }

  /** Returns the models that were asked for. */
  List<BertModelOptions> requests() {
    return requests;
  }

  Outcome run(String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Outcome outcome = runInto(out, arguments);
    return new Outcome(outcome.exitCode(), out.toString(StandardCharsets.UTF_8), outcome.err());
  }

  Outcome runInto(OutputStream out, String... arguments) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console =
        new Console(
            standardInput,
            new StandardOutput(out),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            terminals,
            terminals,
            columns,
            environment);
    int code = new Application(console, loader, interruption, catalogue).run(arguments);
    return new Outcome(code, "", err.toString(StandardCharsets.UTF_8));
  }
}
