// SPDX-License-Identifier: Apache-2.0
// Fills a template: replaces names in braces by an item's fields, as text, never as HTML or as a script. Another item's
// fields, or newer ones, can be filled into the same nodes.

export type Fields = Record<string, unknown>;

/** Fills one place of a template that names fields. */
type Hole = (fields: Fields) => void;

/** A copy of a template, filled for one item. */
export class FilledTemplate {
  readonly content: DocumentFragment;
  private readonly holes: Hole[] = [];

  constructor(template: HTMLTemplateElement, fields: Fields) {
    this.content = document.importNode(template.content, true);
    const walker = document.createTreeWalker(this.content, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      if (node instanceof Element) this.holes.push(...attributeHoles(node));
      else if (node.nodeValue?.includes("{") && !isScript(node.parentNode)) this.holes.push(textHole(node, node.nodeValue));
    }
    this.fill(fields);
  }

  /** Fills fields in. Unchanged texts and attributes are not touched, so that no image loads again. */
  fill(fields: Fields): void {
    for (const hole of this.holes) hole(fields);
  }
}

const name = /\{([\w-]+)\}/g;

function textHole(node: Node, text: string): Hole {
  return (fields) => {
    const filled = filledIn(text, fields);
    if (node.nodeValue !== filled) node.nodeValue = filled;
  };
}

function attributeHoles(element: Element): Hole[] {
  const attributes = [...element.attributes].filter((one) => one.value.includes("{"));
  return attributes.filter((one) => !isProgram(element, one.name)).map(({ name: attribute, value }) => (fields) => {
    const filled = filledIn(value, fields);
    // Remove the attribute: an image with the source "{src}" would send a useless request.
    if (runs(filled) || isWithout(value, fields)) element.removeAttribute(attribute);
    else if (element.getAttribute(attribute) !== filled) element.setAttribute(attribute, filled);
  });
}

function filledIn(text: string, fields: Fields): string {
  return text.replace(name, (whole, field: string) => Object.hasOwn(fields, field) ? String(fields[field] ?? "") : whole);
}

/** Whether an attribute consists of a single field that the item doesn't have. */
function isWithout(value: string, fields: Fields): boolean {
  const field = /^\{([\w-]+)\}$/.exec(value)?.[1];
  return field !== undefined && !Object.hasOwn(fields, field);
}

/** Whether an attribute contains a script or a whole page, which must not come from an item's data. */
function isProgram(element: Element, attribute: string): boolean {
  return isScript(element) || /^on|^srcdoc$/i.test(attribute);
}

function isScript(node: Node | null): boolean {
  return node instanceof Element && node.localName === "script";
}

/** Whether a URL is a script. Browsers ignore white space and control characters before and in its scheme. */
function runs(value: string): boolean {
  return /^javascript:/i.test(value.replace(/[\u0000-\u0020]/g, ""));
}
