// The page's state as the fragment of its URL: a preset's name and the changes to it, or the edited text, deflated
// (RFC 1951) in base64url.

/** Messengers lose longer fragments, and some browsers reject them. */
const longestLink = 60000;
/** The most bytes that a link may unpack to. */
const longestText = 8 << 20;
const changes = { width: Number, height: Number, direction: String, scale: Number };

/** Returns the fragment; undefined if the text is too large for one. */
export async function fragmentOf({ preset, changed, text }) {
  const parts = new URLSearchParams();
  if (preset !== undefined) {
    parts.set("preset", preset);
    for (const [name, value] of Object.entries(changed)) if (value !== undefined) parts.set(name, String(value));
  } else if (globalThis.CompressionStream === undefined) {
    parts.set("document", text);
  } else {
    const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    parts.set("z", base64url(new Uint8Array(await new Response(packed).arrayBuffer())));
  }
  const fragment = parts.toString();
  return fragment.length <= longestLink ? fragment : undefined;
}

/** Returns a fragment's state: `{preset, changed}`, `{text}` or neither. Throws if its text cannot be read. */
export async function stateOf(fragment) {
  const parts = new URLSearchParams(fragment);
  const state = { preset: parts.get("preset") ?? undefined, changed: {} };
  for (const [name, read] of Object.entries(changes)) {
    const value = read(parts.get(name) ?? NaN);
    if (read === String ? value === "rtl" : value > 0) state.changed[name] = value;
  }
  if (parts.has("z")) return { ...state, text: await unpacked(parts.get("z")) };
  if (parts.has("document")) return { ...state, text: parts.get("document").replaceAll("\r\n", "\n") };
  return state;
}

export function base64url(bytes) {
  let characters = "";
  for (let at = 0; at < bytes.length; at += 4096) characters += String.fromCharCode(...bytes.subarray(at, at + 4096));
  return btoa(characters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function unpacked(code) {
  const bytes = Uint8Array.from(atob(code.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "", length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    length += value.length;
    if (length > longestText) { await reader.cancel(); throw new RangeError("the link's document is too large"); }
    text += decoder.decode(value, { stream: true });
  }
}
