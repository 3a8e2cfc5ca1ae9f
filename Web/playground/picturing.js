// The photo of an item, and its node: a blurred placeholder is the node's background until the photo has loaded.

import { photos } from "./photos.js";

/** Returns a number from 0 up to 1 that is always the same for an item and a purpose. */
function chance(item, purpose) {
  let bits = Math.imul(item ^ Math.imul(purpose, 0x9e3779b1), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return ((bits ^ (bits >>> 16)) >>> 0) / 4294967296;
}

/** Returns an item's photo: each dozen items shows all twelve photos, in one of several orders. */
export function photoOf(item, section = 0) {
  const count = photos.length, dozen = Math.floor(item / count), steps = [1, 5, 7, 11];
  const place = (((item % count) + count) % count) * steps[Math.abs(dozen + section) % 4] + 3 * dozen + 5 * section;
  return photos[((place % count) + count) % count];
}

/** Returns a node with an item's photo, the old one if it shows that already. The photo covers its box and is cropped if necessary. */
export function picture(item, section = 0, old = null) {
  const photo = photoOf(item, section), name = `${photo.name} ${section}-${item}`;
  if (old?.dataset.photo === name) return old;
  const node = old ?? document.createElement("img");
  node.className = "photo";
  node.dataset.photo = name;
  node.alt = "";
  node.draggable = false;
  node.decoding = "async";
  const { style } = node;
  style.backgroundImage = `url(${photo.blur})`;
  style.objectPosition = `${Math.round(100 * chance(item, 1))}% ${Math.round(30 + 50 * chance(item, 2))}%`;
  style.transform = chance(item, 3) < 0.5 ? "scaleX(-1)" : "";
  const source = `/playground/photos/${photo.name}.webp`;
  if (node.getAttribute("src") !== source) node.src = source;
  return node;
}
