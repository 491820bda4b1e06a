package dev.infill.corpora.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class RawLinesTest {
  @Property(tries = 300)
  void findsTheLinesThatAreNotBlankWithTheirNumbersAndOffsets(
      @ForAll
          @StringLength(max = 40)
          @CharRange(from = '\n', to = '\n')
          @CharRange(from = 'a', to = 'b')
          @CharRange(from = ' ', to = ' ')
          String text)
      throws IOException {
    String[] all = text.split("\n", -1);
    List<String> expected = new ArrayList<>();
    int offset = 0;
    for (int k = 0; k < all.length; k++) {
      if (!all[k].isBlank()) {
        expected.add("%d %d %s".formatted(k + 1, offset, all[k]));
      }
      offset += all[k].length() + 1;
    }

    assertThat(read(text.getBytes(StandardCharsets.UTF_8), 0, 1)).isEqualTo(expected);
  }

  @Test
  void goesOnFromTheMiddleOfAFile() throws IOException {
    assertThat(read("\nb\n".getBytes(StandardCharsets.UTF_8), 100, 7)).containsExactly("8 101 b");
  }

  @Test
  void passesOverAByteOrderMarkAtTheBeginningAlone() throws IOException {
    assertThat(read("\uFEFFa\n\uFEFFb".getBytes(StandardCharsets.UTF_8), 0, 1))
        .containsExactly("1 0 a", "2 5 \uFEFFb");
  }

  @Test
  void holdsNoMoreThanTheBeginningOfALineWithoutEnd() throws IOException {
    long bytes = 40L * RawLine.LONGEST;
    try (RawLines lines = new RawLines(new As(bytes), 0, 1)) {
      RawLine line = lines.next().orElseThrow();

      assertThat(line.bytes()).hasSize(RawLine.LONGEST);
      assertThat(line.isTooLong()).isTrue();
      assertThat(lines.offset()).isEqualTo(RawLine.LONGEST);
      assertThat(lines.next()).isEmpty();
      assertThat(lines.offset()).isEqualTo(bytes);
    }
  }

  @Test
  void passesOverTheRestOfALineThatIsTooLong() throws IOException {
    byte[] text =
        ("a".repeat(RawLine.LONGEST) + "\n" + "b".repeat(RawLine.LONGEST + 100_000) + "\n\nc")
            .getBytes(StandardCharsets.UTF_8);
    List<String> found = new ArrayList<>();
    try (RawLines lines = new RawLines(new ByteArrayInputStream(text), 0, 1)) {
      for (Optional<RawLine> next = lines.nextOrBlank();
          next.isPresent();
          next = lines.nextOrBlank()) {
        RawLine line = next.get();
        found.add("%d %d %s".formatted(line.number(), line.bytes().length, line.isTooLong()));
      }
    }
    assertThat(found)
        .containsExactly(
            "1 %d false".formatted(RawLine.LONGEST),
            "2 %d true".formatted(RawLine.LONGEST),
            "3 0 false",
            "4 1 false");
  }

  private static List<String> read(byte[] bytes, long offset, long number) throws IOException {
    List<String> found = new ArrayList<>();
    try (RawLines lines = new RawLines(new ByteArrayInputStream(bytes), offset, number)) {
      for (Optional<RawLine> next = lines.next(); next.isPresent(); next = lines.next()) {
        RawLine line = next.get();
        found.add(
            "%d %d %s"
                .formatted(
                    line.number(),
                    line.offset(),
                    new String(line.bytes(), StandardCharsets.UTF_8)));
      }
    }
    return found;
  }

  /** A stream of so many times the letter a. */
  private static final class As extends InputStream {
    private long left;

    As(long left) {
      this.left = left;
    }

    @Override
    public int read() {
      return left-- > 0 ? 'a' : -1;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) {
      if (left <= 0) {
        return -1;
      }
      int count = (int) Math.min(left, length);
      Arrays.fill(bytes, offset, offset + count, (byte) 'a');
      left -= count;
      return count;
    }
  }
}
