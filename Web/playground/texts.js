// SPDX-License-Identifier: Apache-2.0
const paragraph = ["white-space", "word-break", "overflow-wrap", "line-break", "text-wrap", "text-indent", "direction", "hyphens"]
    .map((property) => `${property}:inherit`).join(";") + ";display:inline;overflow:visible;-webkit-line-clamp:none";
const scopes = "tatami-texts-";
const fetched = new WeakMap();
const written = new WeakMap();
const filled = new WeakMap();
export class Texts {
    scope;
    #document;
    #styles;
    #options = new Map();
    constructor(document) {
        const { textStyles = {}, container: { direction = "ltr" } } = document;
        this.#document = document;
        this.#styles = textStyles;
        this.scope = `${scopes}${hash(JSON.stringify([textStyles, direction]))}`;
    }
    static async load(layout, root = globalThis.document, document) {
        return Texts.prepare(layout.client, document ?? await documentOf(layout), root);
    }
    static async prepare(client, document, root = globalThis.document) {
        const texts = new Texts(document);
        await texts.addRules(client, root);
        return texts;
    }
    async rules(client) {
        if (Object.keys(this.#styles).length === 0)
            return "";
        const count = this.#document.sections?.length ?? 1;
        const options = new Map(Array.from({ length: count }, (_, section) => this.#optionsOf(section)).map(({ className, rules }) => [className, rules]));
        return [await this.#fetchRules(client), ...[...options.values()].flat()].join("\n");
    }
    async addRules(client, root = globalThis.document) {
        if (Object.keys(this.#styles).length === 0)
            return;
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
    async #fetchRules(client) {
        const selector = `.${this.scope}`, { container: { direction = "ltr" } } = this.#document;
        const styles = JSON.stringify({ container: { width: 1, height: 1, direction }, textStyles: this.#styles, layout: { type: "list" }, items: [] });
        const query = `rect=0,0,0,0&format=css&selector=${selector}`;
        const text = await client.ofOneEngine((engine) => client.lay(styles, query + engine, new AbortController().signal, (...request) => client.text(...request)));
        return text.replaceAll(`${selector} .tatami-body`, `${selector}.tatami-body`).split("\n")
            .filter((rule) => rule.startsWith(`${selector} .tatami-text-`) || rule.startsWith(`${selector}.tatami-body`)).join("\n");
    }
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
    classesOf(section) {
        return ["tatami-body", this.scope, this.#optionsOf(section).className];
    }
    itemAt(section, index) {
        const { sections, items } = this.#document, all = sections === undefined ? items : sections[section]?.items;
        return typeof all === "number" ? undefined : all?.[index];
    }
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
    bodyOf(item, section = 0) {
        const node = document.createElement("div");
        this.fill(node, item, section);
        return node;
    }
    fill(node, item, section = 0) {
        const blocks = this.blocksOf(item, section), key = JSON.stringify(blocks);
        for (const name of [...node.classList])
            if (name.startsWith(scopes))
                node.classList.remove(name);
        node.classList.add(...this.classesOf(section));
        if (filled.get(node) === key)
            return;
        filled.set(node, key);
        node.replaceChildren(...blocks.map(nodeOf));
    }
    get #onlyStyle() {
        const names = Object.keys(this.#styles);
        return names.length === 1 ? names[0] : undefined;
    }
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
                `.${this.scope} .tatami-run{${paragraph}}`,
            ] };
        this.#options.set(chosen, made);
        return made;
    }
}
async function documentOf(layout) {
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
export function textOf(text) {
    return typeof text === "string" ? text : text.map((run) => (typeof run === "string" ? run : "text" in run ? run.text : "")).join("");
}
function bodyIn(item) {
    if (item === undefined || typeof item === "string")
        return item;
    if (typeof item === "number")
        return undefined;
    if (Array.isArray(item))
        return typeof item[0] === "number" ? undefined : item;
    return item.body;
}
function isEmpty(text, style) {
    switch (style?.whiteSpace) {
        case "pre":
        case "pre-wrap":
        case "break-spaces": return text === "";
        case "pre-line": return /^[ \t]*$/.test(text);
        default: return /^[ \t\n\r]*$/.test(text);
    }
}
function optionsIn(layout) {
    const { body, group } = (layout ?? {});
    return group?.arrangement === undefined ? body : optionsIn(group.arrangement);
}
function layoutFor(layout, container) {
    if (layout === undefined || !Array.isArray(layout))
        return layout;
    return layout.find(({ when }) => matches(when, container))?.layout;
}
function matches(when, { width, height = 0, direction = "ltr" }) {
    const { minWidth = 0, maxWidth = Infinity, minHeight = 0, maxHeight = Infinity } = when ?? {};
    return minWidth <= width && width <= maxWidth && minHeight <= height && height <= maxHeight && (when?.direction ?? direction) === direction;
}
function hash(text) {
    let bits = 0x811c9dc5;
    for (let at = 0; at < text.length; at += 1)
        bits = Math.imul(bits ^ text.charCodeAt(at), 0x01000193);
    return (bits >>> 0).toString(16).padStart(8, "0");
}
