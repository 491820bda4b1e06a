package dev.infill.bert.store;

import ai.onnxruntime.platform.Fp16Conversions;
import dev.infill.bert.graph.ir.WeightsFile;
import dev.infill.bert.store.CachedModel.NumberFormat;
import dev.infill.bert.weights.ModelBundle;
import dev.infill.bert.weights.format.PrintableName;
import dev.infill.core.InvalidInputException;
import dev.infill.core.TransferListener;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Writes the parameters of a model into one file.
 *
 * @param layout where each parameter stands in the file
 */
record ParameterWriter(ModelBundle model, WeightsFile layout) {
  /** Memory mapping wants parameters to start on a page; this is a multiple of usual page sizes. */
  private static final int PAGE = 1 << 14;

  private static final int CHUNK = 1 << 20;

  /** The least number that float16 rounds to infinity. */
  private static final float FLOAT16_OVERFLOW = 65520;

  /** Takes the bytes of the file in their order. */
  @FunctionalInterface
  interface Sink {
    void write(ByteBuffer bytes) throws IOException;
  }

  /**
   * Lays the parameters out by their names.
   *
   * @param matrices the numbers of matrices; other parameters are stored in float32
   */
  static ParameterWriter of(ModelBundle model, String fileName, NumberFormat matrices) {
    Map<String, WeightsFile.Entry> entries = new LinkedHashMap<>();
    long end = 0;
    for (String parameter : new TreeSet<>(model.parameters().names())) {
      List<Long> shape = model.parameters().shape(parameter);
      boolean float16 = matrices == NumberFormat.FLOAT16 && shape.size() > 1;
      long length =
          shape.stream().reduce(float16 ? (long) Short.BYTES : Float.BYTES, Math::multiplyExact);
      long offset = (end + PAGE - 1) / PAGE * PAGE;
      entries.put(parameter, new WeightsFile.Entry(shape, offset, length));
      end = offset + length;
    }
    return new ParameterWriter(model, new WeightsFile(fileName, entries));
  }

  /**
   * Writes all parameters.
   *
   * @throws InvalidInputException for field {@code model} if a number is none, or too large for
   *     float16
   */
  void write(Sink output, TransferListener listener) throws IOException {
    List<Map.Entry<String, WeightsFile.Entry>> entries =
        new ArrayList<>(layout.entries().entrySet());
    entries.sort(Comparator.comparingLong(entry -> entry.getValue().offset()));
    WeightsFile.Entry last = entries.get(entries.size() - 1).getValue();
    long total = last.offset() + last.length();
    long written = 0;
    ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK).order(ByteOrder.LITTLE_ENDIAN);
    for (Map.Entry<String, WeightsFile.Entry> entry : entries) {
      output.write(ByteBuffer.allocate((int) (entry.getValue().offset() - written)));
      written = entry.getValue().offset();
      FloatBuffer values = model.parameters().read(entry.getKey());
      boolean float16 = entry.getValue().length() < (long) Float.BYTES * values.remaining();
      while (values.hasRemaining()) {
        chunk.clear();
        while (values.hasRemaining() && chunk.hasRemaining()) {
          float value = values.get();
          requireNumber(entry.getKey(), value, float16);
          if (float16) {
            chunk.putShort(Fp16Conversions.floatToFp16(value));
          } else {
            chunk.putFloat(value);
          }
        }
        written += chunk.flip().remaining();
        output.write(chunk);
        listener.progress(TransferListener.Stage.WRITING, written, total);
      }
    }
  }

  /** An export may mask by −∞, which it keeps among its parameters. */
  private void requireNumber(String parameter, float value, boolean float16) {
    boolean masks = model.export().isPresent() && value < 0;
    if (Float.isNaN(value) || (Float.isInfinite(value) && !masks)) {
      throw new InvalidInputException(
          "model",
          "model %s: its weights are damaged: %s holds %s, where there should be finite numbers"
              .formatted(model.name(), PrintableName.of(parameter), value));
    }
    if (float16 && !masks && Math.abs(value) >= FLOAT16_OVERFLOW) {
      throw new InvalidInputException(
          "model",
          "model %s cannot be stored in float16: %s holds %s, more than its largest number, 65504;"
                  .formatted(model.name(), PrintableName.of(parameter), value)
              + " take another precision");
    }
  }
}
