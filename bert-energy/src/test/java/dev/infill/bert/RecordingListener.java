package dev.infill.bert;

import dev.infill.core.TransferListener;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps what listeners are told. */
public class RecordingListener implements TransferListener {
  public final List<String> notices = new CopyOnWriteArrayList<>();

  /** Notices and progress, in order. */
  public final List<String> told = Collections.synchronizedList(new ArrayList<>());

  public final Map<Stage, Long> done = new ConcurrentHashMap<>();
  public final Map<Stage, Long> total = new ConcurrentHashMap<>();

  @Override
  public void progress(Stage stage, long doneNow, long totalNow) {
    told.add("%s %d of %d".formatted(stage, doneNow, totalNow));
    done.put(stage, doneNow);
    total.put(stage, totalNow);
  }

  @Override
  public void notice(String message) {
    told.add(message);
    notices.add(message);
  }
}
