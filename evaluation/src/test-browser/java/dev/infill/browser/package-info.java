/**
 * Pages in the machine's browser, for the tests of the modules that make such pages. Sources of
 * tests of more than one module: written once, compiled with the tests of each.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.browser;
