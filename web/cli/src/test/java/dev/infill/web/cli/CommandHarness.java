package dev.infill.web.cli;

import dev.infill.bert.BertModelOptions;
import dev.infill.core.lab.FakeModel;
import dev.infill.web.cli.console.Console;
import dev.infill.web.cli.console.Interruption;
import dev.infill.web.cli.console.StandardOutput;
import dev.infill.web.cli.option.ModelLoader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Runs the command line in this process, with a fake model and captured streams. */
public final class CommandHarness {
  private final List<BertModelOptions> requests = new ArrayList<>();
  private final List<Integer> exits = new ArrayList<>();
  private final Interruption interruption = new Interruption(exits::add);
  private InputStream standardInput = InputStream.nullInputStream();
  private Map<String, String> environment = Map.of();
  private boolean terminals;
  private int columns = 80;
  private FakeModel model = FakeModel.readingMasks(() -> {});
  private ModelLoader loader =
      options -> {
        requests.add(options);
        return model;
      };

  /** What a command left behind. */
  public record Outcome(int exitCode, String out, String err) {}

  public CommandHarness standardInput(String text) {
    return standardInput(text.getBytes(StandardCharsets.UTF_8));
  }

  public CommandHarness standardInput(byte[] bytes) {
    return standardInput(new ByteArrayInputStream(bytes));
  }

  public CommandHarness standardInput(InputStream stream) {
    standardInput = stream;
    return this;
  }

  public CommandHarness environment(Map<String, String> variables) {
    environment = variables;
    return this;
  }

  /** Makes both output streams terminals. */
  public CommandHarness onTerminals() {
    terminals = true;
    return this;
  }

  public CommandHarness columns(int width) {
    columns = width;
    return this;
  }

  public CommandHarness model(FakeModel used) {
    model = used;
    return this;
  }

  public CommandHarness loader(ModelLoader used) {
    loader = used;
    return this;
  }

  public Interruption interruption() {
    return interruption;
  }

  /** Returns the codes with which the process was told to end. */
  public List<Integer> exits() {
    return exits;
  }

  /** Returns the models that were asked for. */
  public List<BertModelOptions> requests() {
    return requests;
  }

  public Outcome run(String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Outcome outcome = runInto(out, arguments);
    return new Outcome(outcome.exitCode(), out.toString(StandardCharsets.UTF_8), outcome.err());
  }

  public Outcome runInto(OutputStream out, String... arguments) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code = application(out, err).run(arguments);
    return new Outcome(code, "", err.toString(StandardCharsets.UTF_8));
  }

  /** Returns every command, those above others before them. */
  public List<CommandSpec> commands() {
    OutputStream nowhere = OutputStream.nullOutputStream();
    return Stream.iterate(
            List.of(application(nowhere, nowhere).commands()),
            level -> !level.isEmpty(),
            level ->
                level.stream()
                    .flatMap(command -> command.subcommands().values().stream())
                    .map(CommandLine::getCommandSpec)
                    .toList())
        .flatMap(List::stream)
        .toList();
  }

  private Application application(OutputStream out, OutputStream err) {
    Console console =
        new Console(
            standardInput,
            new StandardOutput(out),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            terminals,
            terminals,
            columns,
            environment);
    return new Application(console, loader, interruption);
  }
}
