// What a capable developer would write in an afternoon: the peer that Tatami is measured beside.
// http + JSON.parse + a shortest-column loop + filter + JSON.stringify, nothing cached, one process.
//
//     node plain-node.mjs 8081 [keep]
//     POST /?rect=x,y,width,height  with a waterfall document as Tatami's (one section)
//
// With `keep`, of another afternoon, it hashes each document and keeps its layout, the last 64 of them:
//     GET /ID?rect=x,y,width,height  with the id of an answer
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';

function layOut({ container, layout, items }) {
  const columns = layout.columns ?? 2;
  const columnSpacing = layout.columnSpacing ?? 10;
  const rowSpacing = layout.rowSpacing ?? 10;
  const width = (container.width - (columns - 1) * columnSpacing) / columns;
  const bottoms = new Array(columns).fill(0);
  const frames = new Array(items.length);
  for (let i = 0; i < items.length; i++) {
    const item = items[i];
    const height = typeof item === 'number' ? item
      : Array.isArray(item) ? (width * item[1]) / item[0] : (width * item.height) / item.width;
    let best = 0;
    for (let c = 1; c < columns; c++) if (bottoms[c] < bottoms[best]) best = c;
    frames[i] = { x: best * (width + columnSpacing), y: bottoms[best], width, height };
    bottoms[best] += height + rowSpacing;
  }
  const height = Math.max(0, Math.max(...bottoms) - rowSpacing);
  return { contentSize: { width: container.width, height }, frames };
}

function answer({ contentSize, frames }, rect, id) {
  const [x, y, width, height] = rect.split(',').map(Number);
  const attributes = [];
  frames.forEach((f, i) => {
    if (f.x < x + width && x < f.x + f.width && f.y < y + height && y < f.y + f.height) {
      attributes.push({ indexPath: [0, i], category: 'cell', frame: f, zIndex: 0 });
    }
  });
  return JSON.stringify({ id, contentSize, itemCount: frames.length, attributes });
}

const keeps = process.argv[3] === 'keep';
const kept = new Map();

/** The layout of a document, and its id where layouts are kept. */
function layoutOf(body) {
  if (!keeps) return [layOut(JSON.parse(body.toString()))];
  const id = createHash('sha256').update(body).digest('hex');
  let layout = kept.get(id);
  if (!layout) {
    layout = layOut(JSON.parse(body.toString()));
    kept.set(id, layout);
    if (kept.size > 64) kept.delete(kept.keys().next().value);
  }
  return [layout, id];
}

createServer((request, response) => {
  const pieces = [];
  request.on('data', (piece) => pieces.push(piece));
  request.on('end', () => {
    const url = new URL(request.url, 'http://localhost');
    const id = url.pathname.slice(1);
    const [layout, name] = kept.has(id) ? [kept.get(id), id] : layoutOf(Buffer.concat(pieces));
    const body = answer(layout, url.searchParams.get('rect'), name);
    response.writeHead(200, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
    });
    response.end(body);
  });
}).listen(Number(process.argv[2]), '127.0.0.1');
