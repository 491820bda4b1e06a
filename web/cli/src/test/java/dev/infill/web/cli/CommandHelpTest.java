package dev.infill.web.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Command;

class CommandHelpTest {
  private static final int COLUMNS = 80;

  /** A longer line is broken after its last word, and the paragraph goes on below. */
  @Test
  void noLineOfHelpIsBroken() throws Exception {
    assertThat(commands())
        .hasSizeGreaterThan(20)
        .allSatisfy(
            command ->
                assertThat(List.of(command.getAnnotation(Command.class).footer()))
                    .as(command.getSimpleName())
                    .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(COLUMNS)));
  }

  private static List<Class<?>> commands() throws Exception {
    Path classes = Path.of(Main.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    try (Stream<Path> files = Files.walk(classes)) {
      return files
          .map(file -> classes.relativize(file).toString().replace(File.separatorChar, '.'))
          .filter(name -> name.endsWith("Command.class"))
          .<Class<?>>map(CommandHelpTest::load)
          .filter(type -> type.isAnnotationPresent(Command.class))
          .toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static Class<?> load(String file) {
    try {
      return Class.forName(file.replaceFirst("[.]class$", ""));
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }
}
