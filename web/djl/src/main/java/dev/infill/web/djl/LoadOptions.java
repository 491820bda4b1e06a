package dev.infill.web.djl;

import ai.djl.Device;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.infill.bert.BertModelOptions;
import dev.infill.bert.runtime.Precision;
import dev.infill.core.InvalidInputException;
import dev.infill.core.task.FillSettings;
import dev.infill.core.task.SampleSettings;
import dev.infill.web.api.Choices;
import dev.infill.web.api.FillRequest;
import dev.infill.web.api.JsonMembers;
import dev.infill.web.api.NearestNames;
import dev.infill.web.api.SampleRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the options of {@code Criteria} say.
 *
 * @param model which model, and how it runs
 * @param fill how texts are filled that come without settings
 * @param sample how texts are sampled that come without settings
 */
record LoadOptions(BertModelOptions model, FillSettings fill, SampleSettings sample) {
  private static final List<String> WORDS =
      List.of("model", "cache", "device", "precision", "preset");
  private static final String THREADS = "threads";

  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  /**
   * Reads options. Nothing of the model is read.
   *
   * @param options values by name, as DJL passes them on
   * @param path the model's, taken where no option names one
   * @param device where DJL wants the model to run, taken where no option names one
   * @throws InvalidInputException if an option is unknown, or its value cannot be what it is
   */
  static LoadOptions of(Map<String, ?> options, Path path, Device device) {
    List<String> names = names();
    ObjectNode json = MAPPER.createObjectNode();
    options.forEach(
        (name, value) -> {
          if (!names.contains(name)) {
            throw new InvalidInputException(name, new NearestNames(names).unknown("option", name));
          }
          String text = String.valueOf(value);
          json.set(name, WORDS.contains(name) ? TextNode.valueOf(text) : parsed(text));
        });
    JsonMembers members =
        JsonMembers.read(
            json.toString().getBytes(StandardCharsets.UTF_8), names.toArray(String[]::new));
    return new LoadOptions(
        model(members, path, device),
        FillRequest.readChoices(members),
        SampleRequest.readChoices(members));
  }

  private static List<String> names() {
    List<String> names = new ArrayList<>(WORDS);
    names.add(THREADS);
    names.addAll(SampleRequest.CHOICES);
    return names;
  }

  /** A number, true, false and an object are written as in JSON, any other value as it is. */
  private static JsonNode parsed(String text) {
    try {
      JsonNode node = MAPPER.readTree(text);
      if (node.isNumber() || node.isBoolean() || node.isObject()) {
        return node;
      }
    } catch (JsonProcessingException e) {
      // It is a word, such as the name of a sampler.
      return TextNode.valueOf(text);
    }
    return TextNode.valueOf(text);
  }

  private static BertModelOptions model(JsonMembers members, Path path, Device device) {
    BertModelOptions options =
        BertModelOptions.defaults()
            .withModel(members.text("model").orElseGet(path::toString))
            .withDevice(device(members, device));
    Optional<String> cache = members.text("cache");
    if (cache.isPresent()) {
      options = options.withCache(Path.of(cache.get()));
    }
    Optional<Precision> precision =
        members.text("precision").map(Choices.of("precision", Precision.class)::parse);
    if (precision.isPresent()) {
      options = options.withPrecision(precision.get());
    }
    return members.integer(THREADS).map(options::withThreads).orElse(options);
  }

  private static dev.infill.bert.runtime.Device device(JsonMembers members, Device device) {
    Optional<String> named = members.text("device");
    if (named.isPresent()) {
      return Choices.of("device", dev.infill.bert.runtime.Device.class).parse(named.get());
    }
    if (!device.isGpu()) {
      return dev.infill.bert.runtime.Device.CPU;
    }
    if (device.getDeviceId() > 0) {
      throw new InvalidInputException(
          "device", "Infill runs on the first graphics card: give gpu(0), not " + device);
    }
    return dev.infill.bert.runtime.Device.CUDA;
  }
}
