// SPDX-License-Identifier: Apache-2.0
// A page of photos in the first byte of HTML: node feed.js >feed.html
// Beside it: the compiled tatami-client.js and server-rendered-wall.js.

import { TatamiClient } from "./tatami-client.js";
import { renderWall } from "./server-rendered-wall.js";

const base = process.env.TATAMI_URL ?? "http://localhost:8080";
const photos = Array.from({ length: 40 }, (_, n) => ({
  id: `${n}`, src: `photos/${n}.jpg`, alt: `Photo ${n}`, width: 400, height: 200 + 37 * n % 300,
}));
console.log(await renderWall(new TatamiClient(base), photos, { title: "Feed", widths: [360, 768, 1200] }));
