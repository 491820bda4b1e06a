package dev.infill.bert.graph.op;

/**
 * A node of an exported graph that cannot be rebuilt, or differentiated. The message names the
 * operator and the node and says why, in one line.
 */
public final class UnsupportedNodeException extends RuntimeException {
  public UnsupportedNodeException(String message) {
    super(message);
  }

  public UnsupportedNodeException(String message, Throwable cause) {
    super(message, cause);
  }
}
