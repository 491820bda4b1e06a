package dev.infill.web.cli.console;

/** What the process tells its caller; documented in the help. */
public final class ExitCode {
  public static final int SUCCESS = 0;

  /** Something failed that its user did not cause. */
  public static final int FAILURE = 1;

  /** An option or a text cannot be used. */
  public static final int INVALID_INPUT = 2;

  /** The terminal is gone, as shells report it: 128 + SIGHUP. */
  static final int HUNG_UP = 129;

  /** An interrupt, as shells report it: 128 + SIGINT. */
  public static final int INTERRUPTED = 130;

  /** Whoever read the output is gone, as shells report it: 128 + SIGPIPE. */
  public static final int BROKEN_PIPE = 141;

  /** Somebody asked it to end, as shells report it: 128 + SIGTERM. */
  public static final int TERMINATED = 143;

  private ExitCode() {}
}
