package dev.infill.bert.store;

import dev.infill.core.Checksum;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/** A file that is being written: its checksums are computed, and closing it puts it on the disk. */
final class CheckedOutput implements Closeable {
  private final FileChannel channel;
  private final CRC32C crc = new CRC32C();
  private final MessageDigest digest = Checksum.SHA256.digest();
  private long size;

  CheckedOutput(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * A file that was written.
   *
   * @param sha256 its SHA-256, 64 hexadecimal digits
   */
  record Written(StoredFile file, String sha256) {}

  void write(ByteBuffer bytes) throws IOException {
    crc.update(bytes.duplicate());
    digest.update(bytes.duplicate());
    size += bytes.remaining();
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  /** Returns the checksums of all bytes; none may be written afterwards. */
  Written finish() {
    return new Written(new StoredFile(size, hex(crc)), HexFormat.of().formatHex(digest.digest()));
  }

  @Override
  public void close() throws IOException {
    try (channel) {
      channel.force(true);
    }
  }

  static String hex(CRC32C crc) {
    return HexFormat.of().toHexDigits((int) crc.getValue());
  }
}
