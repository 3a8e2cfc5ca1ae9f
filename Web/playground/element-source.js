// SPDX-License-Identifier: Apache-2.0
const restTime = 300;
export class ElementSource {
    #view;
    #loading;
    #load = new AbortController();
    #next;
    #timer;
    #refused;
    #limit;
    #signal;
    constructor(limit, signal) {
        this.#limit = limit;
        this.#signal = signal;
        signal.addEventListener("abort", () => this.#stop(), { once: true });
    }
    viewOf(layout) { return this.#view?.layout === layout && this.#mayFetch(layout) ? this.#view : undefined; }
    async attributes(layout, query, signal) {
        if ((this.#loading ?? this.#next ?? layout) !== layout)
            this.#stop();
        return this.viewOf(layout)?.attributes(query) ?? (await layout.attributes(query, signal)).attributes;
    }
    prepare(layout, held) {
        const { summary: { contentSize }, client } = layout, [x, y, width, height] = held, view = this.#view;
        const isWhole = x <= 0 && y <= 0 && contentSize.width <= x + width && contentSize.height <= y + height;
        if (isWhole || !this.#mayFetch(layout) || client?.options.engine !== undefined)
            return;
        if (this.#loading === layout || this.#next === layout || this.#refused === layout || (view?.layout === layout && view.isWhole))
            return;
        if (view === undefined && this.#loading === undefined)
            this.#take(layout);
        else
            this.#takeLater(layout);
    }
    follow(layout, changes) {
        if (this.#view?.layout.id !== changes.from)
            return;
        this.#view = this.#view.after(layout, changes);
        this.#takeLater(layout);
    }
    #mayFetch({ summary: { itemCount } }) { return itemCount <= (this.#limit() ?? 200000); }
    #stop() {
        clearTimeout(this.#timer);
        this.#load.abort();
        this.#loading = this.#next = undefined;
    }
    #takeLater(layout) {
        this.#stop();
        this.#next = layout;
        this.#timer = setTimeout(() => this.#take(layout), restTime);
    }
    #take(layout) {
        this.#stop();
        if (this.#signal.aborted)
            return;
        const { signal } = this.#load = new AbortController(), view = this.#view;
        this.#loading = layout;
        this.#fetch(layout, view, signal).then((come) => {
            if (!signal.aborted)
                this.#view = come;
        }, ({ status }) => {
            if (status !== undefined && status < 500)
                this.#refused = layout;
        }).finally(() => { if (!signal.aborted)
            this.#loading = undefined; });
    }
    async #fetch(layout, view, signal) {
        if (view?.layout === layout)
            return view.complete(signal);
        const [{ LayoutView }, columns] = await Promise.all([import("./view.js"), layout.columns({ rect: "all" }, signal, false)]);
        return new LayoutView(layout, columns);
    }
}
