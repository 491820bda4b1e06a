package dev.infill.web.service;

import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.web.api.EventJson;
import dev.infill.web.api.EventJson.Queued;
import dev.infill.web.api.EventJson.Started;
import dev.infill.web.api.SettingsJson;
import dev.infill.web.api.Versions;
import dev.infill.web.service.event.JobEvents;
import io.javalin.http.Context;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * {@code POST /api/v1/fill} and {@code POST /api/v1/sample}: fills a text; {@code DELETE
 * /api/v1/jobs/{id}} stops a running job and keeps what it has found.
 */
final class JobHandler {
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
  JobHandler(
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

  /**
   * Answers a request. What cannot be filled is refused as such, before it waits, and before there
   * is a stream.
   *
   * @param context the request
   * @param verb what it asks for
   */
  void answer(Context context, Verb verb) {
    MaskedLanguageModel opened = model.require();
    Verb.Ready text = verb.read(context, opened);
    boolean stream = wantsEvents(context);
    long answer = RequestLimits.answerBytes(text.text().text().length(), text.settings().top());
    long bytes = text.heapBytes() + answer;
    // Events that a stream has not sent yet are kept until they are sent.
    Job.Memory memory = new Job.Memory(text.preparedBytes(), bytes, stream ? bytes : answer);
    requestLimits.memory("text", text.advice(), memory);
    if (stream) {
      stream(context, opened, text, memory);
    } else {
      Answers.json(context, waiting.run(context, memory, job -> run(text.work(), opened, job)));
    }
  }

  /** What was found is let go of with the job: only the answer waits for its client. */
  private Record run(Verb.Work work, MaskedLanguageModel opened, Job<?> job) {
    return work.run(
        model.infiller(opened.watched(sequences -> job.requireWanted())), job.cancellation());
  }

  private static boolean wantsEvents(Context context) {
    String accept = context.header("Accept");
    return accept != null && accept.contains(EventStream.CONTENT_TYPE);
  }

  private void stream(
      Context context, MaskedLanguageModel opened, Verb.Ready text, Job.Memory memory) {
    Verb.Told told = text.told().get();
    String id = id();
    Job<Record> job =
        waiting.submit(
            context,
            memory,
            begun -> {
              running.put(id, begun);
              try {
                told.events()
                    .start(
                        new Started(
                            id,
                            SettingsJson.of(text.settings(), opened.description(), versions),
                            text.text().blanks().size(),
                            text.pieces()));
                return run(told.work(), opened, begun);
              } finally {
                running.remove(id);
              }
            });
    try {
      EventStream stream = EventStream.begin(context);
      Teller teller = new Teller(stream, told.events(), job);
      try {
        Record answer = waiting.until(context, job, teller::tell);
        teller.tellAll();
        stream.send("result", answer);
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
    private final JobEvents events;
    private final Job<?> job;
    private int position;
    private long sent = System.nanoTime();

    Teller(EventStream stream, JobEvents events, Job<?> job) {
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

    private void send(EventJson event) {
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
