package dev.infill.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.ConsoleMessage;
import com.microsoft.playwright.Dialog;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.LoadState;
import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** A page in a browser, with everything it complained of and asked for. */
public final class ObservedPage implements AutoCloseable {
  private static final Set<String> COMPLAINTS = Set.of("error", "warning", "assert");

  private final BrowserContext context;
  private final Page page;
  private final List<String> complaints = new CopyOnWriteArrayList<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();

  private ObservedPage(Browser browser, Browser.NewContextOptions options) {
    this.context = browser.newContext(options);
    context.setDefaultTimeout(Chromium.PATIENCE_MILLISECONDS);
    this.page = context.newPage();
    page.onConsoleMessage(this::hear);
    page.onPageError(error -> complaints.add("page error: " + error));
    page.onDialog(this::dismiss);
    page.onRequest(request -> requests.add(request.url()));
  }

  /**
   * Opens an address in a window of its own.
   *
   * @param browser where
   * @param options what the window is like
   * @param address of the page
   */
  public static ObservedPage open(Browser browser, Browser.NewContextOptions options, URI address) {
    ObservedPage observed = new ObservedPage(browser, options);
    observed.page.navigate(address.toString());
    return observed;
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

  /** Returns the page. */
  public Page page() {
    return page;
  }

  /** Waits until the page is loaded and nothing is asked for any more. */
  public ObservedPage untilQuiet() {
    page.waitForLoadState(LoadState.NETWORKIDLE);
    return this;
  }

  /** Returns console errors and warnings, uncaught exceptions and dialogs. */
  public List<String> complaints() {
    return List.copyOf(complaints);
  }

  /**
   * Forgets complaints that are meant.
   *
   * @param part what they hold
   * @return whether there was one
   */
  public boolean forget(String part) {
    return complaints.removeIf(complaint -> complaint.contains(part));
  }

  /** Returns all addresses that were asked for, that of the page first. */
  public List<String> requests() {
    return List.copyOf(requests);
  }

  @Override
  public void close() {
    context.close();
  }
}
