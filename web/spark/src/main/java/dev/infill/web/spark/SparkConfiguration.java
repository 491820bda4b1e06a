package dev.infill.web.spark;

import dev.infill.core.InvalidInputException;
import dev.infill.web.batch.BatchEngine;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import org.apache.spark.SparkConf;

/**
 * How Spark is started: who can reach it, and how they prove who they are. Spark deserialises Java
 * objects from everyone who can connect, so it must accept no connection from other machines.
 */
final class SparkConfiguration {
  /** Where Spark, too, looks for the secret of a cluster. */
  static final String SECRET_VARIABLE = "_SPARK_AUTH_SECRET";

  /** What Spark binds its web pages and the members of a local cluster to. */
  static final String ADDRESS_VARIABLE = "SPARK_LOCAL_IP";

  static final String MASTER = "spark.master";
  static final String AUTHENTICATE = "spark.authenticate";
  static final String SECRET = "spark.authenticate.secret";
  static final String ENCRYPT = "spark.network.crypto.enabled";
  static final String CIPHER = "spark.network.crypto.cipher";
  static final String HOST = "spark.driver.host";
  static final String BIND_ADDRESS = "spark.driver.bindAddress";
  static final String UI = "spark.ui.enabled";
  static final String LOCAL_FOLDER = "spark.local.dir";

  private static final String LOOPBACK = "127.0.0.1";
  private static final int SECRET_BYTES = 32;

  private final Map<String, String> given;
  private final Map<String, String> environment;
  private final SparkConf spark;

  private SparkConfiguration(
      Map<String, String> given, Map<String, String> environment, SparkConf spark) {
    this.given = given;
    this.environment = environment;
    this.spark = spark;
  }

  /**
   * Returns the configuration of a job.
   *
   * @param options what the user asks for
   * @param environment the environment variables
   * @param scratch where Spark keeps what it needs until the end of the job, on this machine
   * @throws InvalidInputException if that would let others in, or a secret is missing
   */
  static SparkConf of(BatchEngine.Options options, Map<String, String> environment, Path scratch) {
    SparkConf spark =
        new SparkConf()
            .setAppName("infill batch")
            .setMaster(options.master().isEmpty() ? "local[*]" : options.master())
            .set(UI, "false")
            // The one codec that leaves no native library in the temporary folder.
            .set("spark.io.compression.codec", "lzf")
            .set("spark.executor.extraClassPath", System.getProperty("java.class.path"));
    options.properties().forEach(spark::set);
    SparkConfiguration configuration =
        new SparkConfiguration(options.properties(), environment, spark);
    configuration.require(
        AUTHENTICATE, "true", "Spark would take orders from everybody who can reach it");
    configuration.setSecret();
    if (isOnThisMachine(spark.get(MASTER))) {
      configuration.bindToLoopback();
      spark.setIfMissing(LOCAL_FOLDER, scratch.toAbsolutePath().toString());
    }
    return spark;
  }

  /** Says whether the tasks are threads of this process. */
  static boolean isThisProcess(String master) {
    return master.equals("local") || master.startsWith("local[");
  }

  private static boolean isOnThisMachine(String master) {
    return isThisProcess(master) || master.startsWith("local-cluster[");
  }

  private void setSecret() {
    if (given.containsKey(SECRET)) {
      throw refusal(
          "%s is not taken from here, where other users of the machine can read it; put it into the environment variable %s"
              .formatted(SECRET, SECRET_VARIABLE));
    }
    String master = spark.get(MASTER);
    if (isThisProcess(master) || master.equals("yarn") || master.startsWith("k8s://")) {
      // Spark makes a secret of its own here.
      return;
    }
    // Without encryption executors would be sent the secret for everybody on the way to read.
    spark.setIfMissing(ENCRYPT, "true").setIfMissing(CIPHER, "AES/GCM/NoPadding");
    String secret = environment.getOrDefault(SECRET_VARIABLE, "");
    if (!secret.isBlank()) {
      spark.set(SECRET, secret);
    } else if (!master.startsWith("spark://")) {
      spark.set(SECRET, newSecret());
    } else {
      throw new InvalidInputException(
          "master",
          "the master %s is used with its cluster's secret alone; start its master and workers with %s=true and a %s, and put that into the environment variable %s"
              .formatted(master, AUTHENTICATE, SECRET, SECRET_VARIABLE));
    }
  }

  private static String newSecret() {
    byte[] secret = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(secret);
    return HexFormat.of().formatHex(secret);
  }

  private void bindToLoopback() {
    String reason = "Spark on one machine listens to that machine alone";
    require(HOST, LOOPBACK, reason);
    require(BIND_ADDRESS, LOOPBACK, reason);
    if ((spark.getBoolean(UI, false) || !isThisProcess(spark.get(MASTER)))
        && !isLoopback(environment.getOrDefault(ADDRESS_VARIABLE, ""))) {
      throw refusal(
          "Spark's web pages, and so a local-cluster, would listen on every address of this machine; set the environment variable %s=%s"
              .formatted(ADDRESS_VARIABLE, LOOPBACK));
    }
  }

  private static boolean isLoopback(String address) {
    try {
      return !address.isBlank() && InetAddress.getByName(address).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /** Sets a property, which users may have set to this value and to no other one. */
  private void require(String name, String value, String reason) {
    String wanted = given.getOrDefault(name, value);
    if (!wanted.equals(value)) {
      throw refusal("%s must be %s, not %s: %s".formatted(name, value, wanted, reason));
    }
    spark.set(name, value);
  }

  private static InvalidInputException refusal(String message) {
    return new InvalidInputException("spark-conf", message);
  }
}
