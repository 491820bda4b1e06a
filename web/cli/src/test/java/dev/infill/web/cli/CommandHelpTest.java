package dev.infill.web.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CommandHelpTest {
  private static final int COLUMNS = 80;

  /** A longer line is broken after its last word, and the paragraph goes on below. */
  @Test
  void noLineOfHelpIsBroken() {
    assertThat(new CommandHarness().commands())
        .hasSizeGreaterThan(25)
        .allSatisfy(
            command ->
                assertThat(command.usageMessage().footer())
                    .as(command.qualifiedName())
                    .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(COLUMNS)));
  }
}
