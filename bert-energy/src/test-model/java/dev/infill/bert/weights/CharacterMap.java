package dev.infill.bert.weights;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;

/**
 * A {@code precompiled_charsmap} as SentencePiece writes it, for ASCII characters alone: a
 * double-array trie of one level, in which each character leads to what stands for it.
 */
public final class CharacterMap {
  /** Where the letters' units are, and where their values. */
  private static final int LETTERS = 256;

  private static final int VALUES = 512;
  private static final int UNITS = 768;
  private static final int HAS_VALUE = 1 << 8;
  private static final int OFFSET_BIT = 10;

  public final int[] units = new int[UNITS];
  public final ByteArrayOutputStream texts = new ByteArrayOutputStream();

  private CharacterMap() {}

  /** Returns one in Base64. */
  public static String of(Map<Character, String> replacements) {
    return built(replacements).base64();
  }

  public static CharacterMap built(Map<Character, String> replacements) {
    CharacterMap map = new CharacterMap();
    map.units[0] = LETTERS << OFFSET_BIT;
    int value = VALUES;
    for (Map.Entry<Character, String> replacement : replacements.entrySet()) {
      int letter = replacement.getKey();
      int place = LETTERS ^ letter;
      map.units[place] = letter | HAS_VALUE | (place ^ value) << OFFSET_BIT;
      map.units[value++] = Integer.MIN_VALUE | map.texts.size();
      map.texts.writeBytes((replacement.getValue() + "\0").getBytes(StandardCharsets.UTF_8));
    }
    return map;
  }

  public String base64() {
    ByteBuffer bytes =
        ByteBuffer.allocate(Integer.BYTES * (1 + UNITS) + texts.size())
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(Integer.BYTES * UNITS);
    for (int unit : units) {
      bytes.putInt(unit);
    }
    return Base64.getEncoder().encodeToString(bytes.put(texts.toByteArray()).array());
  }
}
