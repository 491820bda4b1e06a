/** Tests of the archives. */
@org.jspecify.annotations.NullMarked
package dev.infill.web.dist;
