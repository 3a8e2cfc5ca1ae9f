// The engine in WebAssembly as the service serves it to pages, for Node.
import { readFileSync } from "node:fs";

const root = new URL("../../", import.meta.url);
// Debian's Node takes a file that ends in .js for a script; it has no imports of its own.
const script = readFileSync(new URL("Web/engine/tatami-engine.js", root), "utf8");

export const { TatamiEngine } = await import(`data:text/javascript,${encodeURIComponent(script)}`);

/** The module that was built last, or the one that TATAMI_WASM names. */
export const moduleBytes = () => readFileSync(process.env.TATAMI_WASM ?? new URL(".build/wasm/tatami.wasm", root));

export function load(options) {
  return TatamiEngine.load(moduleBytes(), options);
}
