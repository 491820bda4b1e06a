package dev.infill.web.service;

/** A job that nobody waits for any more. */
final class AbandonedException extends RuntimeException {
  AbandonedException() {
    super("whoever asked is gone", null, false, false);
  }
}
