package dev.infill.bert.weights.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.infill.bert.weights.SafetensorsWriter;
import dev.infill.bert.weights.SafetensorsWriter.Tensor;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tensors come back as they were written, and files that are none are refused. */
class SafetensorsFileTest {
  private static final String ONE =
      "\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}";

  @TempDir Path folder = Path.of("");

  private Path file() {
    return folder.resolve("model.safetensors");
  }

  private void assertRefused(String... parts) {
    assertThatExceptionOfType(MalformedFileException.class)
        .isThrownBy(() -> SafetensorsFile.open(file()).close())
        .satisfies(e -> assertThat(e.getMessage()).contains(parts).doesNotContain("\n"))
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(400));
  }

  private void write(String header, int dataBytes) throws IOException {
    SafetensorsWriter.write(file(), header, new byte[dataBytes]);
  }

  @ParameterizedTest
  @EnumSource(
      value = SafetensorsType.class,
      names = {"F32", "F16", "BF16"})
  void tensorsComeBack(SafetensorsType type) throws IOException {
    Random random = new Random(3);
    float[] large = new float[700_000];
    for (int i = 0; i < large.length; i++) {
      // Few enough digits for each type.
      large[i] = random.nextInt(-128, 128) / 64f;
    }
    Map<String, Tensor> tensors = new TreeMap<>();
    tensors.put("large", new Tensor(type, List.of(700_000L), large));
    tensors.put("none", new Tensor(type, List.of(0L, 5L), new float[0]));
    tensors.put("one", new Tensor(type, List.of(), new float[] {-0.5f}));
    tensors.put("ids", new Tensor(SafetensorsType.I64, List.of(1L, 2L), new float[] {4, 5}));
    SafetensorsWriter.write(file(), tensors);
    try (SafetensorsFile read = SafetensorsFile.open(file())) {
      assertThat(read.tensors()).containsOnlyKeys("large", "none", "one", "ids");
      for (String name : List.of("large", "none", "one")) {
        Tensor written = Objects.requireNonNull(tensors.get(name));
        SafetensorsTensor tensor = Objects.requireNonNull(read.tensors().get(name));
        assertThat(tensor.shape()).isEqualTo(written.shape());
        assertThat(read.read(name)).isEqualTo(FloatBuffer.wrap(written.values()));
      }
      assertThat(read.read("large", 2, 7)).isEqualTo(FloatBuffer.wrap(large, 200_000, 100_000));
    }
  }

  /** Each of the 65,536 numbers of 16 bits, by the definitions of the formats. */
  @Test
  void everyNumberOf16BitsIsRead() throws IOException {
    byte[] bytes = new byte[2 << 16];
    for (int bits = 0; bits < 1 << 16; bits++) {
      bytes[2 * bits] = (byte) bits;
      bytes[2 * bits + 1] = (byte) (bits >> 8);
    }
    for (String type : List.of("F16", "BF16")) {
      SafetensorsWriter.write(
          file(),
          "{\"a\":{\"dtype\":\"%s\",\"shape\":[65536],\"data_offsets\":[0,131072]}}"
              .formatted(type),
          bytes);
      try (SafetensorsFile read = SafetensorsFile.open(file())) {
        FloatBuffer values = read.read("a");
        int exponentBits = type.equals("F16") ? 5 : 8;
        for (int bits = 0; bits < 1 << 16; bits++) {
          assertThat((Double) (double) values.get(bits))
              .isEqualTo((Double) number(bits, exponentBits));
        }
      }
    }
  }

  private static double number(int bits, int exponentBits) {
    int fractionBits = 15 - exponentBits;
    int bias = (1 << (exponentBits - 1)) - 1;
    int exponent = bits >> fractionBits & ((1 << exponentBits) - 1);
    double fraction = (bits & ((1 << fractionBits) - 1)) / (double) (1 << fractionBits);
    double magnitude;
    if (exponent == (1 << exponentBits) - 1) {
      magnitude = fraction == 0 ? Double.POSITIVE_INFINITY : Double.NaN;
    } else if (exponent == 0) {
      magnitude = fraction * Math.pow(2, 1 - bias);
    } else {
      magnitude = (1 + fraction) * Math.pow(2, exponent - bias);
    }
    return bits < 1 << 15 ? magnitude : -magnitude;
  }

  @ParameterizedTest
  @CsvSource({
    "-9223372036854775808, 9223372036854775808",
    "-1, 18446744073709551615",
    "9223372036854775807, 9223372036854775807",
    "1000000, 1000000"
  })
  void aHeaderLongerThanTheFileIsRefused(long length, String told) throws IOException {
    SafetensorsWriter.write(file(), length, new byte[100], new byte[100]);
    assertRefused(told, "208", "cut off");
  }

  @Test
  void aHugeHeaderIsRefusedUnread() throws IOException {
    SafetensorsWriter.write(file(), (4 << 20) + 1, new byte[(4 << 20) + 1], new byte[0]);
    assertRefused("4,194,305");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7})
  void aFileOfAFewBytesIsRefused(int bytes) throws IOException {
    Files.write(file(), new byte[bytes]);
    assertRefused("cut off", bytes + " bytes");
  }

  @Test
  void aFileThatIsNotThereIsMissing() {
    assertRefused("is missing");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "a at bytes -8 to 0|F32|[2]|[-8,0]",
        "a at bytes 0 to 16 of 8|F32|[4]|[0,16]",
        "a at bytes 8 to 0|F32|[2]|[8,0]",
        "a at bytes 0 to 9223372036854775807|F32|[2]|[0,9223372036854775807]",
        "a of shape [-2]|F32|[-2]|[0,8]",
        "a of shape [4611686018427387904, 4]|F32|[4611686018427387904,4]|[0,8]",
        "a of shape [3] and type F32 in 8 bytes, which should be 12|F32|[3]|[0,8]",
        "a of the unknown type F128|F128|[2]|[0,8]",
        "64 bits|F32|[2]|[0,9223372036854775808]",
        "integers|F32|[2]|[0,8.0]",
        "integers|F32|[2]|[0,\"8\"]",
        "two data_offsets of a|F32|[2]|[0,8,8]",
        "two data_offsets of a|F32|[2]|[]"
      })
  void impossibleTensorsAreRefused(String told, String type, String shape, String offsets)
      throws IOException {
    write(
        "{\"a\":{\"dtype\":\"%s\",\"shape\":%s,\"data_offsets\":%s}}"
            .formatted(type, shape, offsets),
        8);
    assertRefused(told);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "b from byte 4 on, where the tensor before it ends at 8|[4,12]|12",
        "b from byte 0 on, where the tensor before it ends at 8|[0,8]|8",
        "b from byte 12 on, where the tensor before it ends at 8|[12,20]|20",
        "16 bytes of tensors and 17 bytes of data|[8,16]|17"
      })
  void tensorsMustFillTheFile(String told, String offsets, int dataBytes) throws IOException {
    write(
        "{%s,\"b\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":%s}}".formatted(ONE, offsets),
        dataBytes);
    assertRefused(told);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'a' is there twice at line 1|{ONE,ONE}",
        "'shape' is there twice at line 1|{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"shape\":[2]}}",
        "gives [x] of a, where dtype, shape and data_offsets are due|{\"a\":{\"x\":1}}",
        "gives [] of a|{\"a\":{}}",
        "gives [] of a|{\"a\":[]}",
        "no JSON object in its header|[]",
        "no JSON object in its header|8",
        "something follows its end|{ONE} {}",
        "no JSON|{ONE",
        "no JSON|{'a':1}",
        "a list of integers|{\"a\":{\"dtype\":\"F32\",\"shape\":{},\"data_offsets\":[0,8]}}"
      })
  void headersThatAreNoneAreRefused(String told, String header) throws IOException {
    write(header.replace("ONE", ONE), 8);
    assertRefused(told);
  }

  @Test
  void aDeepHeaderIsRefused() throws IOException {
    write("{\"a\":{\"shape\":" + "[".repeat(1_000_000), 8);
    assertRefused("nested more than");
    write("{\"a\":".repeat(100_000), 8);
    assertRefused("nested more than");
  }

  @Test
  void namesCannotBreakTheLineOrFillTheScreen() throws IOException {
    write("{\"x\\n\\u001b[2J\\u2028%s\":{}}".formatted("y".repeat(9_000)), 0);
    assertRefused("x??[2J?yyy");
    write("{\"%s\":{}}".formatted("y".repeat(1_000_000)), 0);
    assertRefused("no JSON");
  }

  @Test
  void manyTensorsTakeTheMemoryOfTheirHeader() throws IOException {
    StringBuilder header = new StringBuilder("{");
    for (int i = 0; i < 70_000; i++) {
      header.append(
          "%s\"%d\":{\"dtype\":\"U8\",\"shape\":[0],\"data_offsets\":[0,0]}"
              .formatted(i == 0 ? "" : ",", i));
    }
    write(header.append('}').toString(), 0);
    try (SafetensorsFile read = SafetensorsFile.open(file())) {
      assertThat(read.tensors()).hasSize(70_000);
    }
  }

  @Test
  void aFileCutOffAfterItWasOpenedIsNoticed() throws IOException {
    SafetensorsWriter.write(
        file(), Map.of("a", new Tensor(SafetensorsType.F32, List.of(100L), new float[100])));
    try (SafetensorsFile read = SafetensorsFile.open(file())) {
      byte[] bytes = Files.readAllBytes(file());
      Files.write(file(), Arrays.copyOf(bytes, 300));
      assertThatExceptionOfType(MalformedFileException.class)
          .isThrownBy(() -> read.read("a"))
          .withMessageContaining("ends in the middle of a");
    }
  }
}
