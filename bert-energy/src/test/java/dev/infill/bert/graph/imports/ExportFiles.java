package dev.infill.bert.graph.imports;

import dev.infill.bert.graph.ir.WeightsFile;
import dev.infill.bert.weights.BertWeights;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes the parameters of an export beside a graph. */
final class ExportFiles {
  private static final int PAGE = 4096;

  private ExportFiles() {}

  static WeightsFile write(BertWeights weights, Path file) throws IOException {
    Map<String, WeightsFile.Entry> entries = new LinkedHashMap<>();
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      for (String parameter : weights.parameters().names()) {
        FloatBuffer values = weights.parameters().read(parameter);
        ByteBuffer bytes =
            ByteBuffer.allocate(Float.BYTES * values.remaining()).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asFloatBuffer().put(values);
        long offset = (channel.size() + PAGE - 1) / PAGE * PAGE;
        entries.put(
            parameter,
            new WeightsFile.Entry(
                weights.parameters().shape(parameter), offset, bytes.remaining()));
        channel.write(bytes, offset);
      }
    }
    return new WeightsFile(file.getFileName().toString(), entries);
  }
}
