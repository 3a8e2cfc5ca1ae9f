// The present document and rectangle as code to paste elsewhere.

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/** Bytes of one argument that Linux takes are 128 KiB: a longer document goes in by standard input. */
const argumentBytes = 100_000;

function curl(url, text) {
  const request = `curl -s ${quoted(url)} \\\n  -H 'Content-Type: application/json' \\\n`;
  if (new TextEncoder().encode(text).length <= argumentBytes) return `${request}  -d ${quoted(text)}`;
  let end = "END";
  while (text.includes(end)) end += "_";
  return `${request}  --data-binary @- <<'${end}'\n${text}\n${end}\n`;
}

export function snippet(kind, { base, text, rect, link }) {
  const query = `rect=${rect.join(",")}`;
  switch (kind) {
    case "curl":
      return curl(`${base}/v1/layouts?${query}`, text);
    case "typescript":
      return `import { TatamiClient } from "./tatami-client.js";\n\nconst client = new TatamiClient(${JSON.stringify(base)});\n`
        + `const layout = await client.layout(${text});\nconst { attributes } = await layout.attributes({ rect: [${rect.join(", ")}] });\n`;
    case "swift": {
      const hashes = "#".repeat(1 + Math.max(0, ...(text.match(/"#+/g) ?? []).map((run) => run.length)));
      return `import Foundation\n\nlet client = TatamiClient(base: URL(string: ${JSON.stringify(base)})!)\n`
        + `let layout = try await client.layout(json: ${hashes}"""\n${text}\n"""${hashes})\n`
        + `let answer = try await layout.attributes(in: CGRect(x: ${rect[0]}, y: ${rect[1]}, width: ${rect[2]}, height: ${rect[3]}))\n`;
    }
    default:
      return link;
  }
}
