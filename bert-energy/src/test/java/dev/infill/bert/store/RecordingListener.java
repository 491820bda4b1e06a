package dev.infill.bert.store;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Keeps what it is told. */
class RecordingListener implements ModelStoreListener {
  final List<String> notices = new ArrayList<>();
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
