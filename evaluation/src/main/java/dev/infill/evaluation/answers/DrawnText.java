package dev.infill.evaluation.answers;

import dev.infill.core.InvalidInputException;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.TokenizedText;
import dev.infill.corpora.task.KnownPieces;
import dev.infill.corpora.task.MaskableWords;
import dev.infill.corpora.task.MaskingTask;
import dev.infill.corpora.task.TaskSampler;
import dev.infill.evaluation.run.ReferenceCorpus;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A sentence of a corpus with some words masked, each of one piece that may be an answer, so that
 * every method can find what was written.
 *
 * @param task the sentence
 * @param design how its blanks lie
 */
public record DrawnText(MaskingTask task, BlankDesign design) {
  /**
   * Draws texts. No sentence of a corpus is drawn twice, so that texts are independent of each
   * other also where designs are taken together. How many are drawn does not change which ones come
   * first. Kinds take turns, so that a comparison that was broken off has texts of all kinds.
   *
   * @param model which must know every piece of them
   * @param corpora the corpora
   * @param designs how many blanks, and how they lie
   * @param seed decides which sentences and which words
   * @param count how many for each corpus and each design
   * @throws InvalidInputException if a file cannot be read, or too few of its sentences qualify
   */
  public static List<DrawnText> draw(
      MaskedLanguageModel model,
      List<ReferenceCorpus> corpora,
      List<BlankDesign> designs,
      long seed,
      int count) {
    List<Iterator<DrawnText>> byCorpus = new ArrayList<>();
    for (ReferenceCorpus corpus : corpora) {
      byCorpus.add(draw(model, corpus, designs, seed, count).iterator());
    }
    List<DrawnText> drawn = new ArrayList<>();
    for (int turn = 0; turn < count * designs.size(); turn++) {
      byCorpus.forEach(texts -> drawn.add(texts.next()));
    }
    return drawn;
  }

  /** Draws a text of each design in turn. */
  private static List<DrawnText> draw(
      MaskedLanguageModel model,
      ReferenceCorpus corpus,
      List<BlankDesign> designs,
      long seed,
      int count) {
    int all = (int) Math.min(Integer.MAX_VALUE, (long) count * designs.size());
    MaskableWords singlePieces = singlePieces(model);
    List<Iterator<MaskingTask>> orders = new ArrayList<>();
    for (BlankDesign design : designs) {
      TaskSampler sampler =
          new TaskSampler(
              design.masking(singlePieces),
              seed,
              new KnownPieces(model::tokenize, model.vocabulary()));
      orders.add(corpus.drawUpTo(sampler, count, all).iterator());
    }
    Set<List<String>> taken = new HashSet<>();
    List<DrawnText> drawn = new ArrayList<>();
    for (int round = 0; round < count; round++) {
      for (int d = 0; d < designs.size(); d++) {
        MaskingTask next;
        do {
          if (!orders.get(d).hasNext()) {
            throw new InvalidInputException(
                "texts",
                "corpus %s has too few sentences for %d texts with %s blanks that are not taken for others: give fewer texts or a larger corpus"
                    .formatted(corpus.name(), count, designs.get(d).name()));
          }
          next = orders.get(d).next();
        } while (!taken.add(next.words()));
        drawn.add(new DrawnText(next, designs.get(d)));
      }
    }
    return drawn;
  }

  private static MaskableWords singlePieces(MaskedLanguageModel model) {
    TokenSet answers = model.vocabulary().select(AnswerText.CHOICE);
    return words -> {
      BitSet maskable = new BitSet();
      IntStream.range(0, words.size())
          .filter(i -> token(model, answers, words.get(i)) >= 0)
          .forEach(maskable::set);
      return maskable;
    };
  }

  /** Returns the one token that may be an answer and that a word is; −1 if there is none. */
  private static int token(MaskedLanguageModel model, TokenSet answers, String word) {
    TokenizedText pieces = model.tokenize(new BlankedText(word, List.of()));
    boolean single = pieces.length() == 3 && answers.indexOf(pieces.piece(1)) >= 0;
    return single ? pieces.piece(1) : -1;
  }

  /** Returns the tokens that were masked, a token for each blank. */
  List<Integer> original(MaskedLanguageModel model) {
    TokenSet answers = model.vocabulary().select(AnswerText.CHOICE);
    return task.answers().stream().map(answer -> token(model, answers, answer)).toList();
  }

  boolean isOf(AnswerRun run) {
    return run.task().equals(task.id()) && run.design().equals(design);
  }
}
