package dev.infill.evaluation.lab.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegressionTableTest {
  @TempDir private Path folder;

  private Path file(List<String> lines) throws IOException {
    return Files.write(folder.resolve("table.csv"), lines);
  }

  private static List<String> then(String line, String... others) {
    return Stream.concat(Collections.nCopies(10, line).stream(), Arrays.stream(others)).toList();
  }

  private static void assertMistake(Path file, String message) {
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(() -> RegressionTable.read(file))
        .withMessageContaining(message)
        .satisfies(e -> assertThat(e.field()).isEqualTo("data"));
  }

  @Test
  void rowsAreReadWithAHeadingAndWithout() throws IOException {
    for (String separator : List.of(",", ";", "\t", ", ")) {
      List<String> lines = then(String.join(separator, "1", "-2.5", "3e1"), "", "0,0,0");
      RegressionTable plain = RegressionTable.read(file(lines));
      assertThat(plain.size()).isEqualTo(11);
      assertThat(plain.width()).isEqualTo(2);
      assertThat(plain.inputs()[0]).containsExactly(1, -2.5);
      assertThat(plain.targets()).startsWith(30).endsWith(0);
      RegressionTable headed =
          RegressionTable.read(
              file(Stream.concat(Stream.of("\uFEFF11,2,a,b"), lines.stream()).toList()));
      assertThat(headed.inputs()).isDeepEqualTo(plain.inputs());
      assertThat(headed.targets()).isEqualTo(plain.targets());
    }
  }

  @Test
  void whatIsNoTableIsRefusedWithItsLine() throws IOException {
    assertMistake(folder.resolve("none"), "there is no file " + folder.resolve("none"));
    assertMistake(file(List.of("a,b", "1,2")), "has 1 rows; 10 or more are needed");
    assertMistake(file(List.of()), "has 0 rows");
    assertMistake(file(then("1,2", "1,2,3")), "line 11: 3 numbers in place of 2");
    assertMistake(file(then("1")), "line 1: 1 numbers in place of 2 or more");
    assertMistake(file(then("1,2", "1,male")), "line 11: 'male' is no number");
    assertMistake(file(then("1,2", "1,")), "line 11: an empty cell is no number");
    assertMistake(file(then("1,2", "1,NaN")), "line 11: 'NaN' is no number");
    assertMistake(file(then("1,2", "1e101,2")), "line 11: '1e101' is no number up to 1e100");
    // A decimal comma; the first line may be a heading.
    assertMistake(file(then("1,5;2,5")), "line 2: '1,5' is no number");
    // The first line is not passed over where it looks like a row.
    assertMistake(
        file(Stream.concat(Stream.of("1,"), then("1,2").stream()).toList()),
        "line 1: an empty cell is no number");
    Path binary = Files.write(folder.resolve("binary"), new byte[] {(byte) 0xff, (byte) 0xfe, 0});
    assertMistake(binary, "cannot be read");
    assertMistake(folder, "is not a file");
  }

  @Test
  void rowsAreScaledByOthers() throws IOException {
    Path file = file(then("1,7,10", "3,7,20", "5,7,40"));
    RegressionTable table = RegressionTable.read(file);
    RegressionTable others = table.of(new int[] {0, 10});
    RegressionTable scaled = table.of(new int[] {0, 10, 11}).scaledBy(others);
    // Mean 2 and deviation 1; a column that does not vary says nothing; targets from 10 to 20.
    assertThat(scaled.inputs()).isDeepEqualTo(new double[][] {{-1, 0}, {1, 0}, {3, 0}});
    assertThat(scaled.targets()).containsExactly(new double[] {0, 1, 3}, within(1e-12));
  }

  /** The mean of twelve times 0.1 is not 0.1 as it is computed. */
  @Test
  void columnsThatDoNotVaryBecomeZero() throws IOException {
    RegressionTable table = RegressionTable.read(file(then("1,0.1,10", "3,0.1,20", "5,0.1,40")));
    assertThat(Arrays.stream(table.scaledBy(table).inputs()).map(row -> row[1])).containsOnly(0.0);
  }
}
