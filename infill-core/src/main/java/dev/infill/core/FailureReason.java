package dev.infill.core;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileLockInterruptionException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Words for the failure to read or write a file. */
public final class FailureReason {
  private FailureReason() {}

  /**
   * Returns the reason, without the name of the file.
   *
   * @param failure the exception of the file system
   */
  public static String of(IOException failure) {
    if (failure instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (failure instanceof NoSuchFileException) {
      return "there is no such file or folder";
    }
    if (failure instanceof ClosedByInterruptException
        || failure instanceof FileLockInterruptionException) {
      return "interrupted";
    }
    if (failure instanceof FileAlreadyExistsException) {
      return "there is a file of that name";
    }
    if (failure instanceof FileSystemException other) {
      // Without a reason the message is the name of the file.
      return other.getReason() == null
          ? other.getClass().getSimpleName().replace("Exception", "")
          : other.getReason();
    }
    return failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
  }
}
