// A thin custom scrollbar beside the device: a native one would narrow the viewport below the container's width.
// Keys, wheels and fingers scroll the viewport itself.

const shortest = 28;

export class ScrollMark {
  constructor(viewport, track) {
    this.viewport = viewport;
    this.track = track;
    this.thumb = document.createElement("div");
    this.isVertical = true;
    track.append(this.thumb);
    viewport.addEventListener("scroll", () => requestAnimationFrame(() => this.update()), { passive: true });
    track.addEventListener("pointerdown", (event) => this.begin(event));
    track.addEventListener("pointermove", (event) => { if (track.hasPointerCapture(event.pointerId)) this.drag(event); });
  }

  /** Places the scrollbar beside the device's rectangle in the stage, or on its edge if there is no room. */
  place({ left, top, width, height }, stage) {
    const { style } = this.track;
    const thickness = 12;
    if (this.isVertical) {
      style.cssText = `translate:${Math.min(left + width + 2, stage.width - thickness)}px ${top}px;width:${thickness}px;height:${height}px`;
    } else {
      style.cssText = `translate:${left}px ${Math.min(top + height + 2, stage.height - thickness)}px;width:${width}px;height:${thickness}px`;
    }
    this.track.dataset.axis = this.isVertical ? "y" : "x";
    this.update();
  }

  get room() {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = this.viewport;
    return this.isVertical ? [scrollHeight, clientHeight] : [scrollWidth, clientWidth];
  }

  get lengths() {
    const [whole, seen] = this.room, track = this.isVertical ? this.track.clientHeight : this.track.clientWidth;
    return { whole, seen, track, thumb: Math.max(shortest, (track * seen) / Math.max(1, whole)) };
  }

  update() {
    const [content, container] = this.room;
    // Only a visible track can be measured.
    this.track.hidden = content <= container + 1;
    const { whole, seen, track, thumb } = this.lengths;
    const { scrollTop, scrollLeft } = this.viewport;
    const part = (this.isVertical ? scrollTop : scrollLeft) / Math.max(1, whole - seen);
    const at = part < 0 || this.isMirrored ? (1 + part) * (track - thumb) : part * (track - thumb);
    this.thumb.style.cssText = this.isVertical ? `translate:0 ${at}px;height:${thumb}px` : `translate:${at}px;width:${thumb}px`;
  }

  /** Whether scrolling begins at the right and counts down from 0. */
  get isMirrored() { return !this.isVertical && this.viewport.dir === "rtl"; }

  begin(event) {
    if (event.button !== 0) return;
    event.preventDefault();
    const box = this.thumb.getBoundingClientRect();
    const inside = this.isVertical ? event.clientY - box.top : event.clientX - box.left;
    const length = this.isVertical ? box.height : box.width;
    this.grip = inside >= 0 && inside <= length ? inside : length / 2;
    this.track.setPointerCapture(event.pointerId);
    this.drag(event);
  }

  drag(event) {
    const { whole, seen, track, thumb } = this.lengths;
    const box = this.track.getBoundingClientRect();
    const at = (this.isVertical ? event.clientY - box.top : event.clientX - box.left) - this.grip;
    const part = Math.min(1, Math.max(0, at / Math.max(1, track - thumb)));
    if (this.isVertical) this.viewport.scrollTop = part * (whole - seen);
    else this.viewport.scrollLeft = (this.isMirrored ? part - 1 : part) * (whole - seen);
  }
}
