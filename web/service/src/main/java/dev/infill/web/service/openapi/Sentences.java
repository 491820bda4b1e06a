package dev.infill.web.service.openapi;

import com.github.therapi.runtimejavadoc.ClassJavadoc;
import com.github.therapi.runtimejavadoc.Comment;
import com.github.therapi.runtimejavadoc.CommentElement;
import com.github.therapi.runtimejavadoc.CommentText;
import com.github.therapi.runtimejavadoc.InlineLink;
import com.github.therapi.runtimejavadoc.InlineTag;
import com.github.therapi.runtimejavadoc.ParamJavadoc;
import com.github.therapi.runtimejavadoc.RuntimeJavadoc;
import java.util.Optional;

/**
 * What the Javadoc of a record says, as sentences; code stands between backticks. The compiler
 * writes Javadoc beside the classes.
 *
 * @param javadoc of a record
 */
record Sentences(ClassJavadoc javadoc) {
  static Sentences of(Class<?> type) {
    return new Sentences(RuntimeJavadoc.getJavadoc(type));
  }

  /** Returns what the record is; empty if it has no Javadoc. */
  Optional<String> ofRecord() {
    return sentence(javadoc.getComment());
  }

  /**
   * Returns what a component is; empty if the Javadoc does not say it.
   *
   * @param component its name in Java
   */
  Optional<String> of(String component) {
    return javadoc.getRecordComponents().stream()
        .filter(described -> described.getName().equals(component))
        .map(ParamJavadoc::getComment)
        .findFirst()
        .flatMap(Sentences::sentence);
  }

  private static Optional<String> sentence(Comment comment) {
    StringBuilder text = new StringBuilder();
    for (CommentElement element : comment) {
      if (element instanceof InlineTag tag) {
        text.append('`').append(tag.getValue().strip()).append('`');
      } else if (element instanceof InlineLink link) {
        text.append('`').append(link.getLink().getLabel()).append('`');
      } else if (element instanceof CommentText words) {
        text.append(words.getValue());
      }
    }
    String line = text.toString().strip().replaceAll("\\s+", " ");
    if (line.isEmpty()) {
      return Optional.empty();
    }
    String begun = Character.toUpperCase(line.charAt(0)) + line.substring(1);
    return Optional.of(begun.endsWith(".") ? begun : begun + ".");
  }
}
