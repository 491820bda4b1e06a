package dev.infill.bert.weights.format;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a tensor of a TensorFlow checkpoint stands (message BundleEntryProto of
 * tensor_bundle.proto).
 *
 * @param type TensorFlow's number of the element type
 * @param shape the sizes of the dimensions
 * @param shard the number of the data file
 * @param offset the first byte in the data file
 * @param size the length in bytes
 * @param checksum the masked CRC-32C of the bytes
 */
public record BundleEntry(
    int type, List<Long> shape, int shard, long offset, long size, int checksum) {
  /** TensorFlow's number for float32. */
  public static final int FLOAT = 1;

  public static BundleEntry parse(ByteBuffer message) throws MalformedFileException {
    int type = 0;
    List<Long> shape = List.of();
    int shard = 0;
    long offset = 0;
    long size = 0;
    int checksum = 0;
    WireReader reader = new WireReader(message);
    while (reader.hasRemaining()) {
      int tag = reader.size();
      switch (tag) {
        case 1 << 3 | WireReader.VARINT -> type = reader.size();
        case 2 << 3 | WireReader.DELIMITED -> shape = shape(reader.take(reader.size()));
        case 3 << 3 | WireReader.VARINT -> shard = reader.size();
        case 4 << 3 | WireReader.VARINT -> offset = reader.varint();
        case 5 << 3 | WireReader.VARINT -> size = reader.varint();
        case 6 << 3 | WireReader.FIXED32 -> checksum = reader.fixed32();
        case 7 << 3 | WireReader.DELIMITED ->
            throw new MalformedFileException(
                "holds a partitioned variable, which is not supported");
        default -> reader.skip(tag);
      }
    }
    return new BundleEntry(type, shape, shard, offset, size, checksum);
  }

  /** Returns the number of data files that the table's header (BundleHeaderProto) announces. */
  public static int shards(ByteBuffer header) throws MalformedFileException {
    int shards = 0;
    WireReader reader = new WireReader(header);
    while (reader.hasRemaining()) {
      int tag = reader.size();
      switch (tag) {
        case 1 << 3 | WireReader.VARINT -> shards = reader.size();
        case 2 << 3 | WireReader.VARINT -> {
          if (reader.varint() != 0) {
            throw new MalformedFileException("is of big-endian data, which is not supported");
          }
        }
        default -> reader.skip(tag);
      }
    }
    return shards;
  }

  private static List<Long> shape(ByteBuffer message) throws MalformedFileException {
    List<Long> sizes = new ArrayList<>();
    WireReader reader = new WireReader(message);
    while (reader.hasRemaining()) {
      int tag = reader.size();
      if (tag == (2 << 3 | WireReader.DELIMITED)) {
        sizes.add(dimension(reader.take(reader.size())));
      } else {
        reader.skip(tag);
      }
    }
    return List.copyOf(sizes);
  }

  private static long dimension(ByteBuffer message) throws MalformedFileException {
    long size = 0;
    WireReader reader = new WireReader(message);
    while (reader.hasRemaining()) {
      int tag = reader.size();
      if (tag == (1 << 3 | WireReader.VARINT)) {
        size = reader.size();
      } else {
        reader.skip(tag);
      }
    }
    return size;
  }
}
