// SPDX-License-Identifier: Apache-2.0
export class Hidden {
    #batches = new Map();
    #batch = 0;
    add(nodes) {
        for (const node of nodes) {
            if (node.contains(document.activeElement))
                continue;
            this.#batches.set(node, this.#batch);
            this.keep(node);
        }
    }
    has(node) { return this.#batches.has(node); }
    keep(node) {
        if (this.has(node))
            node.style.setProperty("opacity", "0", "important");
    }
    take() { return this.#batch++; }
    reveal(last = Infinity) {
        for (const [node, batch] of this.#batches)
            if (batch <= last)
                this.drop(node);
    }
    drop(node) {
        if (this.#batches.delete(node))
            node.style.opacity = "";
    }
}
