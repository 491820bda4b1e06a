/** Networks that learn, by DJL's PyTorch engine. May use the energies of the lab. */
@org.jspecify.annotations.NullMarked
package dev.infill.web.pytorch;
