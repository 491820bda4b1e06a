package dev.infill.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/**
 * The Chromium of the machine: the program that the system property {@code chromium} or the
 * environment's {@code CHROMIUM} names, else {@code /usr/bin/chromium}. Tests are skipped where
 * there is none, but fail with {@code -Dchromium.required=true}.
 */
public final class Chromium implements AutoCloseable {
  private static final List<String> ARGUMENTS =
      List.of(
          "--headless",
          "--no-sandbox",
          "--disable-gpu",
          "--disable-quic",
          "--no-first-run",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync",
          // Half as many processes are started for the pages of tests.
          "--renderer-process-limit=1");

  /** How long a page may take for what a test waits for; a busy machine needs more than 5 s. */
  static final double PATIENCE_MILLISECONDS = 60_000;

  private final Playwright playwright;
  private final Browser browser;

  private Chromium(Path program) {
    PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MILLISECONDS);
    this.playwright =
        Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    this.browser =
        playwright
            .chromium()
            .launch(new BrowserType.LaunchOptions().setExecutablePath(program).setArgs(ARGUMENTS));
  }

  /** Starts it. */
  public static Chromium launch() {
    Optional<Path> program =
        Stream.of(System.getProperty("chromium"), System.getenv("CHROMIUM"), "/usr/bin/chromium")
            .filter(Objects::nonNull)
            .map(Path::of)
            .findFirst()
            .filter(Files::isExecutable);
    if (program.isEmpty()) {
      String reason = "no Chromium: set -Dchromium=PROGRAM or CHROMIUM, or install it";
      if (Boolean.getBoolean("chromium.required")) {
        Assertions.fail(reason);
      }
      Assumptions.abort(reason);
    }
    return new Chromium(program.orElseThrow());
  }

  /** Returns the browser, which this closes. */
  public Browser browser() {
    return browser;
  }

  @Override
  public void close() {
    browser.close();
    playwright.close();
  }
}
