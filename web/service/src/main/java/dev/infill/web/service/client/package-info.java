/** Connections of clients: how many there are, and whether one is gone. */
@NullMarked
package dev.infill.web.service.client;

import org.jspecify.annotations.NullMarked;
