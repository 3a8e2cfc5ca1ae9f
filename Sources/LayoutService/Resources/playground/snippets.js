// The present document as code to paste elsewhere, and as addresses.

import { format } from "./json-format.js";
import { base64url } from "./link.js";

/** A request's head may have 16 KiB where nothing else is set, and browsers fill some of that. */
const longestAddress = 15000;

/** The code of a kind: `{text}`, or `{note}` where there is none. */
export async function snippet(kind, { base, text, rect, link }) {
  switch (kind) {
    case "curl": return { text: curl(base, text, rect) };
    case "typescript": return { text: typescript(base, text, rect) };
    case "element": return { text: element(base, text) };
    case "react": return { text: react(base, text) };
    case "swift": return { text: swift(base, text, rect) };
    case "picture": return address(base, text, rect, (url) => url);
    case "image":
      return address(base, text, rect, (url) => `<img src="${url.replaceAll("&", "&amp;")}" width="${rect[2]}" height="${rect[3]}" alt="The layout's picture">`);
    default: return link === undefined ? { note: "The document is too large for a link." } : { text: link };
  }
}

/** The document comes by standard input: a command line has an end. */
function curl(base, text, rect) {
  return `curl -s '${base}/v1/layouts?rect=${rect.join(",")}' \\\n  -H 'Content-Type: application/json' \\\n  --data-binary @- <<'DOCUMENT'\n${text}\nDOCUMENT\n`;
}

function typescript(base, text, rect) {
  return `// npm i tatami-client\nimport { TatamiClient } from "tatami-client";\n\nconst client = new TatamiClient(${JSON.stringify(base)});\n`
    + `const layout = await client.layout(${text});\nconst { attributes } = await layout.attributes({ rect: [${rect.join(", ")}] });\n`;
}

function element(base, text) {
  // Nothing in a script may end it.
  const inPage = ofAnySize(text).replaceAll("<", "\\u003c");
  return `<!-- npm i tatami-client -->\n<script id="layout" type="application/json">\n${inPage}\n</script>\n\n`
    + `<tatami-wall src="${base}" document="layout" style="height: 100vh">\n  <template><article>{index}</article></template>\n</tatami-wall>\n\n`
    + `<script type="module">\n  import { defineTatamiWall } from "tatami-client/element";\n\n  defineTatamiWall();\n</script>\n`;
}

/** The document without its container's size: the wall's own takes its place. */
function ofAnySize(text) {
  try {
    const { container: { width, height, ...container }, ...rest } = JSON.parse(text);
    return format({ container, ...rest });
  } catch { return text; }
}

function react(base, text) {
  return `// npm i tatami-client\nimport { TatamiClient } from "tatami-client";\nimport { useTatamiWall } from "tatami-client/react";\n\n`
    + `const client = new TatamiClient(${JSON.stringify(base)});\nconst start = ${text};\n`
    + `const made = (size) => ({ ...start, container: { ...start.container, ...size } });\n\n`
    + `export function Wall() {\n  const wall = useTatamiWall({ client, document: made });\n  return (\n`
    + `    <div {...wall.viewport} style={{ height: "100vh", overflow: "auto" }}>\n      <div {...wall.content}>\n`
    + `        {wall.items.map((item) => <article key={item.key} {...item.props}>{item.index}</article>)}\n`
    + `        {wall.placeholders.map((box) => <div key={box.key} {...box.props} />)}\n      </div>\n    </div>\n  );\n}\n`;
}

function swift(base, text, rect) {
  const hashes = "#".repeat(1 + Math.max(0, ...(text.match(/"#+/g) ?? []).map((run) => run.length)));
  return `import Foundation\n\nlet client = TatamiClient(base: URL(string: ${JSON.stringify(base)})!)\n`
    + `let layout = try await client.layout(json: ${hashes}"""\n${text}\n"""${hashes})\n`
    + `let answer = try await layout.attributes(in: CGRect(x: ${rect[0]}, y: ${rect[1]}, width: ${rect[2]}, height: ${rect[3]}))\n`;
}

/** The address of a picture of what is in sight: the document as gzip in base64url, without its white space. */
async function address(base, text, rect, written) {
  let made;
  try { made = JSON.parse(text); } catch { return { note: "The document is no JSON." }; }
  if (globalThis.CompressionStream === undefined) return { note: "This browser cannot compress." };
  const packed = new Blob([JSON.stringify(made)]).stream().pipeThrough(new CompressionStream("gzip"));
  const url = `${base}/v1/pictures?document=${base64url(new Uint8Array(await new Response(packed).arrayBuffer()))}&rect=${rect.join(",")}`;
  if (url.length > longestAddress) return { note: "The document is too large for an address." };
  return { text: written(url) };
}
