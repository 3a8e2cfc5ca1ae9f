// SPDX-License-Identifier: Apache-2.0
// Titles and captions that the service has measured: the nodes of an item's body, and the styles in which it was measured.
// The page measures nothing: its browser breaks the lines that the service counted.
//
//   const texts = await Texts.load(layout);
//   wall = new Wall(viewport, (node, { indexPath: [section, item], imageHeight }) => {
//     node.replaceChildren(picture(imageHeight), texts.bodyOf(items[item], section));
//   });
//
// On a server, `new Texts(document)` needs no page: put the rules into the HTML, and the page fetches none:
//
//   `<style data-tatami-texts="${texts.scope}">${await texts.rules(client)}</style>`
//
// The page has to load the service's own font files (`GET /v1/fonts` lists their SHA-256) as web fonts, under the names that
// the styles have in the document. `<tatami-wall>` and the React hook load this module themselves, for documents with texts.
/** The properties that runs take from their block, whatever their own style says. */
const paragraph = ["white-space", "word-break", "overflow-wrap", "line-break", "text-wrap", "text-indent", "direction", "hyphens"]
    .map((property) => `${property}:inherit`).join(";") + ";display:inline;overflow:visible;-webkit-line-clamp:none";
/** How the scopes of all documents begin. */
const scopes = "tatami-texts-";
/** The style sheets that a document or shadow root has, or is fetching, by the service's URL and the scope. */
const fetched = new WeakMap();
/** The classes of bodies for which a style sheet has rules. */
const written = new WeakMap();
/** The blocks that an element shows, as JSON. */
const filled = new WeakMap();
/** A document's text styles, and the bodies of its items. */
export class Texts {
    /** A class of each body: the style rules apply in elements of this class only. */
    scope;
    #document;
    #styles;
    #options = new Map();
    constructor(document) {
        const { textStyles = {}, container: { direction = "ltr" } } = document;
        this.#document = document;
        this.#styles = textStyles;
        // The service's rules depend on nothing else, so containers of all sizes share them.
        this.scope = `${scopes}${hash(JSON.stringify([textStyles, direction]))}`;
    }
    /**
     * Returns a layout's texts once the page has their style rules; equal styles are fetched once.
     *
     * @param root where the bodies are drawn: the page, or a shadow root.
     * @param document the layout's document, if you have it. Otherwise it is the one that you laid out, or the service's.
     */
    static async load(layout, root = globalThis.document, document) {
        return Texts.prepare(layout.client, document ?? await documentOf(layout), root);
    }
    /** Returns a document's texts once the page has their style rules. The document need not be laid out by then. */
    static async prepare(client, document, root = globalThis.document) {
        const texts = new Texts(document);
        await texts.addRules(client, root);
        return texts;
    }
    /** Returns the style rules as CSS, for a `<style>` in a page that a server renders: it has the attribute `data-tatami-texts`, the scope. */
    async rules(client) {
        if (Object.keys(this.#styles).length === 0)
            return "";
        const count = this.#document.sections?.length ?? 1;
        const options = new Map(Array.from({ length: count }, (_, section) => this.#optionsOf(section)).map(({ className, rules }) => [className, rules]));
        return [await this.#fetchRules(client), ...[...options.values()].flat()].join("\n");
    }
    /** Adds the style rules to a page or a shadow root, unless it has them. */
    async addRules(client, root = globalThis.document) {
        if (Object.keys(this.#styles).length === 0)
            return;
        // A server has put the rules into the page.
        if (root.querySelector(`style[data-tatami-texts="${this.scope}"]`) !== null)
            return;
        const sheets = fetched.get(root) ?? new Map(), key = `${client.base} ${this.scope}`;
        fetched.set(root, sheets);
        const request = sheets.get(key) ?? this.#fetchRules(client).then((rules) => {
            const sheet = new CSSStyleSheet();
            sheet.replaceSync(rules);
            root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
            return sheet;
        });
        sheets.set(key, request);
        try {
            this.#writeOptions(await request);
        }
        catch (error) {
            if (sheets.get(key) === request)
                sheets.delete(key);
            throw error;
        }
    }
    /** Returns the rules of the styles and of all bodies. */
    async #fetchRules(client) {
        const selector = `.${this.scope}`, { container: { direction = "ltr" } } = this.#document;
        // A document without items has the same rules, and needs not wait for the layout. An empty rectangle has no frames.
        const styles = JSON.stringify({ container: { width: 1, height: 1, direction }, textStyles: this.#styles, layout: { type: "list" }, items: [] });
        const query = `rect=0,0,0,0&format=css&selector=${selector}`;
        const text = await client.ofOneEngine((engine) => client.lay(styles, query + engine, new AbortController().signal, (...request) => client.text(...request)));
        // The scope is a class of the bodies themselves, so that nothing around them needs one. A rule is a line; the wall's own
        // rules, which place the children of the element, are left out.
        return text.replaceAll(`${selector} .tatami-body`, `${selector}.tatami-body`).split("\n")
            .filter((rule) => rule.startsWith(`${selector} .tatami-text-`) || rule.startsWith(`${selector}.tatami-body`)).join("\n");
    }
    /** Writes the rules of each distinct set of body options. In the service's sheets such rules select children of the wall. */
    #writeOptions(sheet) {
        const classes = written.get(sheet) ?? new Set(), count = this.#document.sections?.length ?? 1;
        written.set(sheet, classes);
        for (let section = 0; section < count; section += 1) {
            const { className, rules } = this.#optionsOf(section);
            if (classes.has(className))
                continue;
            classes.add(className);
            for (const rule of rules)
                sheet.insertRule(rule, sheet.cssRules.length);
        }
    }
    /** Returns the classes of the element of a section's bodies. */
    classesOf(section) {
        return ["tatami-body", this.scope, this.#optionsOf(section).className];
    }
    /** Returns the document's item. */
    itemAt(section, index) {
        const { sections, items } = this.#document, all = sections === undefined ? items : sections[section]?.items;
        return typeof all === "number" ? undefined : all?.[index];
    }
    /**
     * Returns the blocks of an item's body: those that have a height, from top to bottom.
     *
     * @param item an item of a document or an update, or its body.
     * @param section the item's section, whose layout may name the style of texts without one.
     */
    blocksOf(item, section = 0) {
        const body = bodyIn(item), blocks = typeof body === "string" ? [body] : body ?? [];
        return blocks.flatMap((block) => {
            if (typeof block === "object" && "height" in block)
                return block.height > 0 ? [{ height: block.height }] : [];
            const { text, style = this.#optionsOf(section).style ?? this.#onlyStyle } = typeof block === "string" ? { text: block } : block;
            const own = style === undefined ? undefined : this.#styles[style], className = `tatami-text-${style}`, lang = own?.lang;
            if (typeof text === "string")
                return isEmpty(text, own) ? [] : [{ className, lang, text }];
            const runs = text.map((run) => this.#runOf(run)), joined = textOf(text);
            return runs.every(({ text }) => text !== undefined) && isEmpty(joined, own) ? [] : [{ className, lang, text: joined, runs }];
        });
    }
    #runOf(run) {
        if (typeof run === "string")
            return { text: run };
        if ("width" in run) {
            const { width, height, verticalAlign = "baseline", name } = run;
            return { className: "tatami-box", name, style: { display: "inline-block", width: `${width}px`, height: `${height}px`,
                    verticalAlign: typeof verticalAlign === "number" ? `${verticalAlign}px` : verticalAlign } };
        }
        const { text, style, name } = run;
        return style === undefined ? { text, name } : { className: `tatami-text-${style} tatami-run`, lang: this.#styles[style]?.lang, text, name };
    }
    /** Returns an element with an item's body; it is empty, and takes no room, if no block has a height. */
    bodyOf(item, section = 0) {
        const node = document.createElement("div");
        this.fill(node, item, section);
        return node;
    }
    /** Makes an element show an item's body. */
    fill(node, item, section = 0) {
        const blocks = this.blocksOf(item, section), key = JSON.stringify(blocks);
        for (const name of [...node.classList])
            if (name.startsWith(scopes))
                node.classList.remove(name);
        node.classList.add(...this.classesOf(section));
        // Texts that stay keep their nodes, and a reader's selection in them.
        if (filled.get(node) === key)
            return;
        filled.set(node, key);
        node.replaceChildren(...blocks.map(nodeOf));
    }
    /** The style of texts that name none, if the layout names none either. */
    get #onlyStyle() {
        const names = Object.keys(this.#styles);
        return names.length === 1 ? names[0] : undefined;
    }
    /** The style of a section's texts that name none, and the class and rules of its body options. */
    #optionsOf(section) {
        const { layout, sections, container } = this.#document, chosen = layoutFor(sections?.[section]?.layout ?? layout, container);
        const known = this.#options.get(chosen);
        if (known !== undefined)
            return known;
        const { insets: { top = 0, leading = 0, bottom = 0, trailing = 0 } = {}, spacing = 0, minHeight = 0, style } = optionsIn(chosen) ?? {};
        const className = `${this.scope}-${hash([top, leading, bottom, trailing, spacing, minHeight].join(" "))}`;
        const body = `.${this.scope}.tatami-body.${className}`, made = { style, className, rules: [
                `${body}{padding-block:${top}px ${bottom}px;padding-inline:${leading}px ${trailing}px;min-height:${minHeight}px}`,
                `${body}>*+*{margin-top:${spacing}px}`,
                // What concerns the paragraph is the block's.
                `.${this.scope} .tatami-run{${paragraph}}`,
            ] };
        this.#options.set(chosen, made);
        return made;
    }
}
async function documentOf(layout) {
    // An update may have changed the items of a version.
    const { text, summary: { parent } } = layout;
    return text === undefined || parent !== undefined ? layout.document() : JSON.parse(text);
}
function nodeOf({ className, lang, text, runs, height }) {
    if (text === undefined) {
        const room = document.createElement("div");
        room.style.height = `${height}px`;
        return room;
    }
    const node = document.createElement("p");
    node.className = className ?? "";
    if (lang !== undefined)
        node.lang = lang;
    if (runs === undefined)
        node.textContent = text;
    else
        node.replaceChildren(...runs.map(spanOf));
    return node;
}
function spanOf({ className, lang, text, name, style }) {
    if (className === undefined && name === undefined)
        return document.createTextNode(text ?? "");
    const span = document.createElement("span");
    if (className !== undefined)
        span.className = className;
    if (lang !== undefined)
        span.lang = lang;
    if (name !== undefined)
        span.dataset["run"] = name;
    Object.assign(span.style, style);
    span.textContent = text ?? "";
    return span;
}
/** Returns the text of a block, without the boxes in it. */
export function textOf(text) {
    return typeof text === "string" ? text : text.map((run) => (typeof run === "string" ? run : "text" in run ? run.text : "")).join("");
}
function bodyIn(item) {
    if (item === undefined || typeof item === "string")
        return item;
    if (typeof item === "number")
        return undefined;
    // A list of numbers is an item's size, and any other list a body.
    if (Array.isArray(item))
        return typeof item[0] === "number" ? undefined : item;
    return item.body;
}
/** Whether nothing is left of a text once its white space has collapsed. */
function isEmpty(text, style) {
    switch (style?.whiteSpace) {
        case "pre":
        case "pre-wrap":
        case "break-spaces": return text === "";
        case "pre-line": return /^[ \t]*$/.test(text);
        default: return /^[ \t\n\r]*$/.test(text);
    }
}
/** Returns a layout's options of bodies: those of the layout that arranges the items, if there is one. */
function optionsIn(layout) {
    const { body, group } = (layout ?? {});
    return group?.arrangement === undefined ? body : optionsIn(group.arrangement);
}
/** Returns the layout for a container: the first variant that matches it. */
function layoutFor(layout, container) {
    if (layout === undefined || !Array.isArray(layout))
        return layout;
    return layout.find(({ when }) => matches(when, container))?.layout;
}
// A document whose variants ask about heights has a height.
function matches(when, { width, height = 0, direction = "ltr" }) {
    const { minWidth = 0, maxWidth = Infinity, minHeight = 0, maxHeight = Infinity } = when ?? {};
    return minWidth <= width && width <= maxWidth && minHeight <= height && height <= maxHeight && (when?.direction ?? direction) === direction;
}
/** FNV-1a over UTF-16 units, as eight hexadecimal digits. */
function hash(text) {
    let bits = 0x811c9dc5;
    for (let at = 0; at < text.length; at += 1)
        bits = Math.imul(bits ^ text.charCodeAt(at), 0x01000193);
    return (bits >>> 0).toString(16).padStart(8, "0");
}
