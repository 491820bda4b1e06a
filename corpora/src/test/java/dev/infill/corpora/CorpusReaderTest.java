package dev.infill.corpora;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.infill.core.InvalidInputException;
import dev.infill.core.TransferListener;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class CorpusReaderTest {
  @TempDir private Path folder;

  @Test
  void tbcIsLowerCasedWithPlainQuotes() throws IOException {
    assertThat(texts(CorpusFormat.TBC, "`` He 's \tHERE ! ''\n\n the end .\n"))
        .containsExactly("\" he 's here ! \"", "the end .");
  }

  @Test
  void wikiTextHasOneUnknownWordAndNoHeadings() throws IOException {
    assertThat(
            texts(
                CorpusFormat.WIKITEXT,
                // Leading spaces, as the original has them.
                """

                 = Valkyria <unk> III =
                 The @@UNKNOWN@@ @-@ <unk> .
                 = = Plot = =
                 q =
                 = x
                 = =
                """))
        .containsExactly("the [UNK] @-@ [UNK] .", "q =", "= x", "= =");
  }

  @Test
  void linesAreKeptAsTheyStand() throws IOException {
    assertThat(texts(CorpusFormat.LINES, "The [UNK] `` <unk>\n = A = \n"))
        .containsExactly("The [UNK] `` <unk>", "= A =");
  }

  @Test
  void sentencesKnowTheirLines() throws IOException {
    assertThat(read(CorpusFormat.LINES, "\na b\n\n\nc"))
        .containsExactly(new Sentence(List.of("a", "b"), 2), new Sentence(List.of("c"), 5));
  }

  @Test
  void allWhiteSpaceSeparatesWords() throws IOException {
    assertThat(read(CorpusFormat.LINES, "a\u00a0b\u3000c\u0085d\u2028e\ff\u000bg\rh\u202fi\n"))
        .containsExactly(new Sentence(List.of("a", "b", "c", "d", "e", "f", "g", "h", "i"), 1));
  }

  @Test
  void aByteOrderMarkAndCarriageReturnsAreNoText() throws IOException {
    assertThat(read(CorpusFormat.LINES, "\ufeffa b\r\nc\r\n\r\n"))
        .containsExactly(new Sentence(List.of("a", "b"), 1), new Sentence(List.of("c"), 2));
  }

  @Test
  void aParagraphIsSplitBehindWhatEndsASentence() throws IOException {
    String line =
        "He said \" no . \" Then ( oddly ! ) he left . 3 @.@ 5 m ? ! \" Why ? \" she \" I . \" x";
    assertThat(
            texts(
                CorpusFormat.WIKITEXT,
                line,
                new CorpusReaderOptions("text", true, TransferListener.SILENT)))
        .containsExactly(
            "he said \" no . \"",
            "then ( oddly ! )",
            "he left .",
            "3 @.@ 5 m ? !",
            "\" why ? \"",
            "she \" i . \"",
            "x");
    assertThat(texts(CorpusFormat.WIKITEXT, line)).hasSize(1);
  }

  @Test
  void compressionIsRecognisedWhateverTheName() throws IOException {
    byte[] text = "a b\nc d\n".getBytes(StandardCharsets.UTF_8);
    for (byte[] packed : List.of(text, gzip(text))) {
      Path file = Files.write(folder.resolve("corpus.dat"), packed);
      assertThat(texts(CorpusReader.open(file, CorpusFormat.LINES))).containsExactly("a b", "c d");
    }
  }

  @Test
  void allMembersAreReadThoughAPipeHasNothingReady() throws IOException {
    ByteArrayOutputStream gzips = new ByteArrayOutputStream();
    for (String part : List.of("a\n", "b\n", "c\n")) {
      gzips.write(gzip(part.getBytes(StandardCharsets.UTF_8)));
    }
    InputStream pipe =
        new FilterInputStream(new ByteArrayInputStream(gzips.toByteArray())) {
          @Override
          public int available() {
            return 0;
          }

          @Override
          public int read(byte[] target, int offset, int length) throws IOException {
            return super.read(target, offset, Math.min(length, 1));
          }
        };
    assertThat(texts(open(pipe, CorpusFormat.LINES))).containsExactly("a", "b", "c");
  }

  @Test
  void progressCountsTheBytesOfTheFile() throws IOException {
    byte[] packed = gzip("a b\n".repeat(100_000).getBytes(StandardCharsets.UTF_8));
    Path file = Files.write(folder.resolve("a.gz"), packed);
    List<Long> seen = new ArrayList<>();
    TransferListener progress =
        (stage, done, total) -> {
          assertThat(total).isEqualTo(packed.length);
          seen.add(done);
        };
    try (Stream<Sentence> sentences =
        CorpusReader.open(
            file, CorpusFormat.LINES, new CorpusReaderOptions("text", false, progress))) {
      assertThat(sentences).hasSize(100_000);
    }
    assertThat(seen).isSorted().endsWith((long) packed.length);
  }

  static Stream<Arguments> unusable() {
    String good = "a b\n";
    byte[] packed = gzip("some words\n".repeat(20_000).getBytes(StandardCharsets.UTF_8));
    byte[] flipped = packed.clone();
    flipped[packed.length / 2] ^= 0x55;
    byte[] wrongSum = packed.clone();
    wrongSum[packed.length - 6] ^= 1;
    return Stream.of(
        unusable("FILE is empty", bytes("")),
        unusable(
            "FILE holds no sentence: read as wikitext, there is none on its 3",
            bytes("\n \n = A =")),
        unusable("FILE:2: is not UTF-8: C3 at byte 5 of the file", join(bytes(good), 0xC3, 0x28)),
        unusable(
            "FILE:3: is not UTF-8: ED A0 80 at byte 9", join(bytes(good + good), 0xED, 0xA0, 0x80)),
        unusable("FILE:1: is not UTF-8: E2 82 at byte 2", join(bytes("a"), 0xE2, 0x82)),
        unusable(
            "FILE:2: is not text: there is the control character U+0000 at byte 6",
            bytes("a b\nc\0")),
        unusable("FILE:1: is not text: there is the control character U+001C", bytes("a\u001cb")),
        unusable(
            "FILE:1: is not text: there is the control character U+0001 at byte 5",
            bytes("\ufeffa\u0001")),
        unusable("FILE:2: the line has a megabyte or more", bytes(good + "x".repeat(1_000_000))),
        unusable(
            "FILE:3: the line has a megabyte or more",
            bytes(good + good + "x ".repeat(600_000) + "\n")),
        unusable(
            "FILE ends early: its gzip data are cut off",
            Arrays.copyOf(packed, packed.length - 20)),
        unusable("FILE ends early: its gzip data are cut off", Arrays.copyOf(packed, 5)),
        unusable("FILE is damaged: its gzip data are wrong", flipped),
        unusable("FILE is damaged: its gzip data are wrong (Corrupt GZIP trailer)", wrongSum),
        unusable("FILE is a zip archive; unpack it", bytes("PK\u0003\u0004 and more")),
        unusable("FILE is compressed by bzip2 or xz", bytes("BZh91AY&SY")),
        unusable(
            "FILE is compressed by zstd; unpack it, or use gzip",
            join(bytes(""), 0x28, 0xB5, 0x2F, 0xFD, 0x04)),
        unusable(
            "FILE is compressed by zstd; unpack it, or use gzip",
            join(bytes(""), 0x50, 0x2A, 0x4D, 0x18, 0x04)),
        unusable(
            "FILE is UTF-16; a corpus must be UTF-8", "a b".getBytes(StandardCharsets.UTF_16)));
  }

  private static Arguments unusable(String said, byte[] content) {
    return Arguments.of(said, content);
  }

  @ParameterizedTest
  @MethodSource("unusable")
  void whatCannotBeReadIsOneLineWithFileAndLine(String said, byte[] content) throws IOException {
    Path file = Files.write(folder.resolve("corpus"), content);
    assertThatThrownBy(() -> texts(CorpusReader.open(file, CorpusFormat.WIKITEXT)))
        .isInstanceOfSatisfying(
            InvalidInputException.class, e -> assertThat(e.field()).isEqualTo(file.toString()))
        .hasMessageStartingWith(said.replace("FILE", file.toString()))
        .message()
        .hasLineCount(1);
  }

  @ParameterizedTest
  @EnumSource
  void everyFormatRefusesAnEmptyFile(CorpusFormat format) throws IOException {
    Path file = Files.createFile(folder.resolve("empty"));
    assertThatThrownBy(() -> texts(CorpusReader.open(file, format)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageEndingWith("is empty; a corpus needs at least one sentence");
  }

  @Test
  void aLineJustBelowAMegabyteIsRead() throws IOException {
    assertThat(read(CorpusFormat.LINES, "x".repeat(999_999) + "\n")).hasSize(1);
  }

  @Test
  void aReplacementCharacterIsNoError() throws IOException {
    assertThat(texts(CorpusFormat.LINES, "a \ufffd b")).containsExactly("a \ufffd b");
  }

  @Test
  void whatIsNoFileIsToldOf() {
    assertThatThrownBy(() -> CorpusReader.open(folder, CorpusFormat.TEXT))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage(folder + " is a folder, where a file is to be read");
    Path missing = folder.resolve("missing");
    assertThatThrownBy(() -> CorpusReader.open(missing, CorpusFormat.TEXT))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage("there is no file " + missing);
  }

  @Test
  void aFileThatMayNotBeReadIsToldOf() throws IOException {
    Path file = Files.writeString(folder.resolve("secret"), "a");
    Assumptions.assumeTrue(file.toFile().setReadable(false) && !Files.isReadable(file), "root");
    assertThatThrownBy(() -> CorpusReader.open(file, CorpusFormat.TEXT))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage(file + " cannot be read: permission denied");
  }

  @Test
  void aFailingDiskIsNotTheUsersError() {
    InputStream failing =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("Input/output error");
          }

          @Override
          public int read(byte[] target, int offset, int length) throws IOException {
            return read();
          }

          @Override
          public void close() throws IOException {
            throw new IOException("No such device");
          }
        };
    assertThatThrownBy(() -> texts(open(failing, CorpusFormat.LINES)))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessage("stream cannot be read: Input/output error")
        .satisfies(
            failure ->
                assertThat(failure.getSuppressed())
                    .extracting(Throwable::getMessage)
                    .containsExactly("stream cannot be closed: No such device"));
  }

  @Test
  void anInterruptStopsReading() throws IOException {
    Path file = Files.writeString(folder.resolve("long"), "a b\n".repeat(100_000));
    try (Stream<Sentence> sentences = CorpusReader.open(file, CorpusFormat.LINES)) {
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> sentences.count())
          .isInstanceOf(UncheckedIOException.class)
          .hasMessageEndingWith("cannot be read: interrupted");
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void theStreamIsLazyAndClosesTheReader() throws IOException {
    boolean[] closed = new boolean[1];
    InputStream bytes =
        new ByteArrayInputStream(join(bytes("a\n".repeat(100_000)), 0xFF)) {
          @Override
          public void close() {
            closed[0] = true;
          }
        };
    try (Stream<Sentence> sentences = open(bytes, CorpusFormat.LINES)) {
      assertThat(sentences.limit(10)).hasSize(10);
    }
    assertThat(closed[0]).isTrue();
  }

  private List<Sentence> read(CorpusFormat format, String content) {
    try (Stream<Sentence> sentences = open(new ByteArrayInputStream(bytes(content)), format)) {
      return sentences.toList();
    }
  }

  private List<String> texts(CorpusFormat format, String content) {
    return texts(open(new ByteArrayInputStream(bytes(content)), format));
  }

  private List<String> texts(CorpusFormat format, String content, CorpusReaderOptions options) {
    return texts(
        CorpusReader.open(new ByteArrayInputStream(bytes(content)), "stream", format, options));
  }

  private static List<String> texts(Stream<Sentence> opened) {
    try (Stream<Sentence> sentences = opened) {
      return sentences.map(Sentence::text).toList();
    }
  }

  private static Stream<Sentence> open(InputStream stream, CorpusFormat format) {
    return CorpusReader.open(stream, "stream", format, CorpusReaderOptions.DEFAULTS);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] join(byte[] first, int... more) {
    byte[] joined = Arrays.copyOf(first, first.length + more.length);
    for (int i = 0; i < more.length; i++) {
      joined[first.length + i] = (byte) more[i];
    }
    return joined;
  }

  private static byte[] gzip(byte[] content) {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream stream = new GZIPOutputStream(packed)) {
      stream.write(content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return packed.toByteArray();
  }
}
