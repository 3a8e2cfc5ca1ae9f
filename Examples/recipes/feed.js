// SPDX-License-Identifier: Apache-2.0
// A page of photos in the first byte of HTML: node feed.js >feed.html
// Needs the compiled server-rendered-wall.js in the same folder.

import { renderWall } from "./wall/server-rendered-wall.js";

// Gradients replace photos, so that the page needs no other files; `src` may be any image's URL.
const photos = Array.from({ length: 40 }, (_, n) => {
  const [width, height, hue] = [400, 200 + 37 * n % 300, 47 * n % 360];
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><linearGradient id="g" y2="1">`
    + `<stop stop-color="hsl(${hue},60%,75%)"/><stop offset="1" stop-color="hsl(${hue + 50},55%,35%)"/></linearGradient>`
    + `<rect width="100%" height="100%" fill="url(#g)"/></svg>`;
  return { src: `data:image/svg+xml,${encodeURIComponent(picture)}`, alt: `Photo ${n}`, width, height };
});
console.log(await renderWall(process.env.TATAMI_URL ?? "http://localhost:8080", photos, { title: "Feed" }));
