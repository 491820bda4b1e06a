package dev.infill.web.cli.console;

import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Where results go, in UTF-8 whatever the locale. Unlike a {@link java.io.PrintStream} it does not
 * swallow why a write failed.
 */
public final class StandardOutput {
  private final RememberingStream stream;
  private final PrintWriter writer;

  public StandardOutput(OutputStream target) {
    this.stream = new RememberingStream(target);
    this.writer = new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8));
  }

  /** Returns a writer onto this output, for libraries; its failures show at the next check. */
  public PrintWriter writer() {
    return writer;
  }

  /**
   * Writes a result and sees to it that it has arrived.
   *
   * @param text what to write
   * @throws OutputException if it could not be written
   */
  public void print(String text) {
    writer.print(text);
    check();
  }

  /**
   * Flushes, and throws the first failure there was.
   *
   * @throws OutputException if anything could not be written
   */
  public void check() {
    writer.flush();
    IOException failure = stream.failure;
    if (failure != null) {
      throw new OutputException(failure);
    }
  }

  private static final class RememberingStream extends OutputStream {
    private final OutputStream target;
    private @Nullable IOException failure;

    RememberingStream(OutputStream target) {
      this.target = target;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      try {
        target.write(bytes, offset, length);
      } catch (IOException e) {
        failure = failure == null ? e : failure;
        throw e;
      }
    }

    @Override
    public void flush() throws IOException {
      try {
        target.flush();
      } catch (IOException e) {
        failure = failure == null ? e : failure;
        throw e;
      }
    }
  }
}
