package dev.infill.bert.store;

/**
 * A file of a compiled model as it was written.
 *
 * @param size its length in bytes
 * @param crc32c the CRC-32C of its bytes, 8 hexadecimal digits
 */
public record StoredFile(long size, String crc32c) {}
