/** The OpenAPI document: the paths as a file has them, and the schemas of records and settings. */
@NullMarked
package dev.infill.web.service.openapi;

import org.jspecify.annotations.NullMarked;
