// What a JSON Schema says about a place in a document: which fields and values may stand there, and what they mean.

export class SchemaGuide {
  constructor(schema) { this.schema = schema; }

  /** What may stand at the end of a way (json-tree.js): the schemas that what is written there already does not rule out. */
  at(way, { ignoring } = {}) {
    let schemas = this.narrowed(this.branches(this.schema), way[0].node, ignoring);
    for (const { node, step } of way.slice(1)) {
      const under = schemas.flatMap((one) => this.branches(childOf(one, step)));
      schemas = this.narrowed(under, node, ignoring);
    }
    return schemas;
  }

  /** A schema's alternatives, each without references. What is said beside a reference or alternatives goes before what they say. */
  branches(schema) {
    if (schema === undefined || schema === true || schema === false) return [];
    const { $ref, oneOf, anyOf, ...own } = schema;
    const says = Object.fromEntries(["description", "default"].filter((name) => own[name] !== undefined).map((name) => [name, own[name]]));
    if ($ref !== undefined) return this.branches(this.referred($ref)).map((one) => ({ ...one, ...says }));
    // Some only say what is needed together; they describe nothing.
    const alternatives = [...(oneOf ?? []), ...(anyOf ?? [])].filter((one) => one.$ref ?? one.oneOf ?? (describes(one) ? one : undefined));
    const branches = alternatives.flatMap((one) => this.branches(one)).map((one) => ({ ...says, ...one, about: own.description ?? one.about }));
    return describes(own) || branches.length === 0 ? [own, ...branches] : branches;
  }

  referred(reference) {
    return reference.slice(2).split("/").reduce((schema, name) => schema?.[name], this.schema);
  }

  /** Those that a value may be meant for: of its kind, with its constants, and with the fields that it has. */
  narrowed(schemas, node, ignoring) {
    if (node === undefined) return schemas;
    const ofKind = schemas.filter((one) => isOfKind(one, node));
    if (node.kind !== "object") return ofKind.length > 0 ? ofKind : schemas;
    const members = node.members.filter((one) => one.start !== ignoring);
    const tests = [
      ({ properties }) => members.every(({ name, value }) => fits(properties?.[name], value)),
      ({ properties }) => members.every(({ name }) => properties !== undefined && Object.hasOwn(properties, name)),
    ];
    return tests.reduce((left, test) => { const right = left.filter(test); return right.length > 0 ? right : left; }, ofKind);
  }

  /** The fields that an object may have beside those it has, what it needs first: `{name, schemas, isNeeded}`. */
  fields(schemas, taken) {
    const found = new Map();
    for (const { properties = {}, required = [] } of schemas) {
      for (const [name, schema] of Object.entries(properties)) {
        if (taken.has(name) || schema === false) continue;
        const field = found.get(name) ?? { name, schemas: [], isNeeded: false };
        field.schemas.push(...this.branches(schema));
        field.isNeeded ||= required.includes(name);
        found.set(name, field);
      }
    }
    return [...found.values()].sort((one, other) => Number(other.isNeeded) - Number(one.isNeeded));
  }

  /** The values that may stand somewhere, as JSON, each with what is said of it. */
  values(schemas) {
    const found = new Map();
    for (const one of schemas) {
      const values = one.enum ?? (one.const === undefined ? (one.type === "boolean" ? [true, false] : []) : [one.const]);
      for (const value of values) found.set(JSON.stringify(value), one.description ?? "");
      const standard = JSON.stringify(one.default);
      if (standard !== undefined && typeof one.default !== "object" && !found.has(standard)) found.set(standard, "What holds where nothing is said.");
    }
    return [...found].map(([text, about]) => ({ text, about }));
  }

  /** What a place may hold, in a few words: its type and its bounds, its default, and what it means. */
  describe(schemas) {
    const types = [...new Set(schemas.map(typeText))].filter((one) => one !== "").join(" or ");
    const standard = schemas.find((one) => one.default !== undefined && typeof one.default !== "object")?.default;
    const abouts = [...new Set(schemas.flatMap(({ about, description }) => [about, description]).filter((one) => one !== undefined))];
    return { types, standard: standard === undefined ? "" : JSON.stringify(standard), about: abouts.slice(0, 2).map((one) => one.trim().replaceAll("\n", " ")).join(" ") };
  }
}

/** Whether a schema says by itself what a value is like. */
function describes({ type, properties, const: only, enum: values }) {
  return (type ?? properties ?? only ?? values) !== undefined;
}

function childOf({ properties, prefixItems, items }, step) {
  return typeof step === "string" ? (Object.hasOwn(properties ?? {}, step) ? properties[step] : undefined) : prefixItems?.[step] ?? items;
}

function isOfKind({ type, properties, items }, { kind, value }) {
  if (kind === "object") return type === "object" || (type === undefined && properties !== undefined);
  if (kind === "array") return type === "array" || (type === undefined && items !== undefined);
  if (kind === "string") return type === undefined || type === "string";
  return type === undefined || type === (typeof value === "boolean" ? "boolean" : "number") || (type === "integer" && Number.isInteger(value));
}

function fits(schema, node) {
  if (node === undefined || schema === undefined || node.value === undefined) return true;
  if (schema.const !== undefined) return schema.const === node.value;
  return schema.enum === undefined || schema.enum.includes(node.value);
}

function typeText({ type, title, enum: values, const: only, minimum, exclusiveMinimum, maximum }) {
  if (only !== undefined) return JSON.stringify(only);
  if (values !== undefined) return values.map((one) => JSON.stringify(one)).join(", ");
  if (title !== undefined) return title;
  // Bounds that only say what a double holds are left out.
  const isTold = (bound) => bound !== undefined && Math.abs(bound) <= 1e7;
  const bounds = [
    isTold(exclusiveMinimum) ? `> ${exclusiveMinimum}` : isTold(minimum) ? `≥ ${minimum}` : "", isTold(maximum) ? `≤ ${maximum}` : "",
  ].filter((one) => one !== "");
  return [Array.isArray(type) ? type.join(" or ") : type ?? "", ...bounds].join(" ").trim();
}
