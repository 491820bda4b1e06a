package dev.infill.bert.tokenizer;

import dev.infill.bert.weights.tokenizer.TokenizerFile;
import dev.infill.core.InvalidInputException;
import dev.infill.core.text.BlankedText;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The process of a {@link TokenizerTrial}: cuts texts that many characters and forms are in. */
final class TokenizerTrialProcess {
  /** Said before anything of the tokenizer is given to the native library. */
  static final String READY = "ready";

  /** How long it has from then on: usual ones take less than one, on machines with nothing else. */
  static final int SECONDS = 60;

  static final int REFUSED = 2;
  static final int TOO_SLOW = 3;

  /** Long enough to see that the time does not grow with the square of the length. */
  private static final int LONG_TEXT = 20_000;

  private TokenizerTrialProcess() {}

  /**
   * Runs.
   *
   * @param arguments the file, its mask token in Base64, V and Infill's cache
   */
  public static void main(String[] arguments) throws IOException {
    System.setOut(new PrintStream(System.out, true, StandardCharsets.UTF_8));
    TokenizerFile file =
        TokenizerFile.parse(
            Files.readAllBytes(Path.of(arguments[0])),
            Optional.of(
                new String(Base64.getDecoder().decode(arguments[1]), StandardCharsets.UTF_8)),
            Integer.parseInt(arguments[2]));
    TokenizerLibrary.load(Path.of(arguments[3]));
    System.out.println(READY);
    haltAfter(Duration.ofSeconds(SECONDS));
    try (PieceTokenizer tokenizer = PieceTokenizer.of(file, Integer.MAX_VALUE)) {
      texts().forEach(tokenizer::encode);
    } catch (InvalidInputException e) {
      System.out.println(e.getMessage());
      System.exit(REFUSED);
    }
  }

  /** Native code cannot be interrupted. */
  private static void haltAfter(Duration time) {
    Thread watch =
        new Thread(
            () -> {
              try {
                Thread.sleep(time.toMillis());
              } catch (InterruptedException e) {
                // The time counts as over.
              }
              Runtime.getRuntime().halt(TOO_SLOW);
            });
    watch.setDaemon(true);
    watch.start();
  }

  static List<String> texts() {
    return List.of(
        "the old " + BlankedText.MASK + " walked down the " + BlankedText.MASK + ".",
        "Don't stop:\t\"A-1,234.50 %\" (e.g. caf\u00e9, na\u00efve)\r\n\n `` '' \u2026",
        "\u4e2d\u56fd ab\u4e2dcd \u0645\u0631\u062d\u0628\u0627 \ufdfa \u0130 \ud83d\ude00\u200d\ud83d\ude00",
        "\u0301a\u0301\u0301 \u00a0\u3000\u200b\u0000\u0007\ufeff\ufffd",
        characters(0, 0x3000),
        characters(0xf900, 0x1_0100),
        characters(0x1_d400, 0x1_d800),
        "a".repeat(LONG_TEXT),
        "a".repeat(LONG_TEXT) + "!",
        " ".repeat(LONG_TEXT),
        " ".repeat(LONG_TEXT) + "a",
        "\n".repeat(LONG_TEXT) + "1",
        "1".repeat(LONG_TEXT),
        "\ufdfa".repeat(LONG_TEXT),
        "\u4e2d".repeat(LONG_TEXT),
        "a\u0301 ".repeat(LONG_TEXT / 3));
  }

  /** Returns every character of a range, by itself. */
  private static String characters(int from, int end) {
    return IntStream.range(from, end)
        .filter(point -> point < Character.MIN_SURROGATE || point > Character.MAX_SURROGATE)
        .mapToObj(Character::toString)
        .collect(Collectors.joining(" "));
  }
}
