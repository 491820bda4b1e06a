package dev.infill.web.djl;

import ai.djl.ModelException;
import ai.djl.inference.Predictor;
import ai.djl.repository.zoo.Criteria;
import ai.djl.repository.zoo.ZooModel;
import ai.djl.translate.TranslateException;
import dev.infill.bert.BertModel;
import dev.infill.core.fill.FillResult;
import dev.infill.core.fill.Filling;
import dev.infill.core.infill.Infiller;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The examples of docs/java.md, compiled. */
final class GuideExamples {
  void predict() throws IOException, ModelException, TranslateException {
    Criteria<String, FillResult> criteria =
        Criteria.builder()
            .setTypes(String.class, FillResult.class)
            .optEngine("Infill")
            .optModelPath(Path.of("path/to/bert-large-uncased"))
            .optTranslatorFactory(new InfillTranslatorFactory())
            .optOption("top", "10")
            .build();
    try (ZooModel<String, FillResult> model = criteria.loadModel();
        Predictor<String, FillResult> predictor = model.newPredictor()) {
      FillResult result = predictor.predict("the old [MASK] walked slowly down the [MASK] .");
      System.out.println(result.verdict().text());
      result.fillings().forEach(filling -> System.out.println(filling.text()));
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
      return infiller.fill(text).fillings().stream().map(Filling::text).toList();
    }
  }
}
