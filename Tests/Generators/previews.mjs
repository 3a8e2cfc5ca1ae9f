// Makes the small pictures of the playground's gallery from its presets' documents, as the program lays them out:
// the square at each layout's start in hundredths of its side.
//
//   node previews.mjs generate .build/release/tatami    writes Web/playground/previews.js
//   node previews.mjs check .build/release/tatami       fails where that file is not current
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../../Web/playground", import.meta.url));
const file = join(folder, "previews.js");
const [action, program] = process.argv.slice(2);

/** The elements of a preset's square as [x, y, width, height, what]: an item's number, -1 for a header or badge, -2 for a decoration. */
function preview(preset, work) {
  const made = preset.make(), { width, height } = made.container;
  const path = join(work, "document.json");
  writeFileSync(path, JSON.stringify(made));
  const side = Math.min(width, 820);
  // Content at the view's end shows the square there.
  const start = made.configuration?.contentAlignment === "end" ? Math.max(0, height - side) : 0;
  const told = execFileSync(program, ["layout", path, "--rect", `0,${start},${side},${side}`], { encoding: "utf8", maxBuffer: 1 << 28 });
  // What is lower than the square stands in its middle.
  const top = Math.max(0, (side - height) / 2) - start, part = (value) => Math.round((100 * value) / side);
  const order = { decoration: 0, cell: 1, supplementary: 2 };
  // Separators are thinner than a hundredth of the side.
  const shown = JSON.parse(told).attributes.filter(({ kind = "" }) => !/separator/i.test(kind));
  return shown.sort((one, other) => order[one.category] - order[other.category]).map(({ category, indexPath, frame }) => {
    const [left, upper] = [Math.max(0, part(frame.x)), Math.max(0, part(frame.y + top))];
    const [right, lower] = [Math.min(100, part(frame.x + frame.width)), Math.min(100, part(frame.y + top + frame.height))];
    const what = category === "cell" ? indexPath.at(-1) : category === "supplementary" ? -1 : -2;
    return [left, upper, right - left, lower - upper, what];
  }).filter(([, , width, height]) => width > 0 && height > 0);
}

async function made() {
  const work = mkdtempSync(join(tmpdir(), "tatami-previews-"));
  try {
    // Modules, which files named .js are only beside such a package.json.
    cpSync(folder, work, { recursive: true });
    writeFileSync(join(work, "package.json"), '{"type":"module"}');
    const { presets } = await import(join(work, "presets.js"));
    const lines = Object.entries(presets).map(([name, preset]) => `  ${JSON.stringify(name)}: ${JSON.stringify(preview(preset, work))},\n`);
    return `// Made by Tests/Generators/previews.mjs from the presets' documents: x, y, width, height and the item's number of what stands\n`
      + `// in the square at each layout's start, in hundredths of its side; -1 is a header or badge, -2 a decoration.\n\n`
      + `export const previews = {\n${lines.join("")}};\n`;
  } finally {
    rmSync(work, { recursive: true });
  }
}

if (!["generate", "check"].includes(action) || program === undefined) {
  console.error("previews.mjs generate|check PATH_OF_TATAMI");
  process.exit(2);
}
const text = await made();
if (action === "generate") writeFileSync(file, text);
else if (readFileSync(file, "utf8") !== text) {
  console.error("previews.js is not current: node Tests/Generators/previews.mjs generate .build/release/tatami");
  process.exit(1);
}
