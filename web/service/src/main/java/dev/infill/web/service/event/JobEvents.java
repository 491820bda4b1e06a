package dev.infill.web.service.event;

import dev.infill.web.api.EventJson;
import dev.infill.web.api.EventJson.Started;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What happens while a text is filled, gathered until it is sent: the job goes on however slowly
 * its client listens. Thread-safe.
 */
public abstract class JobEvents {
  private @Nullable Started started;
  private long began;

  /** Says that the job begins. */
  public final synchronized void start(Started event) {
    started = event;
    began = System.nanoTime();
  }

  /**
   * Takes what is to be sent now.
   *
   * @param now the time, as {@link System#nanoTime} tells it
   * @param all whether everything is wanted, as nothing more will happen
   */
  public final synchronized List<EventJson> take(long now, boolean all) {
    List<EventJson> events = new ArrayList<>();
    if (started != null) {
      events.add(started);
      started = null;
    }
    take(now, now - began, all, events);
    return events;
  }

  /**
   * Takes what is to be sent now, in this object's monitor.
   *
   * @param now the time, as {@link System#nanoTime} tells it
   * @param lasted how many nanoseconds the job has lasted
   * @param all whether everything is wanted, as nothing more will happen
   * @param events takes it
   */
  abstract void take(long now, long lasted, boolean all, List<EventJson> events);
}
