package dev.infill.corpora;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import opennlp.tools.models.ClassPathModelEntry;
import opennlp.tools.models.ClassPathModelLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassPathModelsTest {
  @TempDir private Path folder;

  private static void jar(Path file, String classPath, Map<String, String> entries)
      throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath);
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file), manifest)) {
      for (Map.Entry<String, String> entry : entries.entrySet()) {
        jar.putNextEntry(new JarEntry(entry.getKey()));
        jar.write(entry.getValue().getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  /** As java -jar has them in the archives, which may lie anywhere. */
  @Test
  void modelsOfJarsThatAManifestNamesAreFound() throws IOException {
    Path jars = Files.createDirectory(folder.resolve("a folder"));
    jar(jars.resolve("main.jar"), "model.jar", Map.of());
    jar(
        jars.resolve("model.jar"),
        "",
        Map.of("model.properties", "model.name=a.bin\nmodel.language=en", "a.bin", "model"));

    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {jars.resolve("main.jar").toUri().toURL()}, null)) {
      assertThat(new ClassPathModels(loader).findModels(false)).hasSize(1);
      ClassPathModelEntry found = new ClassPathModels(loader).findModels(false).iterator().next();
      assertThat(new ClassPathModelLoader().load(found).model()).asString().isEqualTo("model");
      assertThat(new ClassPathModelLoader().load(found).getModelLanguage()).isEqualTo("en");
    }
  }
}
