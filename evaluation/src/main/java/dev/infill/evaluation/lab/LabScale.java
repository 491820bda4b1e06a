package dev.infill.evaluation.lab;

/** How large an experiment is run. */
public enum LabScale {
  /** To try it out: seconds, and figures that mean little. */
  QUICK,
  /** Sizes whose figures can be read: minutes on one core, of deep energy models over an hour. */
  STANDARD,
  /** The sizes of the papers, where these say them: hours, of deep energy models weeks. */
  PAPER;

  /** Returns one of three numbers. */
  int choose(int quick, int standard, int paper) {
    return switch (this) {
      case QUICK -> quick;
      case STANDARD -> standard;
      case PAPER -> paper;
    };
  }
}
