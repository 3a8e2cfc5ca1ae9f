// SPDX-License-Identifier: Apache-2.0
import { isForCanvas, PageTexts } from "./page-texts.js";
import { StyleLines } from "./text-lines.js";
const limit = 1 << 25;
const encoder = new TextEncoder();
class Generations {
    young = new Map();
    old = new Map();
    add;
    constructor(add) { this.add = add; }
    get(text) {
        const found = this.young.get(text);
        if (found !== undefined)
            return found;
        const older = this.old.get(text);
        if (older !== undefined)
            this.set(text, older);
        return older;
    }
    set(text, prepared) {
        this.young.set(text, prepared);
        this.add(300 + 4 * text.length + 40 * prepared.starts.length);
    }
    age() {
        this.old = this.young;
        this.young = new Map();
    }
}
class Face {
    lines;
    texts;
    isForCanvas;
    isParagraph;
    families;
    font;
    style;
    direction;
    checked = new Uint8Array(1 << 16);
    constructor(style, direction, canvas, add) {
        const { fontFamily, fontSize = 16, fontWeight = 400, fontStyle = "normal" } = style;
        this.families = typeof fontFamily === "string" ? [fontFamily] : [...fontFamily];
        const list = this.families.map((family) => `"${family.replace(/["\\]/g, "\\$&").replace(/\n/g, "\\a ")}"`);
        this.font = `${fontStyle} ${fontWeight} ${fontSize}px ${list.join(",")}`;
        this.style = style;
        this.isForCanvas = isForCanvas(style);
        this.isParagraph = (style.textWrap ?? "wrap") !== "wrap";
        this.direction = style.direction ?? direction;
        this.lines = new StyleLines(style.wordBreak === "break-word" ? { ...style, wordBreak: "normal", overflowWrap: "anywhere" } : style, (text) => canvas.width(this, text));
        this.texts = new Generations(add);
    }
    apply(context) {
        const { letterSpacing = 0, lang = "" } = this.style;
        context.canvas.lang = lang;
        Object.assign(context, { font: this.font, fontKerning: "normal", lang: lang === "" ? "inherit" : lang, letterSpacing: `${letterSpacing}px`, direction: this.direction });
    }
    unseen(text) {
        let found = "";
        for (let at = 0; at < text.length; at += 1) {
            const unit = text.charCodeAt(at);
            if (this.checked[unit] === 1)
                continue;
            this.checked[unit] = 1;
            if ((unit & 0xfc00) !== 0xd800)
                found += String.fromCodePoint(text.codePointAt((unit & 0xfc00) === 0xdc00 && at > 0 ? at - 1 : at));
        }
        return found;
    }
    forget() {
        this.checked = new Uint8Array(1 << 16);
        this.lines.forget();
        this.texts.age();
        this.texts.age();
    }
}
class Canvas {
    context;
    current;
    constructor() {
        const context = document.createElement("canvas").getContext("2d");
        if (context === null)
            throw new Error("this browser gives no canvas to measure texts with");
        this.context = context;
    }
    width(face, text) {
        if (this.current !== face) {
            face.apply(this.context);
            this.current = face;
        }
        return this.context.measureText(text).width;
    }
}
export class TextMeasurer {
    canvas = new Canvas();
    page = new PageTexts();
    faces = new Map();
    bytes = 0;
    awaited = new WeakSet();
    onForget;
    constructor(onForget = () => { }) {
        this.onForget = onForget;
        fontsOfPage()?.addEventListener("loadingdone", (event) => {
            const { fontfaces } = event;
            const named = new Set([...this.faces.values()].flatMap(({ families }) => families.map((family) => family.toLowerCase())));
            const isNews = (font) => !this.awaited.has(font) && named.has(font.family.replace(/^["']|["']$/g, "").toLowerCase());
            if (!fontfaces.some(isNews))
                return;
            this.forget();
            this.onForget();
        });
    }
    measure(list) {
        const asked = JSON.parse(list), wanted = new Map();
        const faces = asked.names.map((name) => this.face(asked.styles[name], asked.direction));
        const { questions } = asked, known = [];
        const want = (face, text) => {
            const unseen = face.unseen(text);
            if (unseen !== "")
                wanted.set(face, (wanted.get(face) ?? "") + unseen);
        };
        for (let index = 0; index < questions.length; index += 1) {
            const [style, text] = questions[index], face = faces[style];
            const prepared = typeof text === "string" ? face.texts.get(text) : undefined;
            known.push(prepared);
            for (const run of typeof text === "string" ? [text] : text) {
                if (typeof run === "string") {
                    if (prepared === undefined)
                        want(face, run);
                }
                else if (run.length === 2)
                    want(faces[run[0]], run[1]);
            }
        }
        const styles = asked.names.map((name) => asked.styles[name]);
        const fonts = fontsOfPage(), missing = [...wanted].filter(([{ font }, sample]) => fonts !== undefined && !fonts.check(font, sample));
        if (fonts === undefined || missing.length === 0)
            return this.answers(asked, styles, faces, known);
        return this.load(fonts, missing).then((areLoaded) => {
            const answers = this.answers(asked, styles, faces, []);
            if (!areLoaded)
                this.forget();
            return answers;
        });
    }
    async load(fonts, missing) {
        const loads = missing.map(async ([{ font }, sample]) => {
            for (const one of await fonts.load(font, sample))
                this.awaited.add(one);
        });
        const results = await Promise.allSettled(loads);
        for (const [face] of missing)
            face.forget();
        return results.every(({ status }) => status === "fulfilled");
    }
    forget() {
        for (const face of this.faces.values())
            face.forget();
    }
    face(style, direction) {
        const key = JSON.stringify([style, direction]);
        let face = this.faces.get(key);
        if (face === undefined) {
            if (this.faces.size >= 256)
                this.faces.clear();
            this.faces.set(key, face = new Face(style, direction, this.canvas, (bytes) => this.count(bytes)));
        }
        return face;
    }
    count(bytes) {
        this.bytes += bytes;
        if (this.bytes <= limit / 2)
            return;
        this.bytes = 0;
        for (const { texts } of this.faces.values())
            texts.age();
    }
    answers({ questions, direction }, styles, faces, known) {
        const parts = [], isPlain = questions.every((question) => question.length < 4);
        const numbers = new Float64Array(questions.length), view = new DataView(numbers.buffer);
        for (let index = 0; index < questions.length; index += 1) {
            const [style, text, width, wantsLines] = questions[index], face = faces[style];
            if (typeof text !== "string" || !face.isForCanvas || (wantsLines === 1 && face.isParagraph)) {
                const found = this.page.measure(text, styles, style, direction, width, wantsLines === 1);
                if (wantsLines === 1) {
                    parts.push(linesOf(found.lines));
                }
                else {
                    view.setFloat64(8 * index, width === undefined ? found.width : found.height, true);
                    if (!isPlain)
                        parts.push(new Uint8Array(numbers.buffer, 8 * index, 8));
                }
                continue;
            }
            let prepared = known[index] ?? face.texts.get(text);
            if (prepared === undefined)
                face.texts.set(text, prepared = face.lines.prepare(text));
            if (wantsLines === 1) {
                parts.push(linesOf(face.lines.lines(prepared, width)));
            }
            else {
                view.setFloat64(8 * index, width === undefined ? face.lines.naturalWidth(prepared) : face.lines.height(prepared, width), true);
                if (!isPlain)
                    parts.push(new Uint8Array(numbers.buffer, 8 * index, 8));
            }
        }
        return isPlain ? new Uint8Array(numbers.buffer) : joined(parts);
    }
}
function linesOf(lines) {
    const encoded = lines.map((line) => encoder.encode(line));
    const bytes = new Uint8Array(8 + encoded.reduce((sum, line) => sum + 4 + line.length, 0)), view = new DataView(bytes.buffer);
    view.setFloat64(0, lines.length, true);
    let place = 8;
    for (const line of encoded) {
        view.setUint32(place, line.length, true);
        bytes.set(line, place + 4);
        place += 4 + line.length;
    }
    return bytes;
}
function joined(parts) {
    const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let place = 0;
    for (const part of parts) {
        bytes.set(part, place);
        place += part.length;
    }
    return bytes;
}
function fontsOfPage() {
    return globalThis.document?.fonts;
}
