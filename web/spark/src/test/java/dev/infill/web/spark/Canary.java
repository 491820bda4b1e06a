package dev.infill.web.spark;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whoever deserialises one makes a file. */
final class Canary implements Serializable {
  private static final long serialVersionUID = 1;

  private final String file;

  Canary(Path file) {
    this.file = file.toString();
  }

  private void readObject(ObjectInputStream stream) throws IOException, ClassNotFoundException {
    stream.defaultReadObject();
    Files.createFile(Path.of(file));
  }
}
