package dev.infill.bert.weights;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/** Writes LevelDB tables, written from doc/table_format.md and not from the reader. */
final class LevelDbTableWriter {
  private static final int RESTART_INTERVAL = 4;
  private static final int PAIRS_PER_BLOCK = 11;

  private final ByteArrayOutputStream file = new ByteArrayOutputStream();

  static byte[] write(SortedMap<String, byte[]> pairs) {
    return new LevelDbTableWriter().table(pairs);
  }

  private byte[] table(SortedMap<String, byte[]> pairs) {
    TreeMap<String, byte[]> index = new TreeMap<>();
    List<Map.Entry<String, byte[]>> all = new ArrayList<>(pairs.entrySet());
    for (int from = 0; from < all.size(); from += PAIRS_PER_BLOCK) {
      List<Map.Entry<String, byte[]>> block =
          all.subList(from, Math.min(all.size(), from + PAIRS_PER_BLOCK));
      index.put(block.get(block.size() - 1).getKey() + "~", addBlock(block));
    }
    ByteArrayOutputStream footer = new ByteArrayOutputStream();
    footer.writeBytes(addBlock(List.of()));
    footer.writeBytes(addBlock(new ArrayList<>(index.entrySet())));
    file.writeBytes(footer.toByteArray());
    file.writeBytes(new byte[40 - footer.size()]);
    file.writeBytes(littleEndian(8).putLong(0xdb4775248b80fb57L).array());
    return file.toByteArray();
  }

  /** Adds a block and returns its handle. */
  private byte[] addBlock(List<Map.Entry<String, byte[]>> pairs) {
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    List<Integer> restarts = new ArrayList<>(List.of(0));
    byte[] last = {};
    for (int i = 0; i < pairs.size(); i++) {
      byte[] key = pairs.get(i).getKey().getBytes(StandardCharsets.UTF_8);
      int shared = 0;
      if (i > 0 && i % RESTART_INTERVAL == 0) {
        restarts.add(block.size());
      } else {
        while (shared < Math.min(last.length, key.length) && last[shared] == key[shared]) {
          shared++;
        }
      }
      block.writeBytes(varint(shared));
      block.writeBytes(varint(key.length - shared));
      block.writeBytes(varint(pairs.get(i).getValue().length));
      block.write(key, shared, key.length - shared);
      block.writeBytes(pairs.get(i).getValue());
      last = key;
    }
    for (int restart : restarts) {
      block.writeBytes(littleEndian(4).putInt(restart).array());
    }
    block.writeBytes(littleEndian(4).putInt(restarts.size()).array());
    ByteArrayOutputStream handle = new ByteArrayOutputStream();
    handle.writeBytes(varint(file.size()));
    handle.writeBytes(varint(block.size()));
    block.write(0);
    file.writeBytes(block.toByteArray());
    file.writeBytes(littleEndian(4).putInt(maskedCrc(block.toByteArray())).array());
    return handle.toByteArray();
  }

  static byte[] varint(long value) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    long rest = value;
    while (rest > 127) {
      bytes.write((int) (rest & 127) | 128);
      rest >>>= 7;
    }
    bytes.write((int) rest);
    return bytes.toByteArray();
  }

  /** CRC-32C, masked as in LevelDB's util/crc32c.h. */
  static int maskedCrc(byte[] bytes) {
    CRC32C crc32c = new CRC32C();
    crc32c.update(bytes);
    int crc = (int) crc32c.getValue();
    return ((crc >>> 15) | (crc << 17)) + 0xa282ead8;
  }

  static ByteBuffer littleEndian(int length) {
    return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
  }
}
