package dev.infill.web.cli;

/** The option {@code --balancing}, which means the same for every command. */
final class BalancingOption {
  static final String DESCRIPTION =
      "Balancing function g(t) of proposals: sqrt (the paper's), barker (t/(1+t)) or power:B (t^B,"
          + " B from 0.5 to 1).";

  private BalancingOption() {}
}
