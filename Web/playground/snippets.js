// The current document as code to paste elsewhere, and as URLs.

import { format } from "./json-format.js";
import { base64url } from "./link.js";
import { photos } from "./photos.js";

/** A request's head may have 16 KiB by default, and browsers use some of that. */
const longestAddress = 15000;

/** What a page of another origin needs in addition; PATH is this project's folder. */
const needs = ["npm i PATH/.build/tatami-client.tgz (after `make clients`)", "the service must allow the page's origin: --cors-origins http://localhost:5173"];

/** What a document's page needs: the browser has to break lines in the very fonts in which the service has measured them. */
const needsOf = (text) => (hasTexts(text) ? [...needs, "load the textStyles' fonts as web fonts, from the files of the service's /v1/fonts"] : needs);

/** Returns the code of a kind: `{text}`, or `{note}` if there is none. */
export async function snippet(kind, { base, text, rect, link, sheet }) {
  switch (kind) {
    case "curl": return { text: curl(base, text, rect) };
    case "typescript": return { text: typescript(base, text, rect) };
    case "element": return { text: element(base, text) };
    case "react": return { text: react(base, text) };
    case "css": return sheet === undefined ? { note: "No layout is shown yet." } : { text: await sheet() };
    case "swift": return { text: swift(base, text, rect) };
    case "picture": return address(base, text, rect, (url) => url);
    case "image":
      return address(base, text, rect, (url) => `<img src="${url.replaceAll("&", "&amp;")}" width="${rect[2]}" height="${rect[3]}" alt="The layout's picture">`);
    default: return link === undefined ? { note: "The document is too large for a link." } : { text: link };
  }
}

/** The command reads the document from standard input, because command lines are limited in length. */
function curl(base, text, rect) {
  return `curl -s '${base}/v1/layouts?rect=${rect.join(",")}' \\\n  -H 'Content-Type: application/json' \\\n  --data-binary @- <<'DOCUMENT'\n${text}\nDOCUMENT\n`;
}

function typescript(base, text, rect) {
  return `${comments("// ")}import { TatamiClient } from "tatami-client";\n\nconst client = new TatamiClient(${JSON.stringify(base)});\n`
    + `const layout = await client.layout(${text});\nconst { attributes } = await layout.attributes({ rect: [${rect.join(", ")}] });\n`;
}

function element(base, text) {
  // The document must not contain a tag that ends the script.
  const inPage = ofAnySize(text).replaceAll("<", "\\u003c");
  return `<!-- ${needsOf(text).join(";\n     ")} -->\n<script type="module" src="node_modules/tatami-client/dist/wall/tatami-wall.js"></script>\n`
    + `<style>\n  tatami-wall img { display: block; width: 100%; height: 100%; object-fit: cover }\n</style>\n\n`
    + `<tatami-wall src="${base}" document="layout" data="photos" style="height: 100vh">\n  <template>${card(text)}</template>\n`
    + `  <p slot="placeholder">Just a moment …</p>\n  <p slot="error">The photos could not be loaded.</p>\n</tatami-wall>\n\n`
    + `<script id="layout" type="application/json">\n${inPage}\n</script>\n`
    + `<!-- The values of {src} and {title}: one object per item, in the items' order. -->\n<script id="photos" type="application/json">\n${examplePhotos(base, text)}\n</script>\n`;
}

/** Whether items have texts, and an image above them. */
const hasTexts = (text) => /"textStyles"/.test(text);
const hasImages = (text) => !hasTexts(text) || /"type"\s*:\s*"waterfall"/.test(text);

/** An item's template; the element fills `data-body`. */
function card(text) {
  if (!hasTexts(text)) return `<img src="{src}" alt="{title}">`;
  return `${hasImages(text) ? `<img src="{src}" alt="{title}" style="height: {imageHeight}px">` : ""}<div data-body></div>`;
}

/** The same for React. */
function reactCard(text) {
  const image = (style) => `<img src={photos[item.index]?.src} alt={photos[item.index]?.title} style={${style}} />`;
  if (!hasTexts(text)) return image("fill");
  const body = `{item.body && <div {...item.body.props}>{item.body.blocks.map(({ key, props, text }) => <p key={key} {...props}>{text}</p>)}</div>}`;
  return `\n            ${hasImages(text) ? `${image("{ ...fill, height: item.imageHeight }")}\n            ` : ""}${body}\n          `;
}

/** Data for the document's first items: the playground's photos, as JSON. */
function examplePhotos(base, text) {
  let count = photos.length;
  try {
    const { items, sections } = JSON.parse(text), lengths = (sections ?? [{ items }]).map((one) => one.items?.length ?? one.items ?? 0);
    count = lengths.reduce((sum, one) => sum + one, 0);
  } catch { /* one for each photo */ }
  const list = Array.from({ length: Math.min(120, count) }, (_, index) => {
    const { name } = photos[index % photos.length];
    return `  { "src": "${base}/playground/photos/${name}.webp", "title": "Photo ${index + 1}: ${name}" }`;
  });
  return `[\n${list.join(",\n")}\n]`;
}

function comments(start, text = "") { return needsOf(text).map((one) => `${start}${one}\n`).join(""); }

/** Returns the document without its container's size: the wall's own size replaces it. */
function ofAnySize(text) {
  try {
    const { container: { width, height, ...container }, ...rest } = JSON.parse(text);
    return format({ container, ...rest });
  } catch { return text; }
}

function react(base, text) {
  return `${comments("// ", text)}import { type LayoutDocument, type Size, TatamiClient } from "tatami-client";\nimport { useTatamiWall } from "tatami-client/react";\n\n`
    + `const client = new TatamiClient(${JSON.stringify(base)});\nconst start: LayoutDocument = ${text};\n`
    + `const made = (size: Size): LayoutDocument => ({ ...start, container: { ...start.container, ...size } });\n`
    + `// The data of each item, in the items' order.\nconst photos = ${examplePhotos(base, text)};\n`
    + `const fill = { display: "block", width: "100%", height: "100%", objectFit: "cover" } as const;\n\n`
    + `export function Wall() {\n  const wall = useTatamiWall({ client, document: made });\n  return (\n`
    + `    <div {...wall.viewport} style={{ height: "100vh", overflow: "auto" }}>\n      <div {...wall.content}>\n`
    + `        {wall.items.map((item) => (\n          <article key={item.key} {...item.props}>${reactCard(text)}</article>\n        ))}\n`
    + `      </div>\n    </div>\n  );\n}\n`;
}

function swift(base, text, rect) {
  const hashes = "#".repeat(1 + Math.max(0, ...(text.match(/"#+/g) ?? []).map((run) => run.length)));
  return `// Package.swift: .package(name: "tatami", path: "PATH"), and in the target\n//     dependencies: [.product(name: "TatamiClient", package: "tatami")]\n`
    + `import Foundation\nimport TatamiClient\n\nlet client = TatamiClient(base: URL(string: ${JSON.stringify(base)})!)\n`
    + `let layout = try await client.layout(json: ${hashes}"""\n${text}\n"""${hashes})\n`
    + `let answer = try await layout.attributes(in: CGRect(x: ${rect[0]}, y: ${rect[1]}, width: ${rect[2]}, height: ${rect[3]}))\n`;
}

/** Returns the URL of a picture of the visible rectangle: it contains the document without white space, as gzip in base64url. */
async function address(base, text, rect, written) {
  let made;
  try { made = JSON.parse(text); } catch { return { note: "The document is not valid JSON." }; }
  if (globalThis.CompressionStream === undefined) return { note: "This browser cannot compress." };
  const packed = new Blob([JSON.stringify(made)]).stream().pipeThrough(new CompressionStream("gzip"));
  const url = `${base}/v1/pictures?document=${base64url(new Uint8Array(await new Response(packed).arrayBuffer()))}&rect=${rect.join(",")}`;
  if (url.length > longestAddress) return { note: "The document is too large for a URL." };
  return { text: written(url) };
}
