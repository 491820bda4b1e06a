package dev.infill.web.service.event;

import dev.infill.core.fill.FillListener;
import dev.infill.web.api.EventJson;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is known of the most probable fillings while they are looked for. Thread-safe. */
public final class FillEvents extends JobEvents implements FillListener {
  private static final long INTERVAL = Duration.ofMillis(250).toNanos();

  private FillListener.@Nullable Progress latest;
  private long sent = Long.MIN_VALUE / 2;

  @Override
  public synchronized void onProgress(Progress progress) {
    latest = progress;
  }

  /** The latest that is known, four times a second if there is more. */
  @Override
  void take(long now, long lasted, boolean all, List<EventJson> events) {
    if (latest != null && (all || now - sent >= INTERVAL)) {
      events.add(EventJson.Progress.of(latest));
      latest = null;
      sent = now;
    }
  }
}
