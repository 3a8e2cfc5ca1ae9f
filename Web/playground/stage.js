// The stage: the device, as large as it fits, and the controls that show the container's size.

const at = (id) => document.getElementById(id);
export const narrow = matchMedia("(max-width: 720px)");

export class Stage {
  /** `onSize({width, height})` is called when the person selects a device. */
  constructor({ viewport, drawing, mark }, onSize) {
    Object.assign(this, { viewport, drawing, mark, device: at("device"), node: at("stage") });
    for (const button of at("devices").children) {
      const { width } = button.dataset;
      button.addEventListener("click", () => onSize({ height: Number(button.dataset.height ?? this.filling(Number(width), 800)), width: Number(width) }));
    }
  }

  /** Returns a container that fills a wide stage; undefined if the stage has no room for more than a tablet. */
  get room() {
    const { clientWidth: width, clientHeight: height } = this.node;
    return narrow.matches || width < 900 || height < 400 ? undefined : { width: Math.min(1600, width - (width % 10)), height };
  }

  /** Returns the height at which a device of a width fills the stage; on a phone, where the page scrolls, its own height. */
  filling(width, height) {
    const { clientWidth, clientHeight } = this.node;
    return narrow.matches ? height : Math.max(1, Math.round((width * clientHeight) / Math.max(1, clientWidth)));
  }

  /**
   * Shrinks the device so that its whole width is visible, or enlarges it by at most half if there is room. A device that is higher
   * than the stage is cut: its layout scrolls. On a phone the stage is as high as the device.
   */
  fit({ width, height } = { width: 390, height: 844 }, { lives = false, isVertical = true } = {}) {
    const { node, device, drawing, mark, viewport } = this;
    const room = { width: node.clientWidth, height: narrow.matches ? Math.round(innerHeight * 0.72) : node.clientHeight };
    // A living preset shows its whole container, because it uses positions on the screen, and so does a layout that scrolls sideways.
    const isCut = !lives && isVertical, across = Math.min(1, room.width / width);
    const whole = Math.min(1.5, room.width / width, Math.max(0.4, room.height / height));
    const factor = narrow.matches ? Math.min(isCut ? 1 : whole, across) : isCut ? Math.max(whole, across) : whole;
    const shownHeight = Math.min(height, room.height / factor);
    node.style.height = narrow.matches ? `${shownHeight * factor}px` : "";
    const left = (room.width - width * factor) / 2;
    device.style.cssText = `--zoom:${factor};width:${width}px;height:${shownHeight}px;transform:translateX(${left}px) scale(${factor})`;
    drawing.setZoom(factor, viewport);
    mark.place({ left, top: 0, width: width * factor, height: shownHeight * factor }, { width: room.width, height: node.clientHeight });
  }

  showControls({ width, direction, scale }) {
    at("width").value = String(width);
    this.showWidth(width);
    at("rtl").setAttribute("aria-pressed", String(direction === "rtl"));
    at("scale").value = String(scale ?? "");
  }

  showWidth(width) {
    at("width-value").textContent = `${width} pt`;
    for (const button of at("devices").children) button.setAttribute("aria-pressed", String(button.dataset.width === String(width)));
  }
}
