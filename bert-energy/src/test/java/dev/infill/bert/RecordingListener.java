package dev.infill.bert;

import dev.infill.core.TransferListener;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps what listeners are told. */
public class RecordingListener implements TransferListener {
  public final List<String> notices = new CopyOnWriteArrayList<>();
  public final Map<Stage, Long> done = new ConcurrentHashMap<>();
  public final Map<Stage, Long> total = new ConcurrentHashMap<>();

  @Override
  public void progress(Stage stage, long doneNow, long totalNow) {
    done.put(stage, doneNow);
    total.put(stage, totalNow);
  }

  @Override
  public void notice(String message) {
    notices.add(message);
  }
}
