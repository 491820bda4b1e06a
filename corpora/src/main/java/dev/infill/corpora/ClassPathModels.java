package dev.infill.corpora;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import opennlp.tools.models.ClassPathModelEntry;
import opennlp.tools.models.ClassPathModelFinder;
import opennlp.tools.models.ClassPathModelLoader;
import opennlp.tools.models.DefaultClassPathModelProvider;
import opennlp.tools.models.ModelType;
import opennlp.tools.util.model.BaseModel;

/**
 * Finds OpenNLP's models as classes are found. OpenNLP's own finders look into the jars that the
 * system property {@code java.class.path} names: not into those that the manifest of a jar adds to
 * it, nor into jars in a folder with a space in its name.
 */
public final class ClassPathModels implements ClassPathModelFinder {
  private static final String PROPERTIES = "model.properties";

  private final ClassLoader loader;

  ClassPathModels(ClassLoader loader) {
    this.loader = loader;
  }

  /**
   * Opens an English model on the class path of Infill.
   *
   * @param <M> the class of the model
   * @param type what the model does
   * @param model its class
   * @return empty if there is none
   * @throws UncheckedIOException if it cannot be read
   */
  public static <M extends BaseModel> Optional<M> english(ModelType type, Class<M> model) {
    try {
      return Optional.ofNullable(
          new DefaultClassPathModelProvider(
                  new ClassPathModels(ClassPathModels.class.getClassLoader()),
                  new ClassPathModelLoader())
              .load("en", type, model));
    } catch (IOException e) {
      throw new UncheckedIOException(
          "the model %s on the class path cannot be read: %s".formatted(type, e.getMessage()), e);
    }
  }

  @Override
  public Set<ClassPathModelEntry> findModels(boolean reloadCache) {
    Set<ClassPathModelEntry> models = new LinkedHashSet<>();
    try {
      for (URL place : Collections.list(loader.getResources(PROPERTIES))) {
        Properties properties = new Properties();
        try (InputStream bytes = place.openStream()) {
          properties.load(bytes);
        }
        String name = properties.getProperty("model.name");
        if (name != null) {
          String folder = place.toString().substring(0, place.toString().lastIndexOf('/') + 1);
          models.add(
              new ClassPathModelEntry(
                  URI.create(folder + name), Optional.of(URI.create(place.toString()))));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the class path cannot be read", e);
    }
    return models;
  }
}
