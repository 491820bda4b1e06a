package dev.infill.evaluation.report;

import dev.infill.evaluation.summary.Metric;

/**
 * A column of a table.
 *
 * @param group a heading over this and neighbouring columns of the same group; empty for none
 * @param name its own heading
 * @param numeric whether it holds figures
 */
record Column(String group, String name, boolean numeric) {
  static Column words(String name) {
    return new Column("", name, false);
  }

  static Column figures(String name) {
    return new Column("", name, true);
  }

  static Column of(Metric metric) {
    return switch (metric) {
      case SELF_BLEU -> figures("Self-BLEU ↓");
      case SELF_UNIQUE_2 -> new Column("Self ↑", "n = 2", true);
      case SELF_UNIQUE_3 -> new Column("Self ↑", "n = 3", true);
      case WIKI_UNIQUE_2 -> new Column("WT103 ↑", "n = 2", true);
      case WIKI_UNIQUE_3 -> new Column("WT103 ↑", "n = 3", true);
      case TBC_UNIQUE_2 -> new Column("TBC ↑", "n = 2", true);
      case TBC_UNIQUE_3 -> new Column("TBC ↑", "n = 3", true);
      case CORPUS_BLEU -> figures("Corpus BLEU ↑");
      default -> figures(metric.heading());
    };
  }

  /** Returns the group and the name in one. */
  String fullName() {
    return group.isEmpty() ? name : group + " " + name;
  }
}
