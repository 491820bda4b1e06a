package dev.infill.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser.NewContextOptions;
import dev.infill.browser.Chromium;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.web.service.InfillService;
import dev.infill.web.service.ServiceMetrics;
import dev.infill.web.service.ServiceOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A service and a browser for the tests of a class. After each test every visit must have been a
 * quiet one, which asked nobody but the service.
 */
final class ServedPage implements BeforeEachCallback, AfterEachCallback, AfterAllCallback {
  static final String SHORT_TEXT = "#text=the+[MASK]+ran";

  private final Supplier<MaskedLanguageModel> opener;
  private final ServiceOptions options;
  private final List<Visit> visits = new ArrayList<>();
  private @Nullable Chromium chromium;
  private @Nullable MaskedLanguageModel model;
  private @Nullable InfillService service;

  ServedPage(Supplier<MaskedLanguageModel> opener, ServiceOptions options) {
    this.opener = opener;
    this.options = options.withPort(0);
  }

  ServedPage(Supplier<MaskedLanguageModel> opener) {
    this(opener, ServiceOptions.defaults());
  }

  // Not before all: only a test that is skipped itself is reported with the reason.
  @Override
  public void beforeEach(ExtensionContext context) throws Exception {
    if (chromium == null) {
      chromium = Chromium.launch();
      model = opener.get();
      service = InfillService.start(options, new ServiceMetrics()).serve(model);
    }
  }

  /** Opens the page with a text that the fake model can hold, which the example is too long for. */
  Visit visit() {
    return visit(SHORT_TEXT, window(1280, 800));
  }

  /**
   * Opens the page.
   *
   * @param fragment what stands behind its address, {@code #} included
   * @param options what the browser is like
   */
  Visit visit(String fragment, NewContextOptions options) {
    return visitUnready(fragment, options).ready();
  }

  /** As {@link #visit(String, NewContextOptions)}, without waiting for the service. */
  Visit visitUnready(String fragment, NewContextOptions options) {
    Visit visit =
        new Visit(
            Objects.requireNonNull(chromium).browser(),
            options,
            Objects.requireNonNull(service).uri().resolve(fragment));
    visits.add(visit);
    return visit;
  }

  static NewContextOptions window(int width, int height) {
    return new NewContextOptions().setViewportSize(width, height);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    try {
      String origin = service == null ? "" : service.uri().toString();
      for (Visit visit : visits) {
        assertThat(visit.complaints()).isEmpty();
        assertThat(visit.requests())
            .allMatch(
                address ->
                    address.startsWith(origin)
                        || address.startsWith("data:")
                        || address.startsWith("blob:" + origin));
      }
    } finally {
      visits.forEach(Visit::close);
      visits.clear();
    }
  }

  @Override
  public void afterAll(ExtensionContext context) {
    if (service != null) {
      service.close();
    }
    if (model != null) {
      model.close();
    }
    if (chromium != null) {
      chromium.close();
    }
  }
}
