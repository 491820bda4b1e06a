package dev.infill.corpora;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import opennlp.tools.models.ModelType;
import opennlp.tools.sentdetect.SentenceDetectorME;
import opennlp.tools.sentdetect.SentenceModel;
import opennlp.tools.tokenize.SimpleTokenizer;
import opennlp.tools.util.Span;

/**
 * Finds the sentences of English prose and their words with Apache OpenNLP. Not thread-safe, as its
 * detector is not.
 */
final class Prose {
  private final SentenceDetectorME detector =
      new SentenceDetectorME(
          ClassPathModels.english(ModelType.SENTENCE_DETECTOR, SentenceModel.class)
              .orElseThrow(
                  () ->
                      new IllegalStateException(
                          "the sentence detector's model is not on the class path")));

  /** A piece of a text that is a sentence. */
  record Piece(int start, List<String> words) {}

  /** Returns the sentences of a text, in order. */
  List<Piece> sentences(String text) {
    List<Piece> pieces = new ArrayList<>();
    for (Span span : detector.sentPosDetect(text)) {
      List<String> words = words(text.substring(span.getStart(), span.getEnd()));
      if (!words.isEmpty()) {
        pieces.add(new Piece(span.getStart(), words));
      }
    }
    return pieces;
  }

  /**
   * The tokenizer looks at one UTF-16 unit at a time and knows ASCII's white space best. So the
   * text is cut at all white space first, and what the tokenizer cuts within a character, or
   * between a letter and its marks, is joined again.
   */
  private static List<String> words(String sentence) {
    List<String> words = new ArrayList<>();
    for (String run : WhiteSpace.split(sentence)) {
      int start = 0;
      for (Span token : SimpleTokenizer.INSTANCE.tokenizePos(run)) {
        if (token.getStart() > start && !continues(run, token.getStart())) {
          words.add(run.substring(start, token.getStart()).toLowerCase(Locale.ROOT));
          start = token.getStart();
        }
      }
      words.add(run.substring(start).toLowerCase(Locale.ROOT));
    }
    return words;
  }

  private static boolean continues(String run, int at) {
    int character = run.codePointAt(at);
    if (Character.isSurrogatePair(run.charAt(at - 1), run.charAt(at)) || isMark(character)) {
      return true;
    }
    int before = run.codePointBefore(at);
    return (isMark(before) || Character.isLetter(before)) && Character.isLetter(character);
  }

  private static boolean isMark(int character) {
    int type = Character.getType(character);
    return type == Character.NON_SPACING_MARK
        || type == Character.COMBINING_SPACING_MARK
        || type == Character.ENCLOSING_MARK;
  }
}
