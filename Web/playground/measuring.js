// Text heights as the browser measures them. A text is reported if its height differs from the last report at that
// width; for texts without a report the layout uses estimates.

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

  /** Stops observing a node that has left the document: it has no size, and may return with another text. */
  leave(node) {
    this.watched.delete(node);
    this.waiting.delete(node);
    this.observer.unobserve(node);
  }

  /** Forgets all reports, because the layout has lost its measurements. */
  forget() { this.reported.clear(); }

  /** Returns the new heights as `[node, height]`; `idOf` returns the id of a node's item, if it shows one. */
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
