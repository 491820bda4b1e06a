package dev.infill.bert.graph.imports;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class GraphImportTest {
  /** The list of operators in docs/models.md is that of the code. */
  @Test
  void operatorsAreDocumented() throws IOException {
    String documentation = Files.readString(Path.of("..", "docs", "models.md"));
    assertThat(GraphImport.supportedOperators())
        .isNotEmpty()
        .allSatisfy(
            operator ->
                assertThat(documentation)
                    .contains("`" + operator.substring(operator.indexOf(':') + 1) + "`"));
  }
}
