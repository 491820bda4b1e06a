package dev.infill.web.service;

import dev.infill.core.FailureReason;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.web.api.ModelsJson;
import dev.infill.web.api.Versions;
import dev.infill.web.service.client.AddressLimit;
import dev.infill.web.service.client.ClientConnection;
import dev.infill.web.service.client.ClientConnector;
import dev.infill.web.service.openapi.OpenApi;
import io.javalin.Javalin;
import io.javalin.compression.CompressionStrategy;
import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.HandlerType;
import io.javalin.http.HttpResponseException;
import io.javalin.router.Endpoint;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.server.AbstractConnector;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.server.handler.QoSHandler;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP service of one model. It listens as soon as it is started, and answers once it has its
 * model:
 *
 * <pre>{@code
 * try (ServiceMetrics metrics = new ServiceMetrics();
 *     InfillService service = InfillService.start(options, metrics).serve(model)) {
 *   URI page = service.uri();
 * }
 * }</pre>
 *
 * <p>Closing it lets running jobs end within the grace of its options. Its caller closes the model,
 * after the service.
 */
public final class InfillService implements AutoCloseable {
  static final String PAGE = "dev/infill/web/page/";
  static final String REFERENCE = "dev/infill/web/service/reference/";

  /** Threads that are left when every job has one that waits for it: for all who are refused. */
  private static final int SPARE_THREADS = 200;

  /** How long the last answers may take to be written. */
  private static final Duration LAST_ANSWERS = Duration.ofSeconds(5);

  /** How much of the grace a job that was stopped may take to score what it has found. */
  private static final Duration LAST_SCORES = Duration.ofSeconds(20);

  /**
   * How long jobs may take that have to end before their next model pass: a pass takes seconds, but
   * those that other jobs have asked for already may come first.
   */
  private static final Duration LAST_PASSES = Duration.ofSeconds(60);

  /** How long a connection without a request may be silent when the server is stopped. */
  private static final Duration LAST_SILENCE = Duration.ofMillis(200);

  /** What proxies wait for at least, and browsers. */
  private static final Duration LONGEST_SILENCE = Duration.ofSeconds(15);

  /** How long headers may take to arrive, and a part of an answer to be taken, at most. */
  private static final Duration LONGEST_DELAY = Duration.ofSeconds(10);

  /** What is made for a client that reads nothing; left to itself, the system takes megabytes. */
  private static final int SEND_BUFFER_BYTES = 1 << 16;

  /** Threads that no request but a probe gets, so that there are some to read requests. */
  private static final int READING_THREADS = 32;

  /** What nginx calls a client that closed its connection before it had an answer. */
  private static final int CLIENT_GONE = 499;

  /** What {@code openapi.json} is completed by. */
  static final OpenApi OPEN_API =
      new OpenApi(List.of(MetricsJson.class), ServiceLimits.sentences());

  private static final String ROUTE = InfillService.class.getName() + ".route";
  private static final String BEGAN = InfillService.class.getName() + ".began";
  private static final String API = "/api/v1/";

  private final ServiceOptions options;
  private final ServiceMetrics metrics;
  private final ServerSocketChannel socket;
  private final List<Route> routes = new ArrayList<>();
  private final Versions versions = Versions.current();
  private final ServedModel model;
  private final Problems problems;
  private final JobQueue queue;
  private final SecurityFilter filter;
  private final SlowClients slowClients;
  private final Javalin javalin;
  private boolean closed;
  private boolean stopped = true;

  private InfillService(
      ServiceOptions options, ServiceMetrics metrics, ServerSocketChannel socket) {
    this.options = options;
    this.socket = socket;
    this.metrics = metrics;
    this.model = new ServedModel(options.limits().most(ServiceLimit.JOBS));
    this.problems = new Problems(options.log());
    this.filter = new SecurityFilter(options, problems, metrics);
    this.slowClients = new SlowClients(shorter(options.idleTimeout(), LONGEST_DELAY));
    this.queue = new JobQueue(options.limits(), metrics);
    this.javalin = Javalin.create(this::configure);
  }

  /**
   * Starts to listen.
   *
   * @param options how
   * @param metrics what is counted
   * @return the service, which has no model yet
   * @throws BindException if the port is used already, or may not be used
   */
  public static InfillService start(ServiceOptions options, ServiceMetrics metrics)
      throws BindException {
    ServerSocketChannel socket = listen(options);
    try {
      InfillService service = new InfillService(options, metrics, socket);
      service.begin();
      return service;
    } catch (RuntimeException | Error e) {
      try {
        socket.close();
      } catch (IOException alsoFailed) {
        e.addSuppressed(alsoFailed);
      }
      throw e;
    }
  }

  private void begin() {
    try {
      javalin.start();
    } catch (RuntimeException | Error e) {
      queue.close(Duration.ZERO, Duration.ZERO, Duration.ZERO);
      throw e;
    }
  }

  /** Javalin would write a stack trace to the log where this says what is wrong. */
  private static ServerSocketChannel listen(ServiceOptions options) throws BindException {
    try {
      ServerSocketChannel socket = ServerSocketChannel.open();
      try {
        socket.setOption(StandardSocketOptions.SO_REUSEADDR, true);
        socket.bind(new InetSocketAddress(options.host(), options.port()));
        return socket;
      } catch (IOException e) {
        socket.close();
        throw e;
      }
    } catch (IOException e) {
      BindException failure =
          new BindException(
              "port %d of %s cannot be listened on (%s); --port takes another"
                  .formatted(options.port(), options.host(), e.getMessage()));
      failure.initCause(e);
      throw failure;
    }
  }

  /**
   * Answers requests from now on.
   *
   * @param opened the model, which is the caller's to close after this service
   * @return this
   */
  public InfillService serve(MaskedLanguageModel opened) {
    model.open(opened);
    return this;
  }

  /** Returns the port that it listens on. */
  public int port() {
    return socket.socket().getLocalPort();
  }

  /** Returns the address of its page. */
  public URI uri() {
    String host = options.host();
    return URI.create(
        "http://%s:%d/".formatted(host.contains(":") ? "[" + host + "]" : host, port()));
  }

  private void configure(JavalinConfig config) {
    config.startup.showJavalinBanner = false;
    config.startup.showOldJavalinVersionWarning = false;
    config.startup.startupWatcherEnabled = false;
    config.http.prefer405over404 = true;
    config.http.compressionStrategy = CompressionStrategy.NONE;
    config.http.generateEtags = false;
    ServiceLimits limits = options.limits();
    QueuedThreadPool threads =
        new QueuedThreadPool(
            limits.most(ServiceLimit.JOBS) + limits.most(ServiceLimit.QUEUE) + SPARE_THREADS);
    threads.setName("http");
    config.jetty.threadPool = threads;
    config.jetty.modifyServer(
        server -> {
          // Waits for answers that are being written when the server is stopped.
          server.setHandler(new GracefulHandler(slowClients));
          slowClients.setHandler(filter);
          Probes probes = new Probes(model, metrics, problems, options.log());
          filter.setHandler(probes);
          // Requests beyond that wait without a thread.
          QoSHandler requests = new QoSHandler();
          requests.setMaxRequestCount(threads.getMaxThreads() - READING_THREADS);
          requests.setMaxSuspendedRequestCount(limits.most(ServiceLimit.CONNECTIONS));
          requests.setMaxSuspend(options.idleTimeout());
          probes.setHandler(requests);
          server.setStopTimeout(LAST_ANSWERS.toMillis());
          server.setErrorHandler(problems::answerError);
          server.addBean(new NetworkConnectionLimit(limits.most(ServiceLimit.CONNECTIONS), server));
        });
    config.jetty.modifyHttpConfiguration(
        http -> {
          http.setSendServerVersion(false);
          // Direct buffers are expensive to allocate, and none is reused.
          http.setUseInputDirectByteBuffers(false);
          http.setUseOutputDirectByteBuffers(false);
          // Else a connection that has shown a token takes it in other letters, too.
          http.setHeaderCacheCaseSensitive(true);
        });
    config.jetty.addConnector(this::connector);
    addRoutes(config.routes);
  }

  private Connector connector(Server server, HttpConfiguration http) {
    ServerConnector connector =
        new ClientConnector(
            server,
            new HttpConnectionFactory(http),
            slowClients::closeIdlest,
            options.log()::notice);
    connector.setIdleTimeout(options.idleTimeout().toMillis());
    connector.setAcceptedSendBufferSize(SEND_BUFFER_BYTES);
    connector.addBean(
        new AddressLimit(options.limits().most(ServiceLimit.CONNECTIONS_PER_ADDRESS)));
    connector.addBean(slowClients, /* managed= */ false);
    try {
      connector.open(socket);
    } catch (IOException e) {
      throw new UncheckedIOException(FailureReason.of(e), e);
    }
    return connector;
  }

  private void addRoutes(RoutesConfig api) {
    RequestLimits requestLimits = new RequestLimits(options.limits(), options.idleTimeout());
    Waiting waiting = new Waiting(queue, metrics);
    JobHandler jobs = new JobHandler(model, requestLimits, waiting, problems, keepAlive());
    Verb fill = new FillVerb(model, requestLimits);
    Verb sample = new SampleVerb(model, requestLimits);
    TextHandlers texts = new TextHandlers(model, requestLimits, waiting);
    MetricsHandler sentences = new MetricsHandler(requestLimits, waiting);
    FillMaskHandler fillMask = new FillMaskHandler(model, requestLimits, waiting);
    StaticFiles page = new StaticFiles(PAGE, Map.of());
    StaticFiles reference = new StaticFiles(REFERENCE, Map.of("openapi.json", OPEN_API::complete));

    routes.addAll(Probes.ROUTES);
    api.before(context -> context.attribute(BEGAN, System.nanoTime()));
    route(api, HandlerType.POST, "/api/v1/fill", context -> jobs.answer(context, fill));
    route(api, HandlerType.POST, "/api/v1/sample", context -> jobs.answer(context, sample));
    route(api, HandlerType.DELETE, "/api/v1/jobs/{id}", jobs::stop);
    route(api, HandlerType.POST, "/api/v1/score", texts::score);
    route(api, HandlerType.POST, "/api/v1/tokenize", texts::tokenize);
    route(api, HandlerType.POST, "/api/v1/metrics", sentences::measure);
    route(api, HandlerType.POST, "/api/v1/fill-mask", fillMask::fill);
    route(api, HandlerType.GET, "/api/v1/models", this::models);
    route(
        api, HandlerType.GET, "/openapi.json", context -> reference.serve(context, "openapi.json"));
    route(api, HandlerType.GET, "/api", context -> reference.serve(context, "index.html"));
    route(
        api,
        HandlerType.GET,
        "/reference/<file>",
        context -> reference.serve(context, context.pathParam("file")));
    route(api, HandlerType.GET, "/", context -> page.serve(context, "index.html"));
    route(
        api,
        HandlerType.GET,
        "/page/<file>",
        context -> page.serve(context, context.pathParam("file")));
    // Those that Javalin throws have a handler of their own, which is more special.
    api.exception(HttpResponseException.class, (failure, context) -> fail(context, failure));
    api.exception(Exception.class, (failure, context) -> fail(context, failure));
    api.after(this::account);
  }

  /** A connection must not be silent for as long as one that is given up. */
  private Duration keepAlive() {
    return shorter(options.idleTimeout().dividedBy(2), LONGEST_SILENCE);
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  /** What is answered. */
  record Route(HandlerType method, String path) {}

  /** Returns all that is answered. */
  List<Route> routes() {
    return List.copyOf(routes);
  }

  private void route(RoutesConfig api, HandlerType method, String path, Handler handler) {
    routes.add(new Route(method, path));
    api.addEndpoint(
        new Endpoint(
            method,
            path,
            context -> {
              context.attribute(ROUTE, path);
              try {
                handler.handle(context);
              } catch (Error e) {
                // Javalin would answer with a stack trace in the log and nothing else.
                fail(context, e);
              }
            }));
  }

  private void fail(Context context, Throwable failure) {
    if (failure instanceof Job.AbandonedException) {
      // Nobody reads it, but it is counted. A client that has closed its half only is not to take
      // it for an answer.
      context.status(CLIENT_GONE);
      new ClientConnection(context).close();
    } else if (!context.res().isCommitted()) {
      problems.answer(context, failure);
    }
  }

  private void account(Context context) {
    @Nullable Long began = context.attribute(BEGAN);
    Duration duration = Duration.ofNanos(began == null ? 0 : System.nanoTime() - began);
    @Nullable String taken = context.attribute(ROUTE);
    String route = taken == null ? ServiceMetrics.NO_ROUTE : taken;
    metrics.answered(context.req().getMethod(), route, context.statusCode(), duration);
    if (route.startsWith(API) || context.statusCode() >= 500) {
      options.log().request(context, route, duration);
    }
  }

  private void models(Context context) {
    Answers.json(context, ModelsJson.of(model.require(), options.limits().byName(), versions));
  }

  /** Closes it without a notice, as {@link #close(Duration)}. */
  @Override
  public void close() {
    close(Duration.ZERO);
  }

  /**
   * Stops taking jobs, lets those that there are end, and stops to listen.
   *
   * <p>A job that does not stop even when it is asked to still uses the model: see {@link
   * #isStopped}.
   *
   * @param notice how long it listens at least, for whoever asks {@code /readyz}, if the grace of
   *     its options is as long
   */
  public synchronized void close(Duration notice) {
    if (!closed) {
      closed = true;
      long began = System.nanoTime();
      model.close();
      Duration grace = lessUntilNone(options.grace(), LAST_ANSWERS);
      Duration goingOn = lessUntilNone(grace, LAST_SCORES);
      stopped = queue.close(goingOn, grace.minus(goingOn), LAST_PASSES);
      Duration listening = shorter(notice, lessUntilNone(options.grace(), LAST_SILENCE));
      await(listening.minusNanos(System.nanoTime() - began));
      Server server = server();
      for (Connector connector : server.getConnectors()) {
        // Left to the guard, which knows who is being answered.
        ((AbstractConnector) connector).setShutdownIdleTimeout(-1);
      }
      slowClients.closeIdle(LAST_SILENCE);
      stop(server);
    }
  }

  private static void await(Duration time) {
    try {
      TimeUnit.NANOSECONDS.sleep(time.toNanos());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Duration lessUntilNone(Duration time, Duration less) {
    return time.compareTo(less) < 0 ? Duration.ZERO : time.minus(less);
  }

  private void stop(Server server) {
    try {
      server.stop();
    } catch (TimeoutException e) {
      // What was not over by then was cut off; all the rest is stopped. Javalin would wait for it
      // once more, and fail.
    } catch (Exception | Error e) {
      IllegalStateException failure = new IllegalStateException("the server did not stop", e);
      try {
        javalin.stop();
      } catch (RuntimeException | Error alsoFailed) {
        failure.addSuppressed(alsoFailed);
      }
      throw failure;
    }
  }

  /** Returns the server that it runs on. */
  Server server() {
    return javalin.jettyServer().server();
  }

  /** Returns what closes connections of slow clients. */
  SlowClients slowClients() {
    return slowClients;
  }

  /** Says whether the closed service leaves the model alone, so that it may be closed as well. */
  public synchronized boolean isStopped() {
    return stopped;
  }
}
