#!/usr/bin/env node
// Compares the engine in WebAssembly with the native one, byte for byte: every fixture, and random documents,
// updates and queries (--documents 10000, --seed N; --only K for one of them), answered by tatami.wasm here and by a
// service over HTTP. And wasm-layout.mjs prints what `tatami layout` prints.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { atOnce, start } from "./service.mjs";
import { each, fixtures, largeNumbers, largeQueries, random, randomCase, walk } from "./wasm-cases.mjs";
import { load, moduleBytes } from "./wasm-engine.mjs";
import { measuresOf, textDocuments } from "./wasm-texts.mjs";

const option = (name, otherwise) => {
  const index = process.argv.indexOf(`--${name}`);
  return index < 0 ? otherwise : process.argv[index + 1];
};
const program = option("binary", new URL("../../.build/release/tatami", import.meta.url).pathname);
const seed = Number(option("seed", 1)), documents = Number(option("documents", 10_000));

const service = await start(program), engine = await load({ layoutBytes: 1 << 24, measure: measuresOf(service.ask) });
const counts = { documents: 0, laidOut: 0, answers: 0, problems: 0, bytes: 0, withoutFonts: 0 }, differences = [];

const isOver = () => differences.length >= 10;
const text = (bytes) => Buffer.from(bytes).toString("utf8");

/** The names of the query parameters that were sent. */
const sent = new Set();
/** Parameters of representations that only the service writes, of its caches and of its keys. */
const ofService = new Set(["theme", "zoom", "scale", "selector", "widths", "unit", "sig", "expires"]);

/** The parameters of the module's resources in openapi.yaml that no case sends. */
async function unsent() {
  const contract = JSON.parse(text((await service.ask("GET", "/openapi.json")).bytes));
  const paths = ["/v1/layouts", ...["attributes", "changes", "target-offset", "index-path", "updates"].map((name) => `/v1/layouts/{id}/${name}`)];
  const resolved = (one) => one.$ref === undefined ? one : contract.components.parameters[one.$ref.split("/").at(-1)];
  const operations = paths.flatMap((path) => [contract.paths[path].get, contract.paths[path].post, contract.paths[path].query].filter(Boolean));
  const names = operations.flatMap(({ parameters = [] }) => parameters.map(resolved)).filter((one) => one.in === "query").map(({ name }) => name);
  return [...new Set(names)].filter((name) => !sent.has(name) && !ofService.has(name));
}

/** Asks both. */
async function compare(method, path, body) {
  for (const name of new URLSearchParams(path.split("?")[1]).keys()) sent.add(name);
  const [here, there] = await Promise.all([engine.answer(method, path, body), service.ask(method, path, body)]);
  // The module has no fonts, so families may be unknown and characters missing only in the service.
  if (/that no font of this service has|"textWarnings"/.test(text(there.bytes))) {
    counts.withoutFonts += 1;
    return { made: undefined };
  }
  counts.answers += 1;
  counts.bytes += there.bytes.length;
  const isProblem = there.status >= 300;
  if (isProblem) counts.problems += 1;
  const isSame = (isProblem ? here.status === there.status : here.status === 200) && there.bytes.equals(here.bytes);
  if (!isSame) differences.push({ method, path, body, here: { status: here.status, text: text(here.bytes) }, there: { status: there.status, text: text(there.bytes) } });
  return { made: isProblem ? undefined : here.made };
}

async function compareCase(one, random) {
  counts.documents += 1;
  if (await walk(compare, one, random)) counts.laidOut += 1;
}

/** An Int of the module has 32 bits: what the native one takes and names, it takes and names, too. */
async function compareLarge() {
  const cases = largeNumbers();
  await each(cases.length, atOnce, isOver, (index) => compareCase(cases[index]));
  const document = '{"container":{"width":390,"height":300},"layout":{"type":"list","rowHeight":20},"sections":[{"items":9},{"items":3}]}';
  const { made } = await compare("POST", "/v1/layouts", document);
  for (const query of largeQueries) await compare("GET", `/v1/layouts/${made}/${query.replace("changes?", `changes?from=${made}&`)}`);
  return cases.length + largeQueries.length;
}

/** Compares what the two programs print. */
function comparePrograms() {
  const folder = new URL("../../Examples/pictures/", import.meta.url), tool = new URL("wasm-layout.mjs", import.meta.url).pathname;
  // wasm-layout.mjs has no fonts.
  const files = readdirSync(folder).filter((name) => name.endsWith(".json") && !readFileSync(new URL(name, folder), "utf8").includes('"fontFamily"'));
  for (const name of files) {
    for (const parameters of [["--rect", "all"], ["--rect", "0,0,390,300", "--format", "packed"], ["--index-path", "0-999999"]]) {
      const rest = [new URL(name, folder).pathname, ...parameters];
      const here = spawnSync(process.execPath, [tool, ...rest]), there = spawnSync(program, ["layout", ...rest]);
      if (here.status === there.status && here.stdout.equals(there.stdout) && here.stderr.equals(there.stderr)) continue;
      differences.push({ method: "tatami layout", path: rest.join(" "), here: { status: here.status, text: text(here.stdout) + text(here.stderr) }, there: { status: there.status, text: text(there.stdout) + text(there.stderr) } });
    }
  }
  return files.length;
}

try {
  const served = await service.ask("GET", "/tatami.wasm");
  if (served.status !== 200 || !served.bytes.equals(moduleBytes())) differences.push({ method: "GET", path: "/tatami.wasm", here: { status: 200, text: "the module that was built last" }, there: { status: served.status, text: `${served.bytes.length} bytes` } });
  const all = fixtures();
  await each(all.length, atOnce, isOver, (index) => compareCase(all[index]));
  console.log(`${all.length} fixtures:`, JSON.stringify(counts));
  console.log(`${await compareLarge()} documents, updates and queries with large numbers:`, JSON.stringify(counts));
  const texts = textDocuments(), withTexts = [...all, ...texts], before = counts.laidOut;
  await each(texts.length, atOnce, isOver, (index) => compareCase(texts[index]));
  console.log(`${texts.length} documents with texts, ${counts.laidOut - before} of them laid out:`, JSON.stringify(counts));
  const only = option("only");
  await each(only === undefined ? documents : 1, atOnce, isOver, (index) => {
    const numbers = random(seed * 1_000_003 + Number(only ?? index));
    return compareCase(randomCase(withTexts, numbers), numbers);
  });
  console.log(`${documents} random documents, seed ${seed}:`, JSON.stringify(counts));
  for (const name of only === undefined ? await unsent() : []) {
    differences.push({ method: "no case sends", path: `the parameter ${name} of openapi.yaml`, here: { status: 0, text: "" }, there: { status: 0, text: "" } });
  }
  console.log(`${comparePrograms()} files by wasm-layout.mjs and by tatami layout`);
} finally {
  service.end();
}
for (const { method, path, body, here, there } of differences) {
  console.error(`\n${method} ${path}\n${body ?? ""}\n  wasm   ${here.status} ${here.text.slice(0, 600)}\n  native ${there.status} ${there.text.slice(0, 600)}`);
}
if (engine.traps > 0) console.error(`the module trapped ${engine.traps} times`);
if (differences.length > 0 || engine.traps > 0) {
  console.error(`\n${differences.length} answers differ`);
  process.exit(1);
}
console.log("the same bytes from both");
