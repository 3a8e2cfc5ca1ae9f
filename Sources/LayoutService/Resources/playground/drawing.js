// How single elements look: in the hues of the service's own pictures, with labels that stay readable however
// much the device is shrunk.

const hueCount = 18;
const number = (value) => value.toLocaleString("en", { maximumFractionDigits: 1 });

export class Drawing {
  /** How much the device is shrunk: a point is so many pixels. */
  zoom = 1;
  /** Whether labels name the section too. */
  namesSections = false;

  draw = (node, { indexPath, category, kind = "", frame, zIndex, imageHeight }) => {
    const item = indexPath[indexPath.length - 1], section = indexPath.length > 1 ? indexPath[0] : 0;
    const role = category !== "supplementary" ? "" : /header/i.test(kind) ? " header" : /footer/i.test(kind) ? " footer" : " badge";
    node.className = `el ${category}${role}${category === "cell" ? ` h${(item + 5 * section) % hueCount}` : ""}`;
    const isSmall = role === " badge" && Math.max(frame.width, frame.height) < 40;
    const name = this.namesSections ? `${section}-${item}` : String(item);
    const label = document.createElement("span");
    label.textContent = category === "cell" ? name : isSmall ? String(item % 100) : category === "supplementary" ? kind : "";
    const address = `${category === "cell" ? "cell" : kind} ${indexPath.join("-")}`;
    node.title = `${address}: ${number(frame.x)}, ${number(frame.y)}, ${number(frame.width)} × ${number(frame.height)}${zIndex ? `, z ${zIndex}` : ""}`;
    node.replaceChildren(label);
    if (imageHeight !== undefined && imageHeight < frame.height) {
      const body = document.createElement("i");
      body.style.height = `${frame.height - Math.max(0, imageHeight)}px`;
      label.style.bottom = body.style.height;
      node.append(body);
    }
    this.fitLabel(node, frame);
  };

  /** Hides the label where it does not fit. */
  fitLabel(node, { width, height }) {
    const label = node.firstElementChild;
    const room = (height - (parseFloat(label.style.bottom) || 0)) * this.zoom;
    const isBadge = node.classList.contains("badge");
    // Figures are about 7 px wide; kinds may be cut, not below three letters.
    const least = isBadge ? 15 : Math.min(7 * label.textContent.length, 30) + 4;
    node.classList.toggle("tight", width * this.zoom < least || room < (isBadge ? 15 : 14));
  }

  /** Fits the labels of all that is drawn to another zoom. */
  setZoom(zoom, viewport) {
    if (zoom === this.zoom) return;
    this.zoom = zoom;
    for (const node of viewport.querySelectorAll(".el")) {
      this.fitLabel(node, { width: parseFloat(node.style.width), height: parseFloat(node.style.height) });
    }
  }
}
