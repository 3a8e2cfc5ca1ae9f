// Draws the elements of living presets. The browser lays out their texts, and the height of `body` is measured for the
// layout.

import { picture } from "./picturing.js";

const hueCount = 18;

export const cells = {
  /** Draws a photo; its number and hue stay with it when it moves. */
  photo(node, _, id) {
    if (isDrawn(node, "photo", id)) return;
    begin(node, "photo", id, `h${hue(id)}`);
    node.append(picture(id), label(id));
    node.setAttribute("role", "button");
    node.setAttribute("aria-label", `Delete photo ${id}`);
  },

  /** Draws a photo that can be moved. */
  sortable(node, _, id) {
    if (isDrawn(node, "sortable", id)) return;
    begin(node, "sortable", id, `h${hue(id)}`);
    node.append(picture(id), label(id));
    node.setAttribute("aria-label", `Photo ${id}`);
  },

  /** Draws a photo with a caption below. */
  caption(node, { frame }, id, text) {
    if (!isDrawn(node, "caption", id)) {
      begin(node, "caption", id, "captioned");
      const all = body(), image = document.createElement("div"), words = document.createElement("p");
      image.className = `media h${hue(id)}`;
      image.append(picture(id), label(id));
      words.textContent = text;
      all.append(image, words);
      node.append(all);
      node.setAttribute("role", "button");
      node.setAttribute("aria-label", `Delete photo ${id}. ${text}`);
    }
    node.querySelector(".media").style.height = `${Math.round(0.75 * frame.width)}px`;
  },

  /** Draws a row of a chat. */
  message(node, _, id, { text, isMine }) {
    if (isDrawn(node, "message", id)) return;
    begin(node, "message", id, isMine ? "said mine" : "said");
    const row = body(), bubble = document.createElement("div"), words = document.createElement("p"), speaker = document.createElement("span");
    speaker.className = "speaker";
    speaker.textContent = isMine ? "You: " : "Kim: ";
    words.className = "tatami-text-message";
    words.textContent = text;
    bubble.append(speaker, words);
    bubble.dataset.label = "";
    row.append(bubble);
    node.append(row);
    node.setAttribute("role", "article");
  },
};

/** Whether a node shows an item already; nodes are reused for other items. */
function isDrawn({ dataset }, kind, id) { return dataset.kind === kind && dataset.id === String(id); }

function begin(node, kind, id, name) {
  for (const attribute of ["role", "tabindex", "aria-label", "aria-labelledby", "aria-posinset", "aria-setsize"]) node.removeAttribute(attribute);
  node.className = `el cell ${name}`;
  node.dataset.kind = kind;
  node.dataset.id = String(id);
  node.replaceChildren();
}

function hue(id) { return ((id % hueCount) + hueCount) % hueCount; }

function label(id) {
  const text = document.createElement("span");
  text.textContent = String(id);
  return text;
}

function body() {
  const node = document.createElement("div");
  node.className = "body";
  return node;
}
