package dev.infill.web.djl;

import ai.djl.ModelException;
import ai.djl.inference.Predictor;
import ai.djl.repository.zoo.Criteria;
import ai.djl.repository.zoo.ZooModel;
import ai.djl.translate.TranslateException;
import dev.infill.bert.BertModel;
import dev.infill.core.infill.Candidate;
import dev.infill.core.infill.Infiller;
import dev.infill.core.infill.Infilling;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The examples of docs/djl.md, compiled. */
final class GuideExamples {
  void predict() throws IOException, ModelException, TranslateException {
    Criteria<String, Infilling> criteria =
        Criteria.builder()
            .setTypes(String.class, Infilling.class)
            .optEngine("Infill")
            .optModelPath(Path.of("path/to/bert-large-uncased"))
            .optTranslatorFactory(new InfillTranslatorFactory())
            .optOption("sampler", "dmala")
            .optOption("steps", "100")
            .build();
    try (ZooModel<String, Infilling> model = criteria.loadModel();
        Predictor<String, Infilling> predictor = model.newPredictor()) {
      Infilling infilling = predictor.predict("the old [MASK] walked slowly down the [MASK] .");
      for (Candidate candidate : infilling.candidates()) {
        System.out.printf("%.2f  %s%n", candidate.energy(), candidate.text());
      }
    }
  }

  /** Stands for that of Spring. */
  @interface Bean {}

  static final class Configuration {
    @Bean
    BertModel model() {
      return BertModel.open();
    }

    @Bean
    Infiller infiller(BertModel model) {
      return new Infiller(model);
    }
  }

  /** Stands for that of LangChain4j. */
  @interface Tool {
    String value();
  }

  static final class FillingTool {
    private final Infiller infiller;

    FillingTool(Infiller infiller) {
      this.infiller = infiller;
    }

    @Tool("Ways to fill the blanks, written ___, of an English text")
    List<String> fillings(String text) {
      return infiller.infill(text).candidates().stream().map(Candidate::text).toList();
    }
  }
}
