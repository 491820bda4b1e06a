package dev.infill.web.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.util.Collections;
import org.junit.jupiter.api.Test;

class OpenFilesTest {
  private static final String LIBRARIES =
      String.join(File.pathSeparator, Collections.nCopies(100, "a.jar"));

  private static String limits(String open) {
    return """
        Limit                     Soft Limit           Hard Limit           Units
        Max processes             61             61             processes
        Max open files            %s                 20000                files
        """
        .formatted(open);
  }

  @Test
  void tooFewAreToldAsNumbers() {
    assertThat(OpenFiles.shortage(limits("64"), LIBRARIES))
        .hasValue("this process may open 64 files, and needs 132; ulimit -n 1024 allows more");
    assertThat(OpenFiles.shortage(limits("131"), LIBRARIES)).isPresent();
  }

  @Test
  void enoughAreNothingToTell() {
    assertThat(OpenFiles.shortage(limits("132"), LIBRARIES)).isEmpty();
    assertThat(OpenFiles.shortage(limits("unlimited"), LIBRARIES)).isEmpty();
    assertThat(OpenFiles.shortage("", LIBRARIES)).isEmpty();
    assertThat(OpenFiles.shortage()).isEmpty();
  }
}
