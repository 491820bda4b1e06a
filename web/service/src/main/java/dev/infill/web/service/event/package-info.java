/** What is told of a job while it runs. */
@NullMarked
package dev.infill.web.service.event;

import org.jspecify.annotations.NullMarked;
