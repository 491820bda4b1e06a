package dev.infill.bert.store;

/** A manifest is as it was written, but has not the form that this version of Infill reads. */
final class OtherManifestException extends DamagedModelException {
  OtherManifestException(String message, Throwable cause) {
    super(message, cause);
  }
}
