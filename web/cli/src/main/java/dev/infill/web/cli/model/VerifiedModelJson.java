package dev.infill.web.cli.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was found out of a compiled model.
 *
 * @param id the name of its folder
 * @param source what was compiled; null if its manifest cannot be read
 * @param sound whether its files are whole, and its gradients right where they were checked
 * @param damage which file is damaged, and how; null if none is
 * @param check what it did; null if it is damaged, or cannot be run by this version
 */
record VerifiedModelJson(
    String id,
    @Nullable String source,
    boolean sound,
    @Nullable String damage,
    @Nullable Check check) {
  /**
   * What a model did.
   *
   * @param text a sentence
   * @param guesses its likeliest words for the blank
   * @param exactError the largest difference of the exact gradient from finite differences,
   *     relative where that is more than 1; null if the model has no exact gradient
   * @param ownTermError the largest difference of an own term from log f, in nats
   */
  record Check(
      String text, List<Guess> guesses, @Nullable Double exactError, double ownTermError) {}

  /**
   * A word for a blank.
   *
   * @param token the word piece
   * @param probability its probability
   */
  record Guess(String token, double probability) {}
}
