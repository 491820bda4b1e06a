package dev.infill.web.djl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ai.djl.Device;
import ai.djl.MalformedModelException;
import ai.djl.Model;
import ai.djl.ModelException;
import ai.djl.engine.Engine;
import ai.djl.inference.Predictor;
import ai.djl.metric.Metrics;
import ai.djl.ndarray.NDList;
import ai.djl.repository.zoo.Criteria;
import ai.djl.repository.zoo.ModelNotFoundException;
import ai.djl.repository.zoo.ZooModel;
import ai.djl.translate.NoopTranslator;
import ai.djl.translate.TranslateException;
import dev.infill.bert.BertModel;
import dev.infill.bert.BertModelOptions;
import dev.infill.bert.weights.SyntheticFolder;
import dev.infill.core.InvalidInputException;
import dev.infill.core.fill.FillResult;
import dev.infill.core.infill.Infiller;
import dev.infill.core.sample.SampleResult;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.FillSettings;
import dev.infill.core.task.SampleSettings;
import dev.infill.web.api.FillRequest;
import dev.infill.web.api.SampleRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A random model, loaded by DJL as its users load models, beside the same model of the library. */
class InfillEngineTest {
  private static final String TEXT = "the ___ sat on the ___ .";
  private static final SampleSettings SETTINGS =
      SampleSettings.defaults()
          .with(Settings.CHAINS, 4)
          .with(Settings.STEPS, 12)
          .with(Settings.BURN_IN, 2)
          .withSeed(7);

  @TempDir private Path folder;
  private Path path;

  @BeforeEach
  void writeModel() throws IOException {
    path = SyntheticFolder.bert().write(folder.resolve("random-bert"));
  }

  private <I> Criteria.Builder<I, SampleResult> criteria(Class<I> input) {
    return criteria(input, SampleResult.class);
  }

  private <I, O> Criteria.Builder<I, O> criteria(Class<I> input, Class<O> output) {
    return Criteria.builder()
        .setTypes(input, output)
        .optEngine(InfillEngineProvider.ENGINE)
        .optModelPath(path)
        .optTranslatorFactory(new InfillTranslatorFactory())
        .optOption("cache", folder.resolve("cache").toString())
        .optOption("threads", "1");
  }

  private SampleResult expected(String text, SampleSettings settings) {
    try (BertModel model =
        BertModel.open(
            BertModelOptions.defaults()
                .withModel(path.toString())
                .withCache(folder.resolve("cache"))
                .withThreads(1))) {
      return new Infiller(model).sample(text, settings).withoutTime();
    }
  }

  @Test
  void answersAreThoseOfTheLibrary() throws Exception {
    try (ZooModel<SampleRequest, SampleResult> model =
            criteria(SampleRequest.class).build().loadModel();
        Predictor<SampleRequest, SampleResult> predictor = model.newPredictor()) {
      SampleResult infilling = predictor.predict(new SampleRequest(TEXT, SETTINGS));
      assertThat(infilling.withoutTime()).isEqualTo(expected(TEXT, SETTINGS));
      assertThat(infilling.candidates()).isNotEmpty();
    }
  }

  @Test
  void theMostProbableFillingsAreThoseOfTheLibrary() throws Exception {
    FillSettings settings = FillSettings.defaults().with(Settings.SEED, OptionalLong.of(7));
    Criteria<String, FillResult> criteria =
        criteria(String.class, FillResult.class)
            .optOption("seed", "7")
            .optOption("top", "3")
            // For what chains draw alone.
            .optOption("steps", "8")
            .build();
    try (ZooModel<String, FillResult> model = criteria.loadModel();
        Predictor<String, FillResult> predictor = model.newPredictor();
        Predictor<FillRequest, FillResult> other =
            model.newPredictor(
                new InfillTranslatorFactory()
                    .newInstance(
                        FillRequest.class, FillResult.class, model.getWrappedModel(), Map.of()))) {
      FillResult result = predictor.predict(TEXT);
      assertThat(result.fillings()).hasSize(3);
      assertThat(result.settings()).isEqualTo(settings.with(Settings.TOP, 3));
      FillResult asked = other.predict(new FillRequest(TEXT, settings.with(Settings.TOP, 3)));
      assertThat(asked.withoutTime()).isEqualTo(result.withoutTime());
    }
  }

  @Test
  void optionsAreTheSettingsOfTextsWithoutAny() throws Exception {
    Criteria<String, SampleResult> criteria =
        criteria(String.class)
            .optOption("sampler", "dmala")
            .optOption("balancing", "power:0.75")
            .optOption("chains", "3")
            .optOption("steps", "8")
            .optOption("burnIn", "2")
            .optOption("repeats", "false")
            .optOption("seed", "11")
            .optOption("allow", "{\"1\": [\"cat\", \"dog\"]}")
            .build();
    try (ZooModel<String, SampleResult> model = criteria.loadModel();
        Predictor<String, SampleResult> predictor = model.newPredictor()) {
      SampleResult infilling = predictor.predict(TEXT);
      assertThat(infilling.settings().sampler().label()).isEqualTo("dmala");
      assertThat(infilling.settings().get(Settings.BALANCING).label()).isEqualTo("power:0.75");
      assertThat(infilling.settings().chains()).isEqualTo(3);
      assertThat(infilling.candidates())
          .allSatisfy(candidate -> assertThat(candidate.fills().get(0).token()).isIn("cat", "dog"));
      assertThat(infilling.withoutTime()).isEqualTo(expected(TEXT, infilling.settings()));
    }
  }

  @Test
  void aPresetIsWhatOptionsStartFrom() throws Exception {
    Criteria<String, SampleResult> criteria =
        criteria(String.class)
            .optOption("preset", "paper")
            .optOption("chains", "2")
            .optOption("steps", "3")
            .build();
    try (ZooModel<String, SampleResult> model = criteria.loadModel();
        Predictor<String, SampleResult> predictor = model.newPredictor()) {
      SampleSettings settings = predictor.predict(TEXT).settings();
      assertThat(settings.get(Settings.REPEATS)).isTrue();
      assertThat(settings.steps()).isEqualTo(3);
    }
  }

  @Test
  void aBatchIsAnsweredInItsOrderAndMeasured() throws Exception {
    List<String> texts = List.of("the ___ sat .", TEXT, "a ___ ___ .");
    try (ZooModel<SampleRequest, SampleResult> model =
            criteria(SampleRequest.class).build().loadModel();
        Predictor<SampleRequest, SampleResult> predictor = model.newPredictor()) {
      Metrics metrics = new Metrics();
      predictor.setMetrics(metrics);
      List<SampleResult> infillings =
          predictor.batchPredict(
              texts.stream().map(text -> new SampleRequest(text, SETTINGS)).toList());
      assertThat(infillings.stream().map(SampleResult::withoutTime))
          .containsExactlyElementsOf(texts.stream().map(text -> expected(text, SETTINGS)).toList());
      assertThat(metrics.getMetric("Inference")).isNotEmpty();
    }
  }

  @Test
  void predictorsOfOneModelWorkAtTheSameTime() throws Exception {
    SampleResult expected = expected(TEXT, SETTINGS);
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try (ZooModel<SampleRequest, SampleResult> model =
        criteria(SampleRequest.class).build().loadModel()) {
      List<Future<List<SampleResult>>> futures = new ArrayList<>();
      for (int k = 0; k < 4; k++) {
        futures.add(
            threads.submit(
                () -> {
                  try (Predictor<SampleRequest, SampleResult> predictor = model.newPredictor()) {
                    SampleRequest request = new SampleRequest(TEXT, SETTINGS);
                    return predictor.batchPredict(List.of(request, request));
                  }
                }));
      }
      for (Future<List<SampleResult>> future : futures) {
        // How often a context was met before depends on nothing but the text's own chains.
        assertThat(future.get()).allSatisfy(i -> assertThat(i.withoutTime()).isEqualTo(expected));
      }
      assertThat(((InfillModel) model.getWrappedModel()).predictors()).hasValue(0);
    } finally {
      threads.shutdownNow();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "stebs; 3; unknown option 'stebs'; did you mean steps?",
        "steps; many; steps must be a whole number, not \"many\"; ",
        "sampler; dmalla; unknown sampler 'dmalla'; did you mean dmala",
        "threads; 0; threads must be from 1 to 1024, not 0; ",
        "device; gpu; unknown device 'gpu'; ",
        "precision; float8; unknown precision 'float8'; ",
        "precision; tf32; the CPU has no tf32; ",
        "alpha; -1; alpha must be from 1.0E-9 to 1000000000; ",
        "versions; {}; unknown option 'versions'; "
      })
  void anOptionThatCannotBeUsedIsOneLine(String name, String value, String said, String hint) {
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(() -> criteria(String.class).optOption(name, value).build().loadModel())
        .withMessageContaining(said)
        .withMessageContaining(hint == null ? "" : hint)
        .satisfies(e -> assertThat(e.getMessage()).hasLineCount(1));
    assertThat(folder.resolve("cache")).as("nothing is compiled before").doesNotExist();
  }

  @Test
  void aTextThatCannotBeFilledIsOneLine() throws Exception {
    try (ZooModel<String, SampleResult> model = criteria(String.class).build().loadModel();
        Predictor<String, SampleResult> predictor = model.newPredictor()) {
      assertThatExceptionOfType(TranslateException.class)
          .isThrownBy(() -> predictor.predict("the cat sat"))
          .withMessageStartingWith("the text has no blank")
          .withCauseInstanceOf(InvalidInputException.class);
    }
  }

  @Test
  void aPathWithoutAModelIsNotFound() {
    path = folder.resolve("nothing");
    assertThatExceptionOfType(ModelNotFoundException.class)
        .isThrownBy(() -> criteria(String.class).build().loadModel());
  }

  @Test
  void aModelThatCannotBeReadIsMalformed() throws IOException {
    Files.writeString(path.resolve("config.json"), "{\"model_type\": \"gpt2\"}");
    assertThatExceptionOfType(MalformedModelException.class)
        .isThrownBy(() -> criteria(String.class).build().loadModel())
        .withMessageContaining("config.json is of the architecture gpt2");
  }

  @Test
  void theModelMayBeNamedByAnOption() throws Exception {
    Path named = path;
    path = Files.createDirectory(folder.resolve("empty"));
    assertThatExceptionOfType(MalformedModelException.class)
        .isThrownBy(
            () -> criteria(String.class).optOption("model", "bert-huge").build().loadModel())
        .withMessageContaining("there is no model 'bert-huge'");
    try (ZooModel<String, SampleResult> model =
        criteria(String.class).optOption("model", named.toString()).build().loadModel()) {
      assertThat(((InfillModel) model.getWrappedModel()).description().name())
          .isEqualTo(named.toString());
    }
  }

  @Test
  void aClosedModelSaysSo() throws Exception {
    ZooModel<String, SampleResult> model = criteria(String.class).build().loadModel();
    Predictor<String, SampleResult> predictor = model.newPredictor();
    model.close();
    assertThatExceptionOfType(TranslateException.class)
        .isThrownBy(() -> predictor.predict(TEXT))
        .withMessage("the model is closed");
    predictor.close();
    predictor.close();
    model.close();
    assertThat(((InfillModel) model.getWrappedModel()).predictors()).hasValue(0);
  }

  @Test
  void itNeverBecomesTheDefaultEngine() {
    assertThat(Engine.getAllEngines()).contains(InfillEngineProvider.ENGINE);
    assertThat(Engine.getDefaultEngineName()).isNotEqualTo(InfillEngineProvider.ENGINE);
    Engine engine = Engine.getEngine(InfillEngineProvider.ENGINE);
    assertThat(engine.getVersion()).isNotEmpty();
    assertThat(engine.getGpuCount()).isZero();
    assertThat(engine.newBaseManager().getEngine()).isSameAs(engine);
  }

  @Test
  void cardsOtherThanTheFirstAreRefused() {
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(() -> criteria(String.class).optDevice(Device.gpu(1)).build().loadModel())
        .withMessage("Infill runs on the first graphics card: give gpu(0), not gpu(1)");
  }

  @Test
  void translatorsOfOthersAndModelsOfOthersAreRefused() throws Exception {
    try (ZooModel<String, SampleResult> model = criteria(String.class).build().loadModel();
        Predictor<NDList, NDList> predictor = model.newPredictor(new NoopTranslator(null))) {
      assertThatExceptionOfType(TranslateException.class)
          .isThrownBy(() -> predictor.predict(new NDList()))
          .withMessageContaining("takes texts");
    }
    try (Model unloaded = Model.newInstance("random", InfillEngineProvider.ENGINE)) {
      assertThatExceptionOfType(TranslateException.class)
          .isThrownBy(
              () ->
                  unloaded
                      .newPredictor(
                          new InfillTranslatorFactory()
                              .newInstance(String.class, SampleResult.class, unloaded, Map.of()))
                      .predict(TEXT))
          .withMessage("the model random is not loaded");
    }
    assertThatExceptionOfType(ModelException.class)
        .isThrownBy(
            () ->
                criteria(String.class)
                    .setTypes(Integer.class, SampleResult.class)
                    .build()
                    .loadModel());
  }
}
