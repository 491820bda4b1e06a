package dev.infill.bert.weights;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;

/** Files and requests in which bytes were changed: flipped, told otherwise, cut, added, repeated. */
public final class MutatedBytes {
  private static final long[] TELLING = {
    0,
    1,
    -1,
    0x7f,
    0x80,
    0xff,
    0x7fff_ffffL,
    0x8000_0000L,
    0xffff_ffffL,
    Long.MAX_VALUE,
    Long.MIN_VALUE,
    1L << 40
  };

  private MutatedBytes() {}

  /**
   * Changes one to four places, half of them near the beginning, where what is not weights lies.
   *
   * @param bytes the file, which stays as it is
   * @param random says where and how
   */
  public static byte[] of(byte[] bytes, Random random) {
    byte[] changed = bytes;
    for (int left = 1 + random.nextInt(4); left > 0; left--) {
      changed = once(changed, random);
    }
    return changed;
  }

  private static byte[] once(byte[] bytes, Random random) {
    if (bytes.length == 0) {
      return new byte[random.nextInt(16)];
    }
    byte[] changed = bytes.clone();
    int reach = random.nextBoolean() ? bytes.length : Math.min(bytes.length, 4_096);
    int at = random.nextInt(reach);
    int length = 1 + random.nextInt(Math.min(64, bytes.length - at));
    switch (random.nextInt(7)) {
      case 0 -> changed[at] ^= (byte) (1 << random.nextInt(8));
      case 1 -> changed[at] = (byte) random.nextInt(256);
      case 2 -> {
        ByteBuffer number = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
        number.putLong(TELLING[random.nextInt(TELLING.length)]);
        int width = 1 << random.nextInt(4);
        System.arraycopy(number.array(), 0, changed, at, Math.min(width, bytes.length - at));
      }
      case 3 -> changed = Arrays.copyOf(bytes, at);
      case 4 -> {
        byte[] inserted = new byte[length];
        random.nextBytes(inserted);
        changed = joined(bytes, at, inserted, at);
      }
      case 5 -> changed = joined(bytes, at, new byte[0], at + length);
      default -> {
        // What is there already, once more: a field, a digit, a bracket.
        int from = random.nextInt(bytes.length - length + 1);
        changed = joined(bytes, at, Arrays.copyOfRange(bytes, from, from + length), at);
      }
    }
    return changed;
  }

  private static byte[] joined(byte[] bytes, int before, byte[] between, int after) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(bytes, 0, before);
    out.writeBytes(between);
    out.write(bytes, after, bytes.length - after);
    return out.toByteArray();
  }
}
