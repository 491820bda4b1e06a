@org.jspecify.annotations.NullMarked
package dev.infill.web.pytorch;
