package dev.infill.bert.store;

import dev.infill.bert.graph.ir.WeightsFile;
import dev.infill.bert.weights.Parameters;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A matrix in 8 bits: each output's numbers in blocks of {@value WeightsFile#CODES_OF_BLOCK}, each
 * with the scale that makes its largest 127. What a code stands for is off by half the scale at
 * most.
 *
 * @param inputs how many numbers an output has, at least 1
 * @param outputs how many outputs, at least 1
 * @param outputsFirst whether the matrix is [outputs, inputs], rather than [inputs, outputs]
 */
record BlockQuantization(int inputs, int outputs, boolean outputsFirst) {
  private static final int ZERO = 128;
  private static final int LARGEST = 127;

  /**
   * Returns the matrices of a model that its rows are multiplied by, by their names in order.
   *
   * @param parameters those of a model whose network is known
   */
  static Map<String, BlockQuantization> of(Parameters parameters) {
    String decoder =
        parameters.names().contains("cls/predictions/decoder")
            ? "cls/predictions/decoder"
            : Parameters.WORD_EMBEDDINGS;
    Map<String, BlockQuantization> matrices = new TreeMap<>();
    for (String name : parameters.names()) {
      List<Long> shape = parameters.shape(name);
      boolean outputsFirst = name.equals(decoder);
      if (shape.size() == 2 && (outputsFirst || name.endsWith("/kernel"))) {
        int rows = Math.toIntExact(shape.get(0));
        int columns = Math.toIntExact(shape.get(1));
        matrices.put(
            name,
            outputsFirst
                ? new BlockQuantization(columns, rows, true)
                : new BlockQuantization(rows, columns, false));
      }
    }
    return matrices;
  }

  private int blocks() {
    return (inputs + WeightsFile.CODES_OF_BLOCK - 1) / WeightsFile.CODES_OF_BLOCK;
  }

  /** Returns the shape of the scales. */
  List<Long> scalesShape() {
    return List.of((long) outputs, (long) blocks());
  }

  /** Returns the shape of the codes, those that stand beyond the last input being of 0. */
  List<Long> codesShape() {
    return List.of((long) outputs, (long) blocks(), (long) WeightsFile.CODES_OF_BLOCK);
  }

  private float value(FloatBuffer matrix, int output, int input) {
    int index = outputsFirst ? output * inputs + input : input * outputs + output;
    return matrix.get(matrix.position() + index);
  }

  private float scale(FloatBuffer matrix, int output, int block) {
    float largest = 0;
    int first = block * WeightsFile.CODES_OF_BLOCK;
    for (int i = first; i < Math.min(first + WeightsFile.CODES_OF_BLOCK, inputs); i++) {
      largest = Math.max(largest, Math.abs(value(matrix, output, i)));
    }
    return largest / LARGEST;
  }

  /** Returns the scales of a matrix. */
  ByteBuffer scales(FloatBuffer matrix) {
    ByteBuffer scales =
        ByteBuffer.allocate(Float.BYTES * outputs * blocks()).order(ByteOrder.LITTLE_ENDIAN);
    for (int output = 0; output < outputs; output++) {
      for (int block = 0; block < blocks(); block++) {
        scales.putFloat(scale(matrix, output, block));
      }
    }
    return scales.flip();
  }

  /** Returns the codes of a matrix. */
  ByteBuffer codes(FloatBuffer matrix) {
    ByteBuffer codes = ByteBuffer.allocate(outputs * blocks() * WeightsFile.CODES_OF_BLOCK);
    for (int output = 0; output < outputs; output++) {
      for (int block = 0; block < blocks(); block++) {
        float scale = scale(matrix, output, block);
        int first = block * WeightsFile.CODES_OF_BLOCK;
        for (int i = first; i < first + WeightsFile.CODES_OF_BLOCK; i++) {
          int rounded =
              scale == 0 || i >= inputs ? 0 : Math.round(value(matrix, output, i) / scale);
          codes.put((byte) (ZERO + rounded));
        }
      }
    }
    return codes.flip();
  }
}
