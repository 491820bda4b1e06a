package dev.infill.web.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.infill.core.InvalidInputException;
import dev.infill.web.batch.BatchEngine;
import java.nio.file.Path;
import java.util.Map;
import org.apache.spark.SparkConf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SparkConfigurationTest {
  private static final Map<String, String> LOOPBACK =
      Map.of(SparkConfiguration.ADDRESS_VARIABLE, "127.0.0.1");
  private static final String CLUSTER = "spark://head:7077";

  @ParameterizedTest
  @ValueSource(
      strings = {"", "local", "local[*]", "local[2]", "local[2,4]", "local-cluster[2,1,9]"})
  void aMasterOnThisMachineIsBoundToIt(String master) {
    SparkConf spark = configuration(master, Map.of(), LOOPBACK);

    assertThat(spark.get(SparkConfiguration.HOST)).isEqualTo("127.0.0.1");
    assertThat(spark.get(SparkConfiguration.BIND_ADDRESS)).isEqualTo("127.0.0.1");
    assertThat(spark.get(SparkConfiguration.UI)).isEqualTo("false");
    assertThat(spark.get(SparkConfiguration.LOCAL_FOLDER)).endsWith("scratch");
  }

  @Test
  void whereSparkKeepsItsFilesElsewhereIsUpToTheCluster() {
    assertThat(configuration("yarn", Map.of(), Map.of()).contains(SparkConfiguration.LOCAL_FOLDER))
        .isFalse();
    assertThat(
            configuration("local[2]", Map.of(SparkConfiguration.LOCAL_FOLDER, "/own"), Map.of())
                .get(SparkConfiguration.LOCAL_FOLDER))
        .isEqualTo("/own");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "local[2]", "local-cluster[2,1,9]", CLUSTER, "yarn", "k8s://head", "other"})
  void whoeverTalksToSparkIsAskedForASecret(String master) {
    Map<String, String> environment =
        Map.of(
            SparkConfiguration.ADDRESS_VARIABLE,
            "127.0.0.1",
            SparkConfiguration.SECRET_VARIABLE,
            "of the cluster");

    assertThat(configuration(master, Map.of(), environment).get(SparkConfiguration.AUTHENTICATE))
        .isEqualTo("true");
    assertThatThrownBy(
            () ->
                configuration(
                    master, Map.of(SparkConfiguration.AUTHENTICATE, "false"), environment))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("spark.authenticate must be true, not false");
  }

  @Test
  void aLocalClusterGetsANewSecretEachTime() {
    String first = secret("local-cluster[1,1,1024]");

    assertThat(first).hasSize(64);
    assertThat(secret("local-cluster[1,1,1024]")).hasSize(64).isNotEqualTo(first);
  }

  @ParameterizedTest
  @ValueSource(strings = {"local", "local[2]", "yarn", "k8s://head"})
  void sparkMakesTheSecretWhereItCan(String master) {
    assertThat(configuration(master, Map.of(), Map.of()).contains(SparkConfiguration.SECRET))
        .isFalse();
  }

  @Test
  void aClusterIsUsedWithItsSecretAndEncryption() {
    Map<String, String> environment = Map.of(SparkConfiguration.SECRET_VARIABLE, "s3cret");

    SparkConf spark = configuration(CLUSTER, Map.of(), environment);
    assertThat(spark.get(SparkConfiguration.SECRET)).isEqualTo("s3cret");
    assertThat(spark.get(SparkConfiguration.ENCRYPT)).isEqualTo("true");
    assertThat(
            configuration(CLUSTER, Map.of(SparkConfiguration.ENCRYPT, "false"), environment)
                .get(SparkConfiguration.ENCRYPT))
        .isEqualTo("false");
    assertThatThrownBy(() -> configuration(CLUSTER, Map.of(), Map.of()))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining(CLUSTER)
        .hasMessageEndingWith("put that into the environment variable _SPARK_AUTH_SECRET")
        .hasMessageNotContaining("\n");
  }

  @Test
  void aSecretIsNotTakenFromTheCommandLine() {
    assertThatThrownBy(
            () ->
                configuration(
                    CLUSTER,
                    Map.of(SparkConfiguration.SECRET, "s3cret"),
                    Map.of(SparkConfiguration.SECRET_VARIABLE, "s3cret")))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("_SPARK_AUTH_SECRET")
        .hasMessageNotContaining("s3cret");
  }

  @ParameterizedTest
  @ValueSource(strings = {SparkConfiguration.HOST, SparkConfiguration.BIND_ADDRESS})
  void anotherAddressIsForMastersElsewhere(String property) {
    assertThatThrownBy(() -> configuration("local[2]", Map.of(property, "0.0.0.0"), Map.of()))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage(
            property
                + " must be 127.0.0.1, not 0.0.0.0: Spark on one machine listens to that machine alone");
    assertThat(configuration("yarn", Map.of(property, "10.0.0.1"), Map.of()).get(property))
        .isEqualTo("10.0.0.1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0.0.0.0", "192.0.2.1"})
  void webPagesOnEveryAddressAreRefused(String address) {
    Map<String, String> environment = Map.of(SparkConfiguration.ADDRESS_VARIABLE, address);

    assertThatThrownBy(() -> configuration("local-cluster[1,1,1024]", Map.of(), environment))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageEndingWith("set the environment variable SPARK_LOCAL_IP=127.0.0.1");
    Map<String, String> pages = Map.of(SparkConfiguration.UI, "true");
    assertThatThrownBy(() -> configuration("local[2]", pages, environment))
        .isInstanceOf(InvalidInputException.class);
    assertThat(configuration("local[2]", pages, LOOPBACK).get(SparkConfiguration.UI))
        .isEqualTo("true");
  }

  private static String secret(String master) {
    return configuration(master, Map.of(), LOOPBACK).get(SparkConfiguration.SECRET);
  }

  private static SparkConf configuration(
      String master, Map<String, String> properties, Map<String, String> environment) {
    return SparkConfiguration.of(
        new BatchEngine.Options(master, properties), environment, Path.of("scratch"));
  }
}
