// SPDX-License-Identifier: Apache-2.0
/** Nodes that are not painted until the layout has their sizes. They can take the focus, and a screen reader reads them. */
export class Hidden {
    /** The nodes, and the batch of measurements that each of them waits for. */
    #batches = new Map();
    #batch = 0;
    /** Hides nodes, except one that has the focus. */
    add(nodes) {
        for (const node of nodes) {
            if (node.contains(document.activeElement))
                continue;
            this.#batches.set(node, this.#batch);
            this.keep(node);
        }
    }
    has(node) { return this.#batches.has(node); }
    /** Hides a node again after its style was replaced. */
    keep(node) {
        // Important, so that no animation of the page shows it.
        if (this.has(node))
            node.style.setProperty("opacity", "0", "important");
    }
    /** Ends a batch, whose measurements are sent now; returns its number. */
    take() { return this.#batch++; }
    /** Shows the nodes of a batch and of earlier ones; by default all. A node that a later batch has hidden again stays hidden. */
    reveal(last = Infinity) {
        for (const [node, batch] of this.#batches)
            if (batch <= last)
                this.drop(node);
    }
    /** Shows a node, or lets it go. */
    drop(node) {
        if (this.#batches.delete(node))
            node.style.opacity = "";
    }
}
