package dev.infill.web.cli;

import dev.infill.bert.BertModel;
import dev.infill.web.cli.console.Console;
import dev.infill.web.cli.console.ExitCode;
import dev.infill.web.cli.console.Interruption;
import dev.infill.web.cli.console.OpenFiles;
import dev.infill.web.cli.console.StandardOutput;
import dev.infill.web.cli.option.ModelLoader;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/** Starts the command line. */
public final class Main {
  private Main() {}

  /**
   * Runs one command and ends the process with its exit code.
   *
   * @param arguments the command line's words
   */
  public static void main(String[] arguments) {
    run(BertModel::open, arguments);
  }

  /**
   * Runs one command in this process, which it ends.
   *
   * @param models where models come from
   * @param arguments the command line's words
   */
  public static void run(ModelLoader models, String... arguments) {
    // Figures are written one way everywhere, so that files of equal runs are equal.
    Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT);
    StandardOutput out =
        new StandardOutput(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)));
    PrintStream err =
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
    Console console = Console.ofProcess(System.in, out, err, System.getenv());
    Optional<String> shortage = OpenFiles.shortage();
    if (shortage.isPresent()) {
      console.complain(shortage.get());
      System.exit(ExitCode.FAILURE);
    }
    Interruption interruption =
        new Interruption(
            code -> {
              console.leaveLine();
              Runtime.getRuntime().halt(code);
            });
    interruption.listen();
    System.exit(new Application(console, models, interruption).run(arguments));
  }
}
