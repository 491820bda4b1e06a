package dev.infill.corpora;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reads streams many times larger than the heap, in a process of its own with that heap. */
class ConstantMemoryTest {
  private static final String HEAP = "-Xmx16m";

  @ParameterizedTest
  @CsvSource({
    "WIKITEXT, 200_000_000, ' The <unk> @-@ man walked down the street , and was not seen again ."
        + " \n"
        + "'",
    "JSON_LINES, 20_000_000, '{\"text\": \"The man walked. He was not seen again.\"}\n'",
    // One paragraph without an end.
    "TEXT, 20_000_000, 'The man walked down the street. He was not seen again.\n'",
  })
  @Timeout(600)
  void aCorpusLargerThanTheHeapIsRead(String format, String size, String line) throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                HEAP,
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Reading.class.getName(),
                format,
                size.replace("_", ""),
                line)
            .redirectErrorStream(true)
            .redirectInput(Redirect.from(Path.of("/dev/null").toFile()))
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    // Before it, SLF4J may say that nobody listens.
    assertThat(said.strip().lines()).last().asString().matches("[1-9][0-9]{5,} sentences");
    assertThat(process.exitValue()).isZero();
  }

  /** What the process runs. */
  static final class Reading {
    private Reading() {}

    public static void main(String[] arguments) {
      long size = Long.parseLong(arguments[1]);
      try (Stream<Sentence> sentences =
          CorpusReader.open(
              new Repeated(arguments[2].getBytes(StandardCharsets.UTF_8), size),
              "stream",
              CorpusFormat.valueOf(arguments[0]),
              CorpusReaderOptions.DEFAULTS)) {
        System.out.println(sentences.count() + " sentences");
      }
    }
  }

  /** A line over and over, made when it is read. */
  private static final class Repeated extends InputStream {
    private final byte[] lines;
    private long left;

    Repeated(byte[] line, long size) {
      this.lines = new byte[line.length * (8192 / line.length)];
      for (int i = 0; i < lines.length; i++) {
        lines[i] = line[i % line.length];
      }
      // Whole lines, so that JSON does not end early.
      this.left = size / lines.length * lines.length;
    }

    @Override
    public int read() {
      throw new UnsupportedOperationException("one byte at a time would take too long");
    }

    @Override
    public int read(byte[] target, int offset, int length) {
      if (left == 0) {
        return -1;
      }
      int at = (int) ((lines.length - left % lines.length) % lines.length);
      int read = (int) Math.min(Math.min(length, lines.length - at), left);
      System.arraycopy(lines, at, target, offset, read);
      left -= read;
      return read;
    }
  }
}
