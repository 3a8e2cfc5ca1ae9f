#!/usr/bin/env node
// Hashes everything that a program answers about every fixture and random documents, their updates and queries:
//
//     Tests/Tools/answers.mjs [--binary PROGRAM] [--reference PROGRAM] [--documents 20000] [--long 600] [--seed 1] [--wording]
//
// It fails if a version of a long document has other elements than the document that /document answers for it, laid out
// afresh. With a reference, an earlier build, it prints the first answers that differ, and fails if any does. With
// --wording, problems may be worded otherwise: their titles and details are left out.
import { createHash } from "node:crypto";
import { parseArgs } from "node:util";
import { atOnce, start } from "./service.mjs";
import { longCase } from "./long-cases.mjs";
import { each, fixtures, random, randomCase, walk } from "./wasm-cases.mjs";

const { values: options } = parseArgs({
  options: {
    binary: { type: "string", default: new URL("../../.build/release/tatami", import.meta.url).pathname },
    reference: { type: "string" }, wording: { type: "boolean", default: false }, documents: { type: "string", default: "20000" },
    long: { type: "string", default: "600" }, seed: { type: "string", default: "1" },
  },
});
const count = Number(options.documents), longCount = Number(options.long), seed = Number(options.seed);
const sha256 = (...texts) => texts.reduce((hash, text) => hash.update(text), createHash("sha256")).digest("hex");

/** The id of what a request makes: a document's hash, or a version's of its parent and its update. */
function made(path, body) {
  const parent = path.match(/^\/v1\/layouts\/([0-9a-f]{64})\/updates/)?.[1];
  return parent === undefined ? sha256(body) : parent.slice(0, 16) + sha256(parent, "\n", body).slice(0, 48);
}

/** An answer without the wording of a problem, if that is not compared. */
function compared(bytes) {
  if (!options.wording || !bytes.subarray(0, 19).toString().startsWith('{"type":"/problems/')) return bytes;
  const problem = JSON.parse(bytes);
  for (const one of [problem, ...(problem.errors ?? [])]) { delete one.title; delete one.detail; }
  return Buffer.from(JSON.stringify(problem));
}

/** What stands behind the summary of an answer in JSON: its elements. */
const elements = (bytes) => bytes.subarray(Math.max(0, bytes.indexOf('"attributes":')));

/** Returns whether a layout has the elements of the document that it answers, laid out afresh. */
async function isLikeItsDocument(ask, layout) {
  const everything = `/v1/layouts/${layout}/attributes?rect=all`;
  const [{ bytes: mine }, { bytes: document }] = [await ask("GET", everything), await ask("GET", `/v1/layouts/${layout}/document`)];
  const { bytes: afresh } = await ask("POST", "/v1/layouts?rect=all", document);
  return elements(mine).equals(elements(afresh));
}

/** Every case's answers as a hash, and the answers themselves of the cases in `kept`. */
async function answers(program, all, kept = new Set()) {
  const service = await start(program), hashes = [], texts = new Map(), unlike = [];
  let asked = 0;
  try {
    await each(all.length + count + longCount, atOnce, () => false, async (index) => {
      const numbers = index < all.length ? undefined : random(seed * 1_000_003 + index - all.length);
      const isLong = index >= all.length + count;
      const one = numbers === undefined ? all[index] : isLong ? longCase(numbers) : randomCase(all, numbers);
      const hash = createHash("sha256"), lines = [];
      let last;
      await walk(async (method, path, body) => {
        const { status, bytes: sent } = await service.ask(method, path, body), bytes = compared(sent);
        asked += 1;
        // 200 or 201 says only who was first with a document that stands in several cases.
        hash.update(`${status === 201 ? 200 : status} ${bytes.length} `).update(bytes);
        if (kept.has(index)) lines.push(`${method} ${path}\n${(body ?? "").slice(0, 2000)}\n${status} ${bytes.toString().slice(0, 600)}`);
        const layout = method === "POST" && status < 300 ? made(path, body) : undefined;
        if (isLong && layout !== undefined) {
          hash.update(elements((await service.ask("GET", `/v1/layouts/${layout}/attributes?rect=all`)).bytes));
          last = layout;
        }
        return { made: layout };
      }, one, numbers);
      if (last !== undefined && !(await isLikeItsDocument(service.ask, last))) unlike.push(index);
      hashes[index] = hash.digest("hex");
      texts.set(index, lines);
    });
  } finally {
    service.end();
  }
  console.log(`${sha256(...hashes)}  ${all.length} fixtures, ${count} documents, ${longCount} long ones, ${asked} answers, seed ${seed}: ${program}`);
  return { hashes, texts, unlike };
}

const all = fixtures(), { hashes, unlike } = await answers(options.binary, all);
if (unlike.length > 0) {
  console.error(`versions with other elements than their documents: ${unlike.length}, first cases ${unlike.slice(0, 5).join(", ")}`);
  process.exitCode = 1;
}
if (options.reference !== undefined) {
  const before = await answers(options.reference, all);
  const different = hashes.flatMap((hash, index) => (hash === before.hashes[index] ? [] : [index]));
  const first = new Set(different.slice(0, 5));
  if (first.size > 0) {
    const now = await answers(options.binary, all, first), then = await answers(options.reference, all, first);
    for (const index of first) {
      const [here, there] = [now.texts.get(index), then.texts.get(index)];
      const step = here.findIndex((text, place) => text !== there[place]);
      console.error(`\ncase ${index}, step ${step}:\n${here[step]}\nreference: ${there[step]}`);
    }
    console.error(`\n${different.length} documents have other answers`);
    process.exit(1);
  }
  console.log("the same answers");
}
