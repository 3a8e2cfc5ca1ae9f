// The engine in WebAssembly as the service serves it to pages, for Node.
import { readFileSync } from "node:fs";

const folder = new URL("../../Sources/LayoutService/Resources/engine/", import.meta.url);
// Debian's Node takes a file that ends in .js for a script; it has no imports of its own.
const script = readFileSync(new URL("tatami-engine.js", folder), "utf8");

export const { TatamiEngine } = await import(`data:text/javascript,${encodeURIComponent(script)}`);

/** An engine of the module that was built last, or of the one at `path`. */
export function load(path = process.env.TATAMI_WASM, options) {
  return TatamiEngine.load(readFileSync(path ?? new URL("tatami.wasm", folder)), options);
}
