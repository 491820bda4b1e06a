package dev.infill.web.cli;

import dev.infill.bert.hub.HubException;
import dev.infill.bert.runtime.RuntimeFailureException;
import dev.infill.bert.store.ModelStoreException;
import dev.infill.core.FailureReason;
import dev.infill.core.InvalidInputException;
import dev.infill.evaluation.lab.LabExperiment;
import dev.infill.web.api.NearestNames;
import dev.infill.web.cli.batch.BatchCommand;
import dev.infill.web.cli.bench.BenchCommand;
import dev.infill.web.cli.console.Console;
import dev.infill.web.cli.console.ExitCode;
import dev.infill.web.cli.console.Interruption;
import dev.infill.web.cli.console.OutputException;
import dev.infill.web.cli.corpus.CorpusMaskCommand;
import dev.infill.web.cli.evaluate.EvaluateAnswersCommand;
import dev.infill.web.cli.evaluate.EvaluateMetricsCommand;
import dev.infill.web.cli.evaluate.EvaluatePaperCommand;
import dev.infill.web.cli.fill.FillCommand;
import dev.infill.web.cli.fill.ProteinCommand;
import dev.infill.web.cli.fill.SampleCommand;
import dev.infill.web.cli.fill.ScoreCommand;
import dev.infill.web.cli.lab.LabCommand;
import dev.infill.web.cli.model.ModelAddCommand;
import dev.infill.web.cli.model.ModelInfoCommand;
import dev.infill.web.cli.model.ModelListCommand;
import dev.infill.web.cli.model.ModelPruneCommand;
import dev.infill.web.cli.model.ModelVerifyCommand;
import dev.infill.web.cli.option.CommandOption;
import dev.infill.web.cli.option.ModelLoader;
import dev.infill.web.cli.serve.ServeCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command line as a function from arguments to an exit code; starts and ends no process. Only
 * the command that is named is made, as making all of them takes a third of a second.
 */
public final class Application {
  private static final String FILL = "fill";
  private static final String SAMPLE = "sample";

  /** The fewest columns of help: its examples have lines of that length. */
  private static final int NARROWEST = 80;

  private static final int WIDEST = 110;

  private static final Pattern INVALID_VALUE =
      Pattern.compile("Invalid value for option '(--[a-z0-9-]+)'[^:]*: (.*)");

  /** What Java puts in place of bytes that are no character. */
  private static final char REPLACED = '\uFFFD';

  private final Console console;
  private final Map<String, Supplier<CommandLine>> commands = new LinkedHashMap<>();

  /**
   * Puts the commands together.
   *
   * @param console what they talk to
   * @param models where they get models from
   * @param interruption what stops them
   */
  Application(Console console, ModelLoader models, Interruption interruption) {
    this.console = console;
    add(FILL, () -> new FillCommand(console, models, interruption).spec());
    add(SAMPLE, () -> new SampleCommand(console, models, interruption).spec());
    add("protein", () -> new ProteinCommand(console, models, interruption).spec());
    add("batch", () -> new BatchCommand(console, models, interruption).spec());
    add("score", () -> new ScoreCommand(console, models).spec());
    add("serve", () -> new ServeCommand(console, models, interruption).spec());
    add("bench", () -> new BenchCommand(console, models).spec());
    commands.put("lab", () -> new LabCommand(console, LabExperiment.all()).commandLine());
    addGroup(
        "corpus",
        "Draw masking tasks from corpora.",
        () -> List.of(new CorpusMaskCommand(console, models).spec()));
    addGroup(
        "model",
        "Look after compiled models: list, add, check or delete them.",
        () ->
            List.of(
                new ModelListCommand(console).spec(),
                new ModelInfoCommand(console).spec(),
                new ModelAddCommand(console).spec(),
                new ModelVerifyCommand(console).spec(),
                new ModelPruneCommand(console).spec()));
    addGroup(
        "evaluate",
        "Measure diversity and quality; run the paper's infilling experiment.",
        () ->
            List.of(
                new EvaluateMetricsCommand(console).spec(),
                new EvaluatePaperCommand(console, models, interruption).spec(),
                new EvaluateAnswersCommand(console, models, interruption).spec()));
  }

  private void add(String name, Supplier<CommandSpec> command) {
    commands.put(name, () -> new CommandLine(command.get()));
  }

  private void addGroup(String name, String description, Supplier<List<CommandSpec>> members) {
    commands.put(name, () -> new CommandGroup(name, description, members.get()).commandLine());
  }

  private CommandLine commandLine(Collection<String> names) {
    CommandLine commandLine = new CommandLine(new InfillCommand().spec());
    commands.forEach(
        (name, command) -> {
          if (names.contains(name)) {
            commandLine.addSubcommand(command.get());
          }
        });
    commandLine
        .setOut(console.out().writer())
        .setExpandAtFiles(false)
        .setUsageHelpWidth(Math.max(NARROWEST, Math.min(WIDEST, console.columns())))
        .setUsageHelpLongOptionsMaxWidth(26)
        .setColorScheme(
            Help.defaultColorScheme(console.suggestsColor() ? Help.Ansi.ON : Help.Ansi.OFF))
        .setParameterExceptionHandler((failure, arguments) -> refuse(failure, List.of(arguments)))
        .setExecutionExceptionHandler(
            (failure, command, parsed) -> fail(failure, parsed.originalArgs()));
    CommandOption.registerNumbers(commandLine);
    return commandLine;
  }

  /**
   * Runs one command.
   *
   * @param arguments the command line's words
   * @return the exit code
   */
  int run(String... arguments) {
    List<String> given = List.of(arguments);
    String first = given.isEmpty() ? "" : given.get(0);
    Optional<String> unread =
        given.stream().filter(word -> word.indexOf(REPLACED) >= 0).findFirst();
    if (unread.isPresent()) {
      console.complain(
          "an argument is not in UTF-8, or the locale does not say that it is: '%s'; LC_ALL=C.UTF-8 says so, and --input reads texts from a file"
              .formatted(unread.get()));
      return ExitCode.INVALID_INPUT;
    }
    try {
      int code =
          commandLine(commands.containsKey(first) ? List.of(first) : commands.keySet())
              .execute(arguments);
      if (code == ExitCode.SUCCESS) {
        console.out().check();
      }
      return code;
    } catch (OutputException e) {
      return failOutput(e, given);
    } catch (OutOfMemoryError e) {
      console.complain("out of memory; INFILL_JAVA_OPTS=-Xmx2g gives more of it");
      trace(e, given);
      return ExitCode.FAILURE;
    } catch (LinkageError e) {
      console.complain("a library of Infill cannot be loaded: " + describe(e));
      trace(e, given);
      return ExitCode.FAILURE;
    }
  }

  /** Returns all commands. */
  CommandSpec commands() {
    return commandLine(commands.keySet()).getCommandSpec();
  }

  private int refuse(ParameterException failure, List<String> arguments) {
    InvalidInputException cause = invalidInput(failure);
    if (failure instanceof UnmatchedArgumentException unmatched) {
      console.complain(unmatched(unmatched));
    } else {
      console.complain(cause == null ? reworded(failure.getMessage()) : named(cause));
    }
    trace(failure, arguments);
    return ExitCode.INVALID_INPUT;
  }

  private int fail(Exception failure, List<String> arguments) {
    if (failure instanceof OutputException output) {
      return failOutput(output, arguments);
    }
    if (failure instanceof InvalidInputException) {
      console.complain(describe(failure));
      trace(failure, arguments);
      return ExitCode.INVALID_INPUT;
    }
    boolean expected =
        failure instanceof ModelStoreException
            || failure instanceof HubException
            || failure instanceof RuntimeFailureException
            || failure instanceof UncheckedIOException
            || failure instanceof IOException;
    console.complain(
        expected
            ? describe(failure)
            : "internal error: " + failure + " (--debug shows where; please report it)");
    trace(failure, arguments);
    return ExitCode.FAILURE;
  }

  private int failOutput(OutputException failure, List<String> arguments) {
    if (failure.isBrokenPipe()) {
      return ExitCode.BROKEN_PIPE;
    }
    console.complain(describe(failure));
    trace(failure, arguments);
    return ExitCode.FAILURE;
  }

  private String unmatched(UnmatchedArgumentException failure) {
    String argument = failure.getUnmatched().get(0);
    CommandLine command = failure.getCommandLine();
    if (!argument.startsWith("-")) {
      return new NearestNames(List.copyOf(command.getSubcommands().keySet()))
          .unknown("command", argument);
    }
    String name = argument.split("=", 2)[0];
    for (CommandLine member : command.getSubcommands().values()) {
      if (member.getCommandSpec().optionsMap().containsKey(name)) {
        return "%s goes after the command: %s %1$s"
            .formatted(name, member.getCommandSpec().qualifiedName());
      }
    }
    if (command.getCommandName().equals(FILL) && optionsOfSample().contains(name)) {
      return "fill has no %s; sample has".formatted(name);
    }
    String line =
        new NearestNames(List.copyOf(command.getCommandSpec().optionsMap().keySet()))
            .unknown("option", name);
    return argument.contains(" ") ? line + "; a text that begins with - goes after --" : line;
  }

  private Set<String> optionsOfSample() {
    return Objects.requireNonNull(commands.get(SAMPLE))
        .get()
        .getCommandSpec()
        .optionsMap()
        .keySet();
  }

  private static @Nullable InvalidInputException invalidInput(Throwable failure) {
    for (Throwable at = failure; at != null; at = at.getCause()) {
      if (at instanceof InvalidInputException invalid) {
        return invalid;
      }
    }
    return null;
  }

  private static String named(InvalidInputException failure) {
    return "--" + failure.field() + ": " + describe(failure);
  }

  /** Returns a message of picocli as ours are: the option, and what is wrong. */
  private static String reworded(@Nullable String message) {
    if (message == null || message.isEmpty()) {
      return "the command line cannot be read";
    }
    Matcher value = INVALID_VALUE.matcher(message);
    return value.matches()
        ? value.group(1) + ": " + value.group(2)
        : Character.toLowerCase(message.charAt(0)) + message.substring(1);
  }

  private static String describe(Throwable failure) {
    String message = failure.getMessage();
    Throwable cause = failure.getCause();
    if (failure instanceof UncheckedIOException
        && cause != null
        && cause.toString().equals(message)) {
      // The JDK's own begin with the name of a class.
      return describe(cause);
    }
    if (failure instanceof FileSystemException file && file.getFile() != null) {
      return file.getFile() + ": " + FailureReason.of(file);
    }
    return message == null || message.isBlank() ? failure.toString() : message;
  }

  // Looked up among the words, as a command line that cannot be parsed has no values.
  private void trace(Throwable failure, List<String> arguments) {
    if (console.suggestsDebugging() || arguments.contains("--debug")) {
      failure.printStackTrace(console.err());
    }
  }
}
