package dev.infill.web.service;

import dev.infill.core.chain.ProgressListener;
import dev.infill.core.sample.SampleResult;
import dev.infill.core.sample.StepListener;
import dev.infill.core.task.PreparedSample;
import dev.infill.core.task.SampleSettings;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.web.api.SampleRequest;
import dev.infill.web.api.SampleResultJson;
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
    SampleRequest request =
        requestLimits.read(context, body -> SampleRequest.read(body, opened.description()));
    ServiceLog.attach(context, request.text());
    BlankedText text = requestLimits.text("text", request.text());
    requestLimits.list(request.settings());
    requestLimits.chains(request.settings(), text.mostPieces());
    PreparedSample prepared =
        requestLimits.prepare(() -> model.infiller(opened).prepare(text, request.settings()));
    SampleSettings settings = prepared.settings();
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
            answer(infiller.sample(prepared, ProgressListener.NONE, StepListener.NONE, stop)),
        () -> {
          SampleEvents events = new SampleEvents(settings);
          return new Told(
              events, (infiller, stop) -> answer(infiller.sample(prepared, events, events, stop)));
        });
  }

  private static SampleResultJson answer(SampleResult infilling) {
    if (infilling.candidates().isEmpty()) {
      throw Job.tookTooLong();
    }
    return SampleResultJson.of(infilling, Versions.current());
  }
}
