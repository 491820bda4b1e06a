package dev.infill.bert.store;

/**
 * What is known of a file of a compiled model.
 *
 * @param size its length in bytes
 * @param crc32c the CRC-32C of its bytes, 8 hexadecimal digits
 */
public record StoredFile(long size, String crc32c) {}
