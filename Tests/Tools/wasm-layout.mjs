#!/usr/bin/env node
// Lays documents out with the engine in WebAssembly: `wasm-layout.mjs FILE --rect all` prints what
// `tatami layout FILE --rect all` prints. Other parameters likewise, and --update FILE again and again;
// --lines: the file has a document a line, and each gets a line in answer.
import { readFileSync, writeSync } from "node:fs";
import { load } from "./wasm-engine.mjs";

const names = {
  "--rect": "rect", "--index-path": "indexPath", "--kind": "kind", "--bounds": "bounds", "--scroll": "scroll", "--origin": "origin",
  "--format": "format",
};
const updates = [], query = [];
let file, isLines = false;
for (let index = 2; index < process.argv.length; index += 1) {
  const argument = process.argv[index];
  if (argument === "--lines") isLines = true;
  else if (argument === "--update") updates.push(readFileSync(process.argv[++index], "utf8"));
  else if (argument in names) query.push(`${names[argument]}=${encodeURIComponent(process.argv[++index])}`);
  else if (file === undefined && (argument === "-" || !argument.startsWith("--"))) file = argument;
  else {
    console.error(`${argument} is no argument here; known are FILE, --lines, --update and ${Object.keys(names).join(", ")}`);
    process.exit(64);
  }
}
if (file === undefined) {
  console.error("usage: wasm-layout.mjs FILE [--lines] [--update FILE] [--rect all] …");
  process.exit(64);
}

const engine = await load();

function answer(document) {
  const parameters = query.length > 0 ? `?${query.join("&")}` : "";
  if (updates.length === 0) return engine.answer("POST", `/v1/layouts${parameters}`, document);
  let made = engine.answer("POST", "/v1/layouts", document);
  for (const update of updates) {
    if (made.status !== 200) return made;
    made = engine.answer("POST", `/v1/layouts/${made.made}/updates`, update);
  }
  if (made.status !== 200) return made;
  const part = query.length > 0 ? `/attributes${parameters}` : "";
  return engine.answer("GET", `/v1/layouts/${made.made}${part}`);
}

function write(stream, bytes) {
  for (let start = 0; start < bytes.length;) {
    try { start += writeSync(stream, bytes, start); } catch (error) { if (error.code !== "EAGAIN") throw error; }
  }
}

const input = readFileSync(file === "-" ? 0 : file);
const newline = Buffer.from("\n");
let failed = false;
// A TextDecoder would take a byte order mark away, which is an error of the document's.
const texts = isLines ? input.toString("utf8").split("\n").filter((line) => line !== "") : [input.toString("utf8")];
for (const text of texts) {
  const { status, bytes } = answer(text);
  failed ||= status !== 200;
  write(status === 200 || isLines ? 1 : 2, bytes);
  if (!query.includes("format=packed")) write(status === 200 || isLines ? 1 : 2, newline);
}
process.exitCode = failed ? 1 : 0;
