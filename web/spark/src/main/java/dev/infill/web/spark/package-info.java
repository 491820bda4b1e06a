/** The engine of {@code infill batch} that runs on Apache Spark. May use the batch package. */
@org.jspecify.annotations.NullMarked
package dev.infill.web.spark;
