package dev.infill.bert.weights.format;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The checksum of LevelDB's blocks and TensorFlow's tensors: CRC-32C, rotated and offset, so that
 * checksums of data that hold checksums stay sound (LevelDB, util/crc32c.h).
 */
public final class MaskedCrc32c {
  private static final int OFFSET = 0xa282ead8;

  private MaskedCrc32c() {}

  /** Returns the checksum of bytes. */
  public static int of(ByteBuffer bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes.duplicate());
    return Integer.rotateRight((int) crc.getValue(), 15) + OFFSET;
  }
}
