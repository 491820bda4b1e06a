package dev.infill.web.service.client;

import io.javalin.http.Context;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.BufferUtil;

/** The connection that a request came on. Used by the request's thread alone. */
public final class ClientConnection {
  private static final int AT_ONCE = 8_192;

  private final Context context;
  private final EndPoint endPoint;
  private final ByteBuffer dropped = BufferUtil.allocate(AT_ONCE);

  public ClientConnection(Context context) {
    this.context = context;
    this.endPoint =
        ServletContextRequest.getServletContextRequest(context.req())
            .getConnectionMetaData()
            .getConnection()
            .getEndPoint();
  }

  /**
   * Says whether the client has closed it, or half of it, once the body was read. Only a read can
   * tell, and a read takes what comes before: a client that sends its next request before it has
   * the answer to this one will learn that the connection ends here.
   */
  public boolean isGone() {
    if (!endPoint.isOpen()) {
      return true;
    }
    try {
      BufferUtil.clear(dropped);
      int read = endPoint.fill(dropped);
      if (read > 0 && !context.res().isCommitted()) {
        context.header("Connection", "close");
      }
      return read < 0;
    } catch (IOException e) {
      return true;
    }
  }

  /** Closes it, whatever was to be written to it. */
  public void close() {
    endPoint.close();
  }

  /**
   * Sets how long its client may be silent while something is awaited of it.
   *
   * @param milliseconds how long
   * @return how long it was
   */
  public long waitAtMost(long milliseconds) {
    long before = endPoint.getIdleTimeout();
    endPoint.setIdleTimeout(milliseconds);
    return before;
  }
}
