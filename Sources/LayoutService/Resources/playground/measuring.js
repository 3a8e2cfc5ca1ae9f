// Heights as the browser finds them. A text is reported where it is not as high as when it was last reported
// at that width; what has not been reported the layout estimates.

export class Measuring {
  constructor(onChange) {
    this.reported = new Map();
    this.waiting = new Map();
    this.observer = new ResizeObserver((entries) => {
      for (const { target, borderBoxSize: [{ inlineSize, blockSize }] } of entries) {
        if (target.isConnected && blockSize > 0) this.waiting.set(target, { width: inlineSize, height: blockSize });
        else this.leave(target);
      }
      if (this.waiting.size > 0) onChange();
    });
    this.watched = new WeakSet();
  }

  watch(node) {
    if (this.watched.has(node)) return;
    this.watched.add(node);
    this.observer.observe(node);
  }

  /** What has left the document has no size. It may come back, and is then another text's. */
  leave(node) {
    this.watched.delete(node);
    this.waiting.delete(node);
    this.observer.unobserve(node);
  }

  /** The layout has forgotten what it had learned. */
  forget() { this.reported.clear(); }

  /** What has been found since, as `[node, height]`; `idOf` names a node's item, if it shows one. */
  take(idOf) {
    const found = [];
    for (const [node, { width, height }] of this.waiting) {
      const id = idOf(node), size = `${width} ${height}`;
      if (id === undefined || this.reported.get(id) === size) continue;
      this.reported.set(id, size);
      found.push([node, height]);
    }
    this.waiting.clear();
    return found;
  }
}
