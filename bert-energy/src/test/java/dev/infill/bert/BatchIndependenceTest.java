package dev.infill.bert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.infill.bert.runtime.PositionLogits;
import dev.infill.bert.runtime.SequenceBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;

/** BERT-base says the same of a sequence, to the last bit, whatever else is in the pass. */
@EnabledIfSystemProperty(
    named = "os.arch",
    matches = "amd64|x86_64",
    disabledReason = "only there is it said to hold")
@ExtendWith(RealModel.class)
class BatchIndependenceTest {
  @Test
  void whatSharesThePassChangesNoBit(BertModel model) {
    Random random = new Random(8);
    for (int length : new int[] {7, 19}) {
      long[] own = random.longs(length, 0, model.vocabulary().size()).toArray();
      int asked = 1 + random.nextInt(length - 1);
      List<Double> alone = numbers(model, own, 1, 0, asked, random);
      for (int sequences : new int[] {2, 8, 62}) {
        for (int place : new int[] {0, sequences - 1}) {
          assertThat(numbers(model, own, sequences, place, asked, random).equals(alone))
              .as("%d pieces, place %d of %d", length, place, sequences)
              .isTrue();
        }
      }
    }
  }

  /** What the model says of a sequence among others that are drawn. */
  private static List<Double> numbers(
      BertModel model, long[] own, int sequences, int place, int asked, Random random) {
    int length = own.length;
    int vocabulary = model.vocabulary().size();
    long[] ids = random.longs((long) sequences * length, 0, vocabulary).toArray();
    long[] positions = random.longs(sequences, 0, length).toArray();
    System.arraycopy(own, 0, ids, place * length, length);
    positions[place] = asked;
    PositionLogits logits =
        model.runtime().logits(new SequenceBatch(sequences, length, ids, 1, positions));
    List<Double> numbers = new ArrayList<>(List.of(logits.logNormalizer(place)));
    for (int token = 0; token < vocabulary; token++) {
      numbers.add(logits.logit(place, token));
    }
    return numbers;
  }
}
