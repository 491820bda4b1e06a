package dev.infill.web.service;

import dev.infill.core.chain.ProgressListener;
import dev.infill.core.infill.Infilling;
import dev.infill.core.infill.StepListener;
import dev.infill.core.task.InfillSettings;
import dev.infill.core.task.PreparedText;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.web.api.InfillRequest;
import dev.infill.web.api.InfillingJson;
import dev.infill.web.api.Versions;
import dev.infill.web.service.event.SampleEvents;
import io.javalin.http.Context;

/**
 * Samples fillings by chains.
 *
 * @param model the model
 * @param requestLimits says what is too much
 */
record SampleVerb(ServedModel model, RequestLimits requestLimits) implements Verb {
  @Override
  public Ready read(Context context, MaskedLanguageModel opened) {
    InfillRequest request =
        requestLimits.read(context, body -> InfillRequest.read(body, opened.description()));
    ServiceLog.attach(context, request.text());
    BlankedText text = requestLimits.text("text", request.text());
    requestLimits.list(request.settings());
    requestLimits.chains(request.settings(), text.mostPieces());
    PreparedText prepared =
        requestLimits.prepare(() -> model.infiller(opened).prepare(text, request.settings()));
    InfillSettings settings = prepared.settings();
    int pieces = prepared.reading().pieces();
    requestLimits.work(
        "text", RequestLimits.OF_CHAINS, RequestLimits.pieces(pieces, text.mostPieces(), settings));
    return new Ready(
        text,
        settings,
        pieces,
        prepared.preparedBytes(),
        prepared.heapBytes(),
        "ask for fewer chains, steps or blanks, or for a smaller vocabulary",
        (infiller, stop) ->
            answer(infiller.infill(prepared, ProgressListener.NONE, StepListener.NONE, stop)),
        () -> {
          SampleEvents events = new SampleEvents(settings);
          return new Told(
              events, (infiller, stop) -> answer(infiller.infill(prepared, events, events, stop)));
        });
  }

  private static InfillingJson answer(Infilling infilling) {
    if (infilling.candidates().isEmpty()) {
      throw Job.tookTooLong();
    }
    return InfillingJson.of(infilling, Versions.current());
  }
}
