package dev.infill.bert.weights.format;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnknownFieldSet;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The place of a tensor in a TensorFlow checkpoint (message BundleEntryProto of
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

  /** Reads an entry. */
  public static BundleEntry parse(ByteBuffer message) throws MalformedFileException {
    UnknownFieldSet fields = fields(ByteString.copyFrom(message));
    if (fields.hasField(7)) {
      throw new MalformedFileException("holds a partitioned variable, which is not supported");
    }
    List<Long> shape = new ArrayList<>();
    for (ByteString given : fields.getField(2).getLengthDelimitedList()) {
      for (ByteString dimension : fields(given).getField(2).getLengthDelimitedList()) {
        shape.add((long) size(fields(dimension), 1));
      }
    }
    List<Integer> checksums = fields.getField(6).getFixed32List();
    return new BundleEntry(
        size(fields, 1),
        List.copyOf(shape),
        size(fields, 3),
        number(fields, 4),
        number(fields, 5),
        checksums.isEmpty() ? 0 : checksums.get(checksums.size() - 1));
  }

  /** Returns the number of data files that the table's header (BundleHeaderProto) announces. */
  public static int shards(ByteBuffer header) throws MalformedFileException {
    UnknownFieldSet fields = fields(ByteString.copyFrom(header));
    if (number(fields, 2) != 0) {
      throw new MalformedFileException("is of big-endian data, which is not supported");
    }
    return size(fields, 1);
  }

  private static UnknownFieldSet fields(ByteString message) throws MalformedFileException {
    if (message.size() > Limits.CHECKPOINT_ENTRY_BYTES) {
      throw new MalformedFileException(
          "holds an entry of %,d bytes, more than a tensor's has".formatted(message.size()));
    }
    try {
      return UnknownFieldSet.parseFrom(message);
    } catch (InvalidProtocolBufferException e) {
      throw new MalformedFileException("is damaged: " + e.getMessage(), e);
    }
  }

  /** Returns an integer, 0 if it is not given; of several, the last one counts. */
  private static long number(UnknownFieldSet fields, int field) {
    List<Long> given = fields.getField(field).getVarintList();
    return given.isEmpty() ? 0 : given.get(given.size() - 1);
  }

  private static int size(UnknownFieldSet fields, int field) throws MalformedFileException {
    long value = number(fields, field);
    if (value < 0 || value > Integer.MAX_VALUE) {
      throw new MalformedFileException("holds a length of " + Long.toUnsignedString(value));
    }
    return (int) value;
  }
}
