// JSON text as a tree, also while it is being typed: missing parts are left out, and mistakes are skipped. A node is
// {kind, start, end}: an object has `members` of {name, start, end, value}, an array `items`, all others their
// `value`.

const atoms = /[^\s,:{}[\]"]+/y;

export function treeOf(text) {
  return valueAt({ text, at: 0 });
}

function valueAt(reader) {
  const { text } = reader, start = blank(reader);
  switch (text[start]) {
    case "{": return objectAt(reader);
    case "[": return arrayAt(reader);
    case "\"": return stringAt(reader);
    default: break;
  }
  atoms.lastIndex = start;
  const [atom] = atoms.exec(text) ?? [];
  if (atom === undefined) return undefined;
  reader.at += atom.length;
  return { kind: "atom", start, end: reader.at, value: { true: true, false: false, null: null }[atom] ?? Number(atom) };
}

function objectAt(reader) {
  const { text } = reader, node = { kind: "object", start: reader.at, members: [] };
  reader.at += 1;
  for (;;) {
    const one = text[blank(reader)];
    if (one === undefined || one === "}" || one === "]") break;
    if (one !== "\"") { reader.at += 1; continue; }
    const key = stringAt(reader), member = { name: key.value, start: key.start, end: key.end, value: undefined };
    node.members.push(member);
    if (text[blank(reader)] !== ":") continue;
    reader.at += 1;
    member.value = valueAt(reader);
  }
  return closed(reader, node, "}");
}

function arrayAt(reader) {
  const { text } = reader, node = { kind: "array", start: reader.at, items: [] };
  reader.at += 1;
  for (;;) {
    const one = text[blank(reader)];
    if (one === undefined || one === "]" || one === "}") break;
    const item = one === "," || one === ":" ? undefined : valueAt(reader);
    if (item === undefined) reader.at += 1;
    else node.items.push(item);
  }
  return closed(reader, node, "]");
}

function closed(reader, node, bracket) {
  if (reader.text[reader.at] === bracket) reader.at += 1;
  node.end = reader.at;
  return node;
}

/** Reads a string; it ends at the end of its line at the latest. */
function stringAt(reader) {
  const { text, at: start } = reader;
  let at = start + 1;
  while (at < text.length && text[at] !== "\"" && text[at] !== "\n") at += text[at] === "\\" ? 2 : 1;
  if (text[at] === "\"") at += 1;
  reader.at = Math.min(at, text.length);
  const written = text.slice(start, reader.at);
  let value;
  try { value = JSON.parse(written); } catch { value = written.slice(1); }
  return { kind: "string", start, end: reader.at, value };
}

function blank(reader) {
  while (/\s/.test(reader.text[reader.at] ?? "x")) reader.at += 1;
  return reader.at;
}

/** Returns the nodes from the root to an index, each with the step that leads to it; `isKey` if the index is in a member's name. */
export function wayTo(root, index) {
  const way = [{ node: root, step: undefined }];
  for (;;) {
    const { node } = way.at(-1);
    const children = node?.kind === "object" ? node.members.map((one) => ({ node: one.value, step: one.name, from: one.start, key: one.end, to: one.value?.end ?? one.end }))
      : node?.kind === "array" ? node.items.map((one, step) => ({ node: one, step, from: one.start, key: -1, to: one.end })) : [];
    const child = children.find(({ from, to }) => from <= index && index <= to);
    if (child === undefined) return way;
    way.push({ node: child.node, step: child.step, isKey: index <= child.key });
    if (child.node === undefined || index <= child.key) return way;
  }
}
