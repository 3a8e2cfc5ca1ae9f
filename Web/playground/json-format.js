// JSON as readable text.

/** Formats JSON as a person would: on one line if it fits, else lists of numbers and plain fields several to a line. */
export function format(value, width = 52, indent = "", taken = 0) {
  const flat = spaced(value);
  if (value === null || typeof value !== "object" || indent.length + taken + flat.length + 1 <= width) return flat;
  const deeper = `${indent}  `;
  const isList = Array.isArray(value);
  const [open, close] = isList ? "[]" : "{}";
  const plain = (one) => one === null || typeof one !== "object" || (isList && Array.isArray(one) && one.length === 2);
  const members = isList ? value : Object.entries(value);
  if (members.every((one) => plain(isList ? one : one[1]))) {
    const pieces = isList ? value.map((one) => JSON.stringify(one)) : members.map(([name, one]) => `${JSON.stringify(name)}: ${JSON.stringify(one)}`);
    return `${open}\n${filled(pieces, width, deeper)}\n${indent}${close}`;
  }
  const lines = isList
    ? value.map((one) => deeper + format(one, width, deeper))
    : members.map(([name, one]) => `${deeper}${JSON.stringify(name)}: ${format(one, width, deeper, name.length + 4)}`);
  return `${open}\n${lines.join(",\n")}\n${indent}${close}`;
}

/** Joins pieces with commas, as many on a line as fit. */
function filled(pieces, width, indent) {
  const lines = [];
  let line = indent + pieces[0];
  for (const piece of pieces.slice(1)) {
    if (line.length + piece.length + 3 > width) { lines.push(`${line},`); line = indent + piece; } else line += `, ${piece}`;
  }
  return [...lines, line].join("\n");
}

function spaced(value) {
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return `{${Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${spaced(one)}`).join(", ")}}`;
}
