package dev.infill.bert.graph;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnxruntime.platform.Fp16Conversions;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Float16Test {
  /** ONNX Runtime's own conversion, number by number, at every exponent and with every sign. */
  @Test
  void agreesWithOnnxRuntime() {
    SplittableRandom random = new SplittableRandom(16);
    for (int exponent = 0; exponent < 255; exponent++) {
      for (int k = 0; k < 2_000; k++) {
        float x = Float.intBitsToFloat((random.nextInt() & 0x807fffff) | (exponent << 23));
        assertThat(Float16.bits(x)).as("%s", x).isEqualTo(Fp16Conversions.floatToFp16(x));
      }
    }
  }

  /** Every number, and what lies just below, at and above the middle between it and the next. */
  @Test
  void roundsToTheNearestAndTiesToEven() {
    for (int bits = 0; bits < 0x7bff; bits++) {
      float here = Fp16Conversions.fp16ToFloat((short) bits);
      float next = Fp16Conversions.fp16ToFloat((short) (bits + 1));
      float middle = (here + next) / 2;
      assertThat(Float16.bits(here)).isEqualTo((short) bits);
      assertThat(Float16.bits(-here)).isEqualTo((short) (bits | 0x8000));
      assertThat(Float16.bits(Math.nextDown(middle))).isEqualTo((short) bits);
      assertThat(Float16.bits(middle)).isEqualTo((short) (bits + (bits & 1)));
      assertThat(Float16.bits(Math.nextUp(middle))).isEqualTo((short) (bits + 1));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "65519.996, 7bff",
    "65520, 7c00",
    "1e30, 7c00",
    "Infinity, 7c00",
    "-Infinity, fc00",
    "-65520, fc00",
    "2.9802322e-8, 0000",
    "-2.9802322e-8, 8000",
    "2.9802326e-8, 0001",
    "1e-40, 0000"
  })
  void endsWhereItsNumbersEnd(float x, String bits) {
    assertThat(String.format("%04x", Float16.bits(x))).isEqualTo(bits);
  }

  @Test
  void whatIsNoNumberStaysNone() {
    assertThat(Fp16Conversions.fp16ToFloat(Float16.bits(Float.NaN))).isNaN();
  }
}
