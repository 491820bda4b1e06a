/** Tests of the engine that runs on Spark. */
@org.jspecify.annotations.NullMarked
package dev.infill.web.spark;
