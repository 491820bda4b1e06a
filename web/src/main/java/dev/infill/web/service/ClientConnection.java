package dev.infill.web.service;

import io.javalin.http.Context;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.BufferUtil;

/**
 * The connection that a request came on, after its body was read. Used by the request's thread
 * alone.
 */
final class ClientConnection {
  private final Context context;
  private final EndPoint endPoint;
  private boolean spoke;

  ClientConnection(Context context) {
    this.context = context;
    this.endPoint = Request.getBaseRequest(context.req()).getHttpChannel().getEndPoint();
  }

  /**
   * Says whether the client has closed it, or half of it. Only a read can tell, and a read takes
   * what comes: a client that sends its next request before it has the answer to this one will be
   * told that the connection ends here.
   */
  boolean isGone() {
    if (!endPoint.isOpen()) {
      return true;
    }
    if (spoke) {
      return false;
    }
    try {
      ByteBuffer next = BufferUtil.allocate(1);
      int read = endPoint.fill(next);
      if (read > 0) {
        spoke = true;
        context.header("Connection", "close");
      }
      return read < 0;
    } catch (IOException e) {
      return true;
    }
  }
}
