// Places in JSON text: the range of the value that a JSON pointer (RFC 6901) names, for showing errors at their place
// and replacing single values without changing the rest of the text.

/** Returns the value's range in UTF-16 units; the nearest ancestor's if the pointer names no value. */
export function placeOf(text, pointer) {
  const steps = pointer === "" ? [] : pointer.slice(1).split("/").map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  let found = { start: blank(text, 0), key: undefined };
  for (const step of steps) {
    const child = childOf(text, found.start, step);
    if (child === undefined) return { ...found, end: skip(text, found.start), isExact: false };
    found = child;
  }
  return { ...found, end: skip(text, found.start), isExact: true };
}

/** Returns the text with the value at the pointer replaced, inserted if it was missing, or removed (undefined). */
export function withValue(text, pointer, value) {
  const place = placeOf(text, pointer);
  const name = pointer.slice(pointer.lastIndexOf("/") + 1);
  if (place.isExact) {
    if (value !== undefined) return text.slice(0, place.start) + JSON.stringify(value) + text.slice(place.end);
    let start = place.key, end = place.end;
    const after = blank(text, end);
    if (text[after] === ",") end = blank(text, after + 1);
    else {
      while (start > 0 && /[\s]/.test(text[start - 1])) start -= 1;
      if (text[start - 1] === ",") start -= 1;
    }
    return text.slice(0, start) + text.slice(end);
  }
  if (value === undefined || text[place.start] !== "{") return text;
  const inner = blank(text, place.start + 1);
  const comma = text[inner] === "}" ? "" : ", ";
  return `${text.slice(0, place.start + 1)}${JSON.stringify(name)}: ${JSON.stringify(value)}${comma}${text.slice(inner)}`;
}

/** Returns the UTF-16 index of a byte offset into the text's UTF-8. */
export function indexOfByte(text, offset) {
  let bytes = 0, index = 0;
  for (const character of text) {
    if (bytes >= offset) break;
    const code = character.codePointAt(0);
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    index += character.length;
  }
  return index;
}

function blank(text, at) {
  while (at < text.length && " \t\r\n".includes(text[at])) at += 1;
  return at;
}

function skipString(text, at) {
  for (at += 1; at < text.length && text[at] !== "\""; at += 1) if (text[at] === "\\") at += 1;
  return at + 1;
}

/** Returns the end of the value that begins at `at`. */
function skip(text, at) {
  if (text[at] === "\"") return skipString(text, at);
  if (text[at] !== "{" && text[at] !== "[") {
    while (at < text.length && !",]} \t\r\n".includes(text[at])) at += 1;
    return at;
  }
  for (let depth = 0; at < text.length;) {
    const one = text[at];
    if (one === "\"") { at = skipString(text, at); continue; }
    if (one === "{" || one === "[") depth += 1;
    if (one === "}" || one === "]") { depth -= 1; if (depth === 0) return at + 1; }
    at += 1;
  }
  return at;
}

function childOf(text, at, step) {
  let found;
  eachChild(text, at, (child) => {
    if (String(child.step) === step) found = child;
    return found === undefined;
  });
  return found;
}

/** Calls `tell` with the start and key of each child of the value at `at`, until it returns false. */
function eachChild(text, at, tell) {
  const isObject = text[at] === "{";
  if (!isObject && text[at] !== "[") return;
  const close = isObject ? "}" : "]";
  at = blank(text, at + 1);
  for (let step = 0; at < text.length && text[at] !== close; step += 1) {
    const key = at;
    let name = step;
    if (isObject) {
      const end = skipString(text, at);
      try { name = JSON.parse(text.slice(at, end)); } catch { return; }
      at = blank(text, blank(text, end) + 1);
    }
    if (!tell({ start: at, key, step: name })) return;
    at = blank(text, skip(text, at));
    if (text[at] === ",") at = blank(text, at + 1);
  }
}

/** Returns the keys and indexes of the value that contains a UTF-16 index of the text; a key belongs to its value. */
export function stepsTo(text, index) {
  const steps = [];
  for (let at = blank(text, 0); ;) {
    const child = childAround(text, at, index);
    if (child === undefined) return steps;
    steps.push(child.step);
    at = child.start;
  }
}

function childAround(text, at, index) {
  let found;
  eachChild(text, at, (child) => {
    if (child.key > index) return false;
    const end = skip(text, child.start);
    if (index > end) return true;
    found = child;
    return false;
  });
  return found;
}
