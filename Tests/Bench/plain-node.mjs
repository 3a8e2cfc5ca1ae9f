// What a capable developer would write in an afternoon: the peer that Tatami is measured beside.
// http + JSON.parse + a shortest-column loop + filter + JSON.stringify, nothing cached, one process.
//
//     node plain-node.mjs 8081
//     POST /?rect=x,y,width,height  with a waterfall document as Tatami's (one section)
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
    const height = typeof item === 'number' ? item : (width * item[1]) / item[0];
    let best = 0;
    for (let c = 1; c < columns; c++) if (bottoms[c] < bottoms[best]) best = c;
    frames[i] = { x: best * (width + columnSpacing), y: bottoms[best], width, height };
    bottoms[best] += height + rowSpacing;
  }
  const height = Math.max(0, Math.max(...bottoms) - rowSpacing);
  return { contentSize: { width: container.width, height }, frames };
}

function answer(document, rect) {
  const [x, y, width, height] = rect.split(',').map(Number);
  const { contentSize, frames } = layOut(document);
  const attributes = frames
    .map((frame, i) => ({ indexPath: [0, i], category: 'cell', frame, zIndex: 0 }))
    .filter(({ frame: f }) =>
      f.x < x + width && x < f.x + f.width && f.y < y + height && y < f.y + f.height);
  return JSON.stringify({ contentSize, itemCount: frames.length, attributes });
}

createServer((request, response) => {
  const pieces = [];
  request.on('data', (piece) => pieces.push(piece));
  request.on('end', () => {
    const rect = new URL(request.url, 'http://localhost').searchParams.get('rect');
    const body = answer(JSON.parse(Buffer.concat(pieces).toString()), rect);
    response.writeHead(200, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
    });
    response.end(body);
  });
}).listen(Number(process.argv[2]), '127.0.0.1');
