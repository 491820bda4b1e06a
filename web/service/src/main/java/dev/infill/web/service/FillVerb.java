package dev.infill.web.service;

import dev.infill.core.fill.FillListener;
import dev.infill.core.fill.FillResult;
import dev.infill.core.task.PreparedFill;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.web.api.FillRequest;
import dev.infill.web.api.FillResultJson;
import dev.infill.web.api.Versions;
import dev.infill.web.service.event.FillEvents;
import io.javalin.http.Context;

/**
 * Looks for the most probable fillings.
 *
 * @param model the model
 * @param requestLimits says what is too much
 */
record FillVerb(ServedModel model, RequestLimits requestLimits) implements Verb {
  @Override
  public Ready read(Context context, MaskedLanguageModel opened) {
    FillRequest request =
        requestLimits.read(context, body -> FillRequest.read(body, opened.description()));
    ServiceLog.attach(context, request.text());
    BlankedText text = requestLimits.text("text", request.text());
    requestLimits.list(request.settings());
    PreparedFill prepared =
        requestLimits.prepare(() -> model.infiller(opened).prepare(text, request.settings()));
    int pieces = prepared.reading().pieces();
    requestLimits.work("maxPasses", RequestLimits.OF_PASSES, (long) pieces * prepared.mostPasses());
    return new Ready(
        text,
        prepared.settings(),
        pieces,
        prepared.preparedBytes(),
        prepared.heapBytes(),
        "ask for fewer passes or blanks, or for a smaller vocabulary",
        (infiller, stop) -> answer(infiller.fill(prepared, FillListener.NONE, stop)),
        () -> {
          FillEvents events = new FillEvents();
          return new Told(
              events, (infiller, stop) -> answer(infiller.fill(prepared, events, stop)));
        });
  }

  private static FillResultJson answer(FillResult result) {
    if (result.fillings().isEmpty()) {
      throw Job.tookTooLong();
    }
    return FillResultJson.of(result, Versions.current());
  }
}
