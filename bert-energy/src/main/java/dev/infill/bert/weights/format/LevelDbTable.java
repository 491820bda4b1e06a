package dev.infill.bert.weights.format;

import com.google.protobuf.CodedInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * An uncompressed sorted table of LevelDB (doc/table_format.md): blocks of key-value pairs, an
 * index block of the blocks, and a footer of 48 bytes that says where the index is.
 */
public final class LevelDbTable {
  private static final int FOOTER_LENGTH = 48;
  private static final long MAGIC = 0xdb4775248b80fb57L;
  private static final int TRAILER_LENGTH = 5;

  private final ByteBuffer file;

  private LevelDbTable(ByteBuffer file) {
    this.file = file.slice().order(ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * Reads every pair of a table.
   *
   * @param file the whole file
   * @return the values by their keys
   * @throws MalformedFileException if the file is cut off, damaged, compressed or no table
   */
  public static Map<String, ByteBuffer> read(ByteBuffer file) throws MalformedFileException {
    try {
      return new LevelDbTable(file).pairs();
    } catch (MalformedFileException e) {
      throw e;
    } catch (IOException e) {
      throw new MalformedFileException("is damaged: it ends in the middle of a record", e);
    }
  }

  private Map<String, ByteBuffer> pairs() throws IOException {
    int length = file.limit();
    if (length < FOOTER_LENGTH || file.getLong(length - Long.BYTES) != MAGIC) {
      throw new MalformedFileException(
          "is cut off or is no TensorFlow checkpoint index: its last bytes are not a table's");
    }
    CodedInputStream footer =
        CodedInputStream.newInstance(file.slice(length - FOOTER_LENGTH, FOOTER_LENGTH));
    block(footer);
    Map<String, ByteBuffer> pairs = new TreeMap<>();
    for (ByteBuffer handle : entries(block(footer)).values()) {
      Map<String, ByteBuffer> block = entries(block(CodedInputStream.newInstance(handle)));
      for (Map.Entry<String, ByteBuffer> pair : block.entrySet()) {
        if (pairs.put(pair.getKey(), pair.getValue()) != null) {
          throw new MalformedFileException(
              "holds '%s' twice".formatted(PrintableName.of(pair.getKey())));
        }
      }
    }
    return pairs;
  }

  /** Follows a handle (offset and length) and checks the block's type and checksum. */
  private ByteBuffer block(CodedInputStream handle) throws IOException {
    int offset = size(handle);
    int length = size(handle);
    if ((long) offset + length + TRAILER_LENGTH > file.limit() - FOOTER_LENGTH) {
      throw new MalformedFileException("is damaged: a block lies beyond the file's end");
    }
    byte type = file.get(offset + length);
    int checksum = file.getInt(offset + length + 1);
    if (checksum != MaskedCrc32c.of(file.slice(offset, length + 1))) {
      throw new MalformedFileException("is damaged: the checksum of a block is wrong");
    }
    if (type != 0) {
      throw new MalformedFileException("is compressed, which TensorFlow's own indexes are not");
    }
    return file.slice(offset, length).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static Map<String, ByteBuffer> entries(ByteBuffer block) throws IOException {
    int length = block.limit();
    if (length < Integer.BYTES) {
      throw new MalformedFileException("holds a block without restart points");
    }
    long restarts = Integer.toUnsignedLong(block.getInt(length - Integer.BYTES));
    long end = length - Integer.BYTES - restarts * Integer.BYTES;
    if (end < 0) {
      throw new MalformedFileException("holds a block with more restart points than bytes");
    }
    CodedInputStream input = CodedInputStream.newInstance(block.slice(0, (int) end));
    Map<String, ByteBuffer> entries = new TreeMap<>();
    byte[] key = {};
    while (!input.isAtEnd()) {
      int shared = size(input);
      int unshared = size(input);
      int valueLength = size(input);
      if (shared > key.length) {
        throw new MalformedFileException("holds a key that continues none");
      }
      byte[] suffix = input.readRawBytes(unshared);
      key = Arrays.copyOf(key, shared + unshared);
      System.arraycopy(suffix, 0, key, shared, unshared);
      entries.put(
          new String(key, StandardCharsets.UTF_8),
          ByteBuffer.wrap(input.readRawBytes(valueLength)));
    }
    return entries;
  }

  private static int size(CodedInputStream input) throws IOException {
    long size = input.readRawVarint64();
    if (size < 0 || size > Integer.MAX_VALUE) {
      throw new MalformedFileException("holds a length of " + Long.toUnsignedString(size));
    }
    return (int) size;
  }
}
