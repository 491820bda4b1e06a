package dev.infill.bert.hub;

import java.net.URI;

/**
 * A file of a model on the hub.
 *
 * @param name its path in the repository
 * @param address where it is to be had
 * @param tag what the hub and the cache call its content: its checksum
 * @param size its length in bytes
 */
record RemoteFile(String name, URI address, String tag, long size) {}
