package dev.infill.bert.hub;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps what it is told. */
final class RecordingHubListener implements HubListener {
  final List<String> notices = new CopyOnWriteArrayList<>();
  final Map<Stage, Long> done = new EnumMap<>(Stage.class);
  final Map<Stage, Long> total = new EnumMap<>(Stage.class);

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
