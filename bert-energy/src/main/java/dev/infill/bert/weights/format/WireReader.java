package dev.infill.bert.weights.format;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Reads the variable-length integers that LevelDB and protocol buffers share, never beyond the end
 * of its bytes.
 */
public final class WireReader {
  /** The kinds of a field of a protocol buffer: the last three bits of its tag. */
  public static final int VARINT = 0;

  public static final int FIXED64 = 1;
  public static final int DELIMITED = 2;
  public static final int FIXED32 = 5;

  private final ByteBuffer bytes;

  public WireReader(ByteBuffer bytes) {
    this.bytes = bytes.slice().order(ByteOrder.LITTLE_ENDIAN);
  }

  public boolean hasRemaining() {
    return bytes.hasRemaining();
  }

  public long varint() throws MalformedFileException {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      require(1);
      byte next = bytes.get();
      value |= (long) (next & 0x7f) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw new MalformedFileException("holds an integer of more than 64 bits");
  }

  /** Returns a non-negative integer that fits an index. */
  public int size() throws MalformedFileException {
    long value = varint();
    if (value < 0 || value > Integer.MAX_VALUE) {
      throw new MalformedFileException("holds a length of " + Long.toUnsignedString(value));
    }
    return (int) value;
  }

  /** Returns the next bytes as a view and steps over them. */
  public ByteBuffer take(int length) throws MalformedFileException {
    require(length);
    ByteBuffer taken = bytes.slice(bytes.position(), length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.position(bytes.position() + length);
    return taken;
  }

  /** Steps over the field of a protocol buffer whose tag was read last. */
  public void skip(int tag) throws MalformedFileException {
    switch (tag & 7) {
      case VARINT -> varint();
      case FIXED64 -> take(Long.BYTES);
      case DELIMITED -> take(size());
      case FIXED32 -> take(Integer.BYTES);
      default -> throw new MalformedFileException("holds a field of unknown kind " + (tag & 7));
    }
  }

  private void require(int length) throws MalformedFileException {
    if (length > bytes.remaining()) {
      throw new MalformedFileException("ends in the middle of a record");
    }
  }
}
