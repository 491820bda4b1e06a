package dev.infill.bert.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.infill.bert.graph.ir.WeightsFile;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BlockQuantizationTest {
  /** Decoded, every number is off by half of its block's scale at most, whichever way it lies. */
  @ParameterizedTest
  @CsvSource({"1, 1", "128, 3", "127, 2", "300, 5"})
  void codesAndScalesStandForTheMatrix(int inputs, int outputs) {
    SplittableRandom random = new SplittableRandom(3);
    double[][] matrix = new double[outputs][inputs];
    FloatBuffer outputsFirst = FloatBuffer.allocate(inputs * outputs);
    FloatBuffer inputsFirst = FloatBuffer.allocate(inputs * outputs);
    for (int output = 0; output < outputs; output++) {
      for (int input = 0; input < inputs; input++) {
        // The second block is all 0, where there is one.
        float value =
            input / WeightsFile.CODES_OF_BLOCK == 1 ? 0 : (float) random.nextDouble(-2, 2);
        matrix[output][input] = value;
        outputsFirst.put(output * inputs + input, value);
        inputsFirst.put(input * outputs + output, value);
      }
    }
    BlockQuantization one = new BlockQuantization(inputs, outputs, /* outputsFirst= */ true);
    BlockQuantization other = new BlockQuantization(inputs, outputs, /* outputsFirst= */ false);

    ByteBuffer codes = one.codes(outputsFirst);
    FloatBuffer scales = one.scales(outputsFirst).asFloatBuffer();

    assertThat(other.codes(inputsFirst)).isEqualTo(codes);
    assertThat(other.scales(inputsFirst).asFloatBuffer()).isEqualTo(scales);
    int blocks = (inputs + 127) / 128;
    assertThat(one.codesShape()).isEqualTo(List.of((long) outputs, (long) blocks, 128L));
    assertThat(one.scalesShape()).isEqualTo(List.of((long) outputs, (long) blocks));
    assertThat(codes.remaining()).isEqualTo(outputs * blocks * 128);
    for (int output = 0; output < outputs; output++) {
      for (int input = 0; input < blocks * 128; input++) {
        double scale = scales.get(output * blocks + input / 128);
        double decoded =
            scale * (Byte.toUnsignedInt(codes.get(output * blocks * 128 + input)) - 128);
        assertThat(decoded)
            .isCloseTo(input < inputs ? matrix[output][input] : 0, within(0.5001 * scale));
      }
    }
  }
}
