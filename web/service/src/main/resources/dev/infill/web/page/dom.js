const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) {
      node.addEventListener(name.slice(2), value);
    } else if (value === true) {
      node.setAttribute(name, "");
    } else if (value !== false && value !== null && value !== undefined) {
      node.setAttribute(name, value);
    }
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/** Makes an HTML element; attributes named `on…` are listeners. */
export function element(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** Makes an SVG element. */
export function svgElement(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

/** The element of an id that is known to be there. */
export function byId(id) {
  return document.getElementById(id);
}

/** Runs a function once in the next frame that leaves it some milliseconds of rest, however often it is asked for before. */
export function withRests(milliseconds, run) {
  let asked = false;
  let rested = 0;
  return () => {
    if (!asked) {
      asked = true;
      setTimeout(
        () =>
          requestAnimationFrame(() => {
            asked = false;
            run();
            rested = performance.now() + milliseconds;
          }),
        rested - performance.now(),
      );
    }
  };
}

/** Runs a function when it has not been asked for during some milliseconds. */
export function whenQuiet(milliseconds, run) {
  let timer = 0;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => run(...values), milliseconds);
  };
}
