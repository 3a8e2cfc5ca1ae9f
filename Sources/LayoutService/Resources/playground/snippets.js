// The present document and rectangle as code to paste elsewhere.

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

export function snippet(kind, { base, text, rect, link }) {
  const query = `rect=${rect.join(",")}`;
  switch (kind) {
    case "curl":
      return `curl -s ${quoted(`${base}/v1/layouts?${query}`)} \\\n  -H 'Content-Type: application/json' \\\n  -d ${quoted(text)}`;
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
