// Makes the page from the OpenAPI document.

const place = document.getElementById('reference');

function element(name, ...children) {
  const made = document.createElement(name);
  made.append(...children);
  return made;
}

/** Text in which `…` is code. */
function prose(text, name = 'p') {
  const paragraph = element(name);
  text.split('`').forEach((part, index) => {
    paragraph.append(index % 2 === 0 ? part : element('code', part));
  });
  return paragraph;
}

function schemaLink(reference) {
  const name = reference.split('/').pop();
  const link = element('a', name);
  link.href = `#schema-${name}`;
  return link;
}

function type(schema) {
  if (schema.$ref) return [schemaLink(schema.$ref)];
  if (schema.enum) return [schema.enum.join(' | ')];
  if (schema.oneOf || schema.anyOf) {
    return (schema.oneOf ?? schema.anyOf).flatMap((one, index) => (index ? [' or ', ...type(one)] : type(one)));
  }
  if (schema.type === 'array') return ['list of ', ...type(schema.items)];
  if (schema.additionalProperties && schema.additionalProperties !== true) {
    return ['object of ', ...type(schema.additionalProperties)];
  }
  return [[schema.type ?? 'anything'].flat().join(' or ')];
}

function members(schema) {
  const list = element('dl');
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    const kind = element('span', ': ', ...type(member));
    kind.className = 'type';
    const needed = schema.required?.includes(name) ? '' : ' (optional)';
    list.append(element('dt', name, kind, needed), prose(member.description ?? '', 'dd'));
  }
  return list;
}

function operation(path, method, described, shared) {
  const verb = element('span', method);
  verb.className = 'method';
  const section = element('section', element('h2', verb, ' ', path), prose(described.summary));
  if (described.description) section.append(prose(described.description));
  for (const [kind, content] of Object.entries(described.requestBody?.content ?? {})) {
    section.append(element('h3', 'Request'), element('p', `${kind}: `, ...type(content.schema)));
    if (content.example) {
      section.append(element('pre', JSON.stringify(content.example, null, 2)));
    }
  }
  const answers = element('dl');
  for (const [status, own] of Object.entries(described.responses)) {
    const answer = own.$ref ? shared[own.$ref.split('/').pop()] : own;
    const kinds = Object.entries(answer.content ?? {}).flatMap(([kind, content]) => [
      ` ${kind}`, ...(content.schema ? [': ', ...type(content.schema)] : []),
    ]);
    answers.append(element('dt', status, ...kinds), element('dd', answer.description));
  }
  section.append(element('h3', 'Answers'), answers);
  return section;
}

try {
  const answer = await fetch('/openapi.json');
  const api = await answer.json();
  place.append(prose(api.info.description));
  for (const [path, methods] of Object.entries(api.paths)) {
    for (const [method, described] of Object.entries(methods)) {
      place.append(operation(path, method, described, api.components.responses));
    }
  }
  for (const [name, schema] of Object.entries(api.components.schemas)) {
    const heading = element('h2', name);
    heading.id = `schema-${name}`;
    place.append(element('section', heading, prose(schema.description ?? ''), members(schema)));
  }
  // The schema that the address names was not there yet when the browser looked for it.
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
} catch (failure) {
  place.append(element('p', `openapi.json cannot be read: ${failure.message}`));
}
