package dev.infill.bert.download;

import dev.infill.core.Checksum;
import java.net.URI;

/**
 * A file on a server.
 *
 * @param name its name for users
 * @param address its address, of HTTP or HTTPS
 * @param tag its checksum, as {@link Checksum} reads it, or another name of its content
 * @param size its length in bytes
 */
public record RemoteFile(String name, URI address, String tag, long size) {}
