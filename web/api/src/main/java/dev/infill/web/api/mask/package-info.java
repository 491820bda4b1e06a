/** Requests and answers as clients of Hugging Face's fill-mask inference know them. */
@org.jspecify.annotations.NullMarked
package dev.infill.web.api.mask;
