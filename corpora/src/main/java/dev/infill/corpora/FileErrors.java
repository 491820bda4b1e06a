package dev.infill.corpora;

import dev.infill.core.InvalidInputException;

/**
 * Makes the errors of one file.
 *
 * @param file its name, as its user gave it
 */
record FileErrors(String file) {
  /** Returns the error of a line, counted from 1. */
  InvalidInputException at(long line, String problem) {
    return new InvalidInputException(file, file + ":" + line + ": " + problem);
  }

  /** Returns the error of a line, counted from 1. */
  InvalidInputException at(long line, String problem, Throwable cause) {
    return new InvalidInputException(file, file + ":" + line + ": " + problem, cause);
  }

  /** Returns an error of the file as a whole. */
  InvalidInputException whole(String problem) {
    return new InvalidInputException(file, file + " " + problem);
  }

  /** Returns an error of the file as a whole. */
  InvalidInputException whole(String problem, Throwable cause) {
    return new InvalidInputException(file, file + " " + problem, cause);
  }
}
