package dev.infill.web.batch;

import java.io.Serializable;

/**
 * A stretch of the input that is filled by one worker into one file.
 *
 * @param index which part, from 0
 * @param offset the byte of the input at which its first line begins
 * @param firstLine the number of that line, from 1
 * @param texts how many lines that are not blank it has, at least 1
 * @param sha256 the SHA-256 of these lines, each with its length before it
 */
public record BatchPart(int index, long offset, long firstLine, int texts, String sha256)
    implements Serializable {
  /** Returns the name of the file of its results. */
  String fileName() {
    return "part-%05d.jsonl".formatted(index);
  }
}
