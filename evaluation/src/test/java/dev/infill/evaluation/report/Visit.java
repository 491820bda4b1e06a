package dev.infill.evaluation.report;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.ConsoleMessage;
import com.microsoft.playwright.Dialog;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.options.LoadState;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** A page in a browser, with everything it complained of and asked for. */
final class Visit implements AutoCloseable {
  private static final Set<String> COMPLAINTS = Set.of("error", "warning", "assert");

  private final BrowserContext context;
  private final Page page;
  private final List<String> complaints = new CopyOnWriteArrayList<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();

  private Visit(Browser browser, Browser.NewContextOptions options) {
    this.context = browser.newContext(options);
    this.page = context.newPage();
    page.onConsoleMessage(this::hear);
    page.onPageError(error -> complaints.add("page error: " + error));
    page.onDialog(this::dismiss);
    page.onRequest((Request request) -> requests.add(request.url()));
  }

  /** Opens a file and waits until it is loaded and nothing is asked for any more. */
  static Visit of(Browser browser, Browser.NewContextOptions options, Path file) {
    Visit visit = new Visit(browser, options);
    visit.page.navigate(file.toUri().toString());
    visit.page.waitForLoadState(LoadState.NETWORKIDLE);
    return visit;
  }

  private void hear(ConsoleMessage message) {
    if (COMPLAINTS.contains(message.type())) {
      complaints.add(message.type() + ": " + message.text());
    }
  }

  private void dismiss(Dialog dialog) {
    complaints.add("dialog: " + dialog.message());
    dialog.dismiss();
  }

  Page page() {
    return page;
  }

  /** Returns console errors and warnings, uncaught exceptions and dialogs. */
  List<String> complaints() {
    return List.copyOf(complaints);
  }

  /** Returns all addresses that were asked for, that of the file first. */
  List<String> requests() {
    return List.copyOf(requests);
  }

  @Override
  public void close() {
    context.close();
  }
}
