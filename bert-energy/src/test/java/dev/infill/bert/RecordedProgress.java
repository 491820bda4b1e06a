package dev.infill.bert;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Keeps what listeners are told.
 *
 * @param <S> the stages of long work
 */
public abstract class RecordedProgress<S extends Enum<S>> {
  public final List<String> notices = new CopyOnWriteArrayList<>();
  public final Map<S, Long> done = new ConcurrentHashMap<>();
  public final Map<S, Long> total = new ConcurrentHashMap<>();

  public void progress(S stage, long doneNow, long totalNow) {
    done.put(stage, doneNow);
    total.put(stage, totalNow);
  }

  public void notice(String message) {
    notices.add(message);
  }
}
