package dev.infill.web.cli;

import dev.infill.web.cli.CommandHarness.Outcome;
import dev.infill.web.cli.console.ExitCode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** {@code infill serve} in a thread of its own. */
public final class ServedCommand implements AutoCloseable {
  private static final String LINE = "Infill listens on ";

  private final CommandHarness harness;
  private final CompletableFuture<Outcome> outcome;
  private final URI uri;
  private boolean ended;

  private ServedCommand(CommandHarness harness, CompletableFuture<Outcome> outcome, URI uri) {
    this.harness = harness;
    this.outcome = outcome;
    this.uri = uri;
  }

  /**
   * Starts the command, and waits until it listens.
   *
   * @throws IllegalStateException if it ends instead
   */
  public static ServedCommand start(CommandHarness harness, String... arguments) {
    FirstLine out = new FirstLine();
    ExecutorService thread = Executors.newSingleThreadExecutor();
    CompletableFuture<Outcome> outcome =
        CompletableFuture.supplyAsync(
            () -> {
              Outcome done = harness.runInto(out, arguments);
              out.line.completeExceptionally(new IllegalStateException(done.err()));
              return new Outcome(
                  done.exitCode(), out.all.toString(StandardCharsets.UTF_8), done.err());
            },
            thread);
    thread.shutdown();
    return new ServedCommand(
        harness, outcome, URI.create(out.line.join().substring(LINE.length())));
  }

  public URI uri() {
    return uri;
  }

  public String get(String path) {
    try {
      return HttpClient.newHttpClient()
          .send(HttpRequest.newBuilder(uri.resolve(path)).build(), BodyHandlers.ofString())
          .body();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Asks it to end, and waits until it has. */
  public Outcome end() {
    if (!ended) {
      ended = true;
      harness.interruption().interrupt();
    }
    return outcome.join();
  }

  /** Asks it to end as SIGTERM does; what is returned is there when it has. */
  public CompletableFuture<Outcome> terminate() {
    ended = true;
    harness.interruption().end(ExitCode.TERMINATED);
    return outcome;
  }

  @Override
  public void close() {
    end();
  }

  private static final class FirstLine extends OutputStream {
    private final CompletableFuture<String> line = new CompletableFuture<>();
    private final ByteArrayOutputStream all = new ByteArrayOutputStream();

    @Override
    public synchronized void write(int b) {
      all.write(b);
      if (b == '\n') {
        line.complete(all.toString(StandardCharsets.UTF_8).lines().findFirst().orElseThrow());
      }
    }
  }
}
