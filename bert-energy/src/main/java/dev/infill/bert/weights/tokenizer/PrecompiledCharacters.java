package dev.infill.bert.weights.tokenizer;

import dev.infill.bert.weights.format.MalformedFileException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.IntBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.BitSet;
import java.util.Deque;

/**
 * The normalizer of a SentencePiece model (Kudo &amp; Richardson 2018): a double-array trie of
 * characters, and behind it the texts that replace them, each with a zero byte at its end. The
 * native library follows the trie without a look at its bounds, so every way in it is followed here
 * first.
 */
final class PrecompiledCharacters {
  private static final int BYTE = 0xff;
  private static final int HAS_VALUE = 1 << 8;
  private static final int WIDE_OFFSET = 1 << 9;

  private final IntBuffer trie;
  private final byte[] replacements;

  private PrecompiledCharacters(IntBuffer trie, byte[] replacements) {
    this.trie = trie;
    this.replacements = replacements;
  }

  /**
   * Checks a normalizer and returns the number of characters of the longest text in it.
   *
   * @param base64 the trie's length in bytes as four bytes, the trie, and the texts
   */
  static int longestReplacement(String base64) throws MalformedFileException {
    byte[] map;
    try {
      map = Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      throw damaged("no Base64", e);
    }
    ByteBuffer bytes = ByteBuffer.wrap(map).order(ByteOrder.LITTLE_ENDIAN);
    if (bytes.remaining() < Integer.BYTES) {
      throw damaged("no length of its trie");
    }
    int length = bytes.getInt();
    if (length <= 0 || length % Integer.BYTES != 0 || length > bytes.remaining()) {
      throw damaged("a trie of " + Integer.toUnsignedString(length) + " bytes");
    }
    byte[] texts = new byte[bytes.remaining() - length];
    bytes.get(Integer.BYTES + length, texts);
    IntBuffer trie =
        bytes.slice(Integer.BYTES, length).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer();
    return new PrecompiledCharacters(trie, texts).longest();
  }

  private static MalformedFileException damaged(String what) {
    return new MalformedFileException(
        "holds the normalizer Precompiled with a damaged precompiled_charsmap: " + what);
  }

  private static MalformedFileException damaged(String what, Exception cause) {
    MalformedFileException failure = damaged(what);
    failure.initCause(cause);
    return failure;
  }

  private int longest() throws MalformedFileException {
    int longest = 0;
    BitSet met = new BitSet();
    Deque<Integer> open = new ArrayDeque<>();
    open.push(offset(trie.get(0)));
    while (!open.isEmpty()) {
      int base = open.pop();
      for (int letter = 1; letter <= BYTE; letter++) {
        int place = require(base ^ letter);
        int unit = trie.get(place);
        // A unit that holds a value has its sign bit set, and is no letter's.
        if ((unit & (Integer.MIN_VALUE | BYTE)) == letter && !met.get(place)) {
          met.set(place);
          int next = require(place ^ offset(unit));
          open.push(next);
          if ((unit & HAS_VALUE) != 0) {
            longest = Math.max(longest, length(trie.get(next) & Integer.MAX_VALUE));
          }
        }
      }
    }
    return longest;
  }

  private int require(int place) throws MalformedFileException {
    if (place < 0 || place >= trie.limit()) {
      throw damaged("its trie leads out of itself");
    }
    return place;
  }

  private static int offset(int unit) {
    return (unit >>> 10) << ((unit & WIDE_OFFSET) >>> 6);
  }

  /** Returns how many characters the text at a place has. */
  private int length(int start) throws MalformedFileException {
    if (start >= replacements.length) {
      throw damaged("its trie leads behind its texts");
    }
    int end = start;
    while (end < replacements.length && replacements[end] != 0) {
      end++;
    }
    try {
      CharBuffer text =
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(replacements, start, end - start));
      return Character.codePointCount(text, 0, text.length());
    } catch (CharacterCodingException e) {
      throw damaged("a text in it is no UTF-8", e);
    }
  }
}
