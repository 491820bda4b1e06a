package dev.infill.web.service;

import dev.infill.core.chain.ProgressListener;
import dev.infill.core.infill.Infilling;
import dev.infill.core.infill.StepListener;
import dev.infill.core.task.InfillSettings;
import dev.infill.core.task.PreparedText;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.web.api.InfillEventJson;
import dev.infill.web.api.InfillEventJson.Queued;
import dev.infill.web.api.InfillEventJson.Started;
import dev.infill.web.api.InfillRequest;
import dev.infill.web.api.InfillingJson;
import dev.infill.web.api.SettingsJson;
import dev.infill.web.api.Versions;
import io.javalin.http.Context;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** {@code POST /api/v1/infill}: fills a text; {@code DELETE} of a running job stops and keeps. */
final class InfillHandler {
  private static final int ID_BYTES = 16;

  private final ServedModel model;
  private final RequestLimits requestLimits;
  private final Waiting waiting;
  private final Problems problems;
  private final Duration keepAlive;
  private final Versions versions = Versions.current();
  private final SecureRandom random = new SecureRandom();
  private final Map<String, Job<?>> running = new ConcurrentHashMap<>();

  /**
   * Creates the handler.
   *
   * @param model the model
   * @param requestLimits says what is too much
   * @param waiting does the work
   * @param problems says what went wrong
   * @param keepAlive how long a stream may be silent
   */
  InfillHandler(
      ServedModel model,
      RequestLimits requestLimits,
      Waiting waiting,
      Problems problems,
      Duration keepAlive) {
    this.model = model;
    this.requestLimits = requestLimits;
    this.waiting = waiting;
    this.problems = problems;
    this.keepAlive = keepAlive;
  }

  void fill(Context context) {
    MaskedLanguageModel opened = model.require();
    InfillRequest request =
        requestLimits.read(context, body -> InfillRequest.read(body, opened.description()));
    ServiceLog.attach(context, request.text());
    BlankedText text = requestLimits.text("text", request.text());
    requestLimits.settings(request.settings(), text.mostPieces());
    // What cannot be filled is refused as such, before it waits, and before there is a stream.
    PreparedText prepared =
        requestLimits.prepare(() -> model.infiller(opened).prepare(text, request.settings()));
    InfillSettings settings = prepared.settings();
    requestLimits.work(
        "text",
        RequestLimits.OF_CHAINS,
        RequestLimits.pieces(prepared.reading().pieces(), text.mostPieces(), settings));
    boolean stream = wantsEvents(context);
    long answer = RequestLimits.answerBytes(text.text().length(), settings.top());
    long bytes = prepared.heapBytes() + answer;
    // Events that a stream has not sent yet are kept until they are sent.
    Job.Memory memory = new Job.Memory(prepared.preparedBytes(), bytes, stream ? bytes : answer);
    requestLimits.memory(
        "text", "ask for fewer chains, steps or blanks, or for a smaller vocabulary", memory);
    if (stream) {
      stream(context, opened, prepared, memory);
    } else {
      Answers.json(
          context,
          waiting.run(
              context,
              memory,
              job -> infill(opened, prepared, job, ProgressListener.NONE, StepListener.NONE)));
    }
  }

  /** What the chains have found is let go of with the job: only the answer waits for its client. */
  private InfillingJson infill(
      MaskedLanguageModel opened,
      PreparedText text,
      Job<?> job,
      ProgressListener progress,
      StepListener steps) {
    Infilling infilling =
        model
            .infiller(opened.watched(sequences -> job.requireWanted()))
            .infill(text, progress, steps, job.cancellation());
    if (infilling.candidates().isEmpty()) {
      throw Job.tookTooLong();
    }
    return InfillingJson.of(infilling, versions);
  }

  private static boolean wantsEvents(Context context) {
    String accept = context.header("Accept");
    return accept != null && accept.contains(EventStream.CONTENT_TYPE);
  }

  private void stream(
      Context context, MaskedLanguageModel opened, PreparedText text, Job.Memory memory) {
    InfillEvents events = new InfillEvents(text.settings());
    String id = id();
    Job<InfillingJson> job =
        waiting.submit(
            context,
            memory,
            begun -> {
              running.put(id, begun);
              try {
                events.start(
                    new Started(
                        id,
                        SettingsJson.of(text.settings(), opened.description(), versions),
                        text.text().blanks().size(),
                        text.reading().pieces()));
                return infill(opened, text, begun, events, events);
              } finally {
                running.remove(id);
              }
            });
    try {
      EventStream stream = EventStream.begin(context);
      Teller teller = new Teller(stream, events, job);
      try {
        InfillingJson infilling = waiting.until(context, job, teller::tell);
        teller.tellAll();
        stream.send("result", infilling);
      } catch (Job.AbandonedException e) {
        throw e;
      } catch (RuntimeException | Error e) {
        stream.send("problem", problems.of(e));
      }
    } finally {
      // The client may have gone before the first event.
      waiting.drop(job);
    }
  }

  private String id() {
    byte[] bytes = new byte[ID_BYTES];
    random.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /** Tells a client what happens, in the thread of its request. */
  private final class Teller {
    private final EventStream stream;
    private final InfillEvents events;
    private final Job<?> job;
    private int position;
    private long sent = System.nanoTime();

    Teller(EventStream stream, InfillEvents events, Job<?> job) {
      this.stream = stream;
      this.events = events;
      this.job = job;
    }

    void tell() {
      int now = waiting.queue().position(job);
      if (now > 0 && now != position) {
        send(new Queued(now));
        position = now;
      }
      events.take(System.nanoTime(), false).forEach(this::send);
      if (System.nanoTime() - sent >= keepAlive.toNanos()) {
        stream.comment("keep-alive");
        sent = System.nanoTime();
      }
    }

    void tellAll() {
      events.take(System.nanoTime(), true).forEach(this::send);
    }

    private void send(InfillEventJson event) {
      stream.send(event.event(), (Record) event);
      sent = System.nanoTime();
    }
  }

  void stop(Context context) {
    Job<?> job = running.get(context.pathParam("id"));
    if (job == null) {
      throw ProblemException.ofField(404, "id", "there is no such job, or it is done");
    }
    job.cancel();
    context.status(204);
  }
}
