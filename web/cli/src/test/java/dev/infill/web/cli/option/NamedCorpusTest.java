package dev.infill.web.cli.option;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NamedCorpusTest {
  @Test
  void aNameIsGivenOrThatOfTheFile() {
    assertThat(NamedCorpus.parse("wiki=wiki103.5k.txt"))
        .isEqualTo(new NamedCorpus("wiki", "wiki103.5k.txt"));
    assertThat(NamedCorpus.parse("tbc.5k.txt")).isEqualTo(new NamedCorpus("tbc", "tbc.5k.txt"));
  }

  @Test
  void aNameSteersNoTerminal() {
    assertThat(NamedCorpus.parse("t\u001b[31mbc.txt").name()).isEqualTo("t [31mbc");
  }
}
