package dev.infill.web.api;

import dev.infill.core.FailureReason;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.Map;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;

/** The versions that this build was made of, as its Maven properties name them. Immutable. */
public final class Versions {
  private static final String RESOURCE = "versions.properties";

  private final SortedMap<String, String> libraries;
  private final String infill;

  private Versions(Properties properties) {
    TreeMap<String, String> read = new TreeMap<>();
    properties.stringPropertyNames().forEach(name -> read.put(name, properties.getProperty(name)));
    String own = read.remove("infill");
    if (own == null) {
      throw new IllegalStateException(RESOURCE + " names no version of Infill");
    }
    read.put("java", Runtime.version().toString());
    this.infill = own;
    this.libraries = Collections.unmodifiableSortedMap(read);
  }

  /**
   * Reads the versions of the running build.
   *
   * @throws UncheckedIOException if the class path is damaged
   */
  public static Versions current() {
    Properties properties = new Properties();
    try (InputStream resource = Versions.class.getResourceAsStream(RESOURCE)) {
      if (resource == null) {
        throw new IOException(RESOURCE + " is missing from the class path");
      }
      properties.load(resource);
    } catch (IOException e) {
      throw new UncheckedIOException(FailureReason.of(e), e);
    }
    return new Versions(properties);
  }

  /** Returns the version of Infill. */
  public String infill() {
    return infill;
  }

  /** Returns the versions of Infill, of Java and of the libraries, sorted by name. */
  public SortedMap<String, String> all() {
    SortedMap<String, String> all = new TreeMap<>(libraries);
    all.put("infill", infill);
    return all;
  }

  /** Returns the versions of Java and of the libraries, sorted by name. */
  public Map<String, String> libraries() {
    return libraries;
  }
}
