// What a JSON Schema says about a place in a document: the fields and values allowed there, and their meaning.

export class SchemaGuide {
  constructor(schema) { this.schema = withoutNull(schema); }

  /** Returns the schemas for the end of a way (json-tree.js), without those that the text there already excludes. */
  at(way, { ignoring } = {}) {
    let schemas = this.narrowed(this.branches(this.schema), way[0].node, ignoring);
    for (const { node, step } of way.slice(1)) {
      const under = schemas.flatMap((one) => this.branches(childOf(one, step)));
      schemas = this.narrowed(under, node, ignoring);
    }
    return schemas;
  }

  /** Returns a schema's alternatives, with references resolved. A description beside a reference or alternatives overrides theirs. */
  branches(schema) {
    if (schema === undefined || schema === true || schema === false) return [];
    const { $ref, oneOf, anyOf, allOf = [], ...own } = schema;
    // Each case of a schema that chooses by `if` is an alternative; its type and its field repeat what the cases say.
    const cases = allOf.flatMap(({ then }) => then ?? []);
    if (cases.length > 0) for (const name of ["type", "properties", "required"]) delete own[name];
    const says = Object.fromEntries(["description", "default"].filter((name) => own[name] !== undefined).map((name) => [name, own[name]]));
    if ($ref !== undefined) return this.branches(this.referred($ref)).map((one) => ({ ...one, ...says }));
    // Some alternatives only say which fields are required together; they describe nothing.
    const alternatives = [...(oneOf ?? []), ...(anyOf ?? []), ...cases].filter((one) => one.$ref ?? one.oneOf ?? one.allOf ?? (describes(one) ? one : undefined));
    const branches = alternatives.flatMap((one) => this.branches(one)).map((one) => ({ ...says, ...one, about: own.description ?? one.about }));
    return describes(own) || branches.length === 0 ? [own, ...branches] : branches;
  }

  referred(reference) {
    return reference.slice(2).split("/").reduce((schema, name) => schema?.[name], this.schema);
  }

  /** Returns the schemas that a value may be meant for: of its kind, with its constants and its fields. */
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

  /** Returns the further fields that an object may have, required ones first: `{name, schemas, isNeeded}`. */
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

  /** Returns the values that schemas allow, as JSON, each with its description. */
  values(schemas) {
    const found = new Map();
    for (const one of schemas) {
      const values = one.enum ?? (one.const === undefined ? (one.type === "boolean" ? [true, false] : []) : [one.const]);
      for (const value of values) found.set(JSON.stringify(value), one.description ?? "");
      const standard = JSON.stringify(one.default);
      if (standard !== undefined && typeof one.default !== "object" && !found.has(standard)) found.set(standard, "The default.");
    }
    return [...found].map(([text, about]) => ({ text, about }));
  }

  /** Describes schemas in a few words: type and bounds, default, and meaning. */
  describe(schemas) {
    const types = [...new Set(schemas.map(typeText))].filter((one) => one !== "").join(" or ");
    const standard = schemas.find((one) => one.default !== undefined && typeof one.default !== "object")?.default;
    const abouts = [...new Set(schemas.flatMap(({ about, description }) => [about, description]).filter((one) => one !== undefined))];
    return { types, standard: standard === undefined ? "" : JSON.stringify(standard), about: abouts.slice(0, 2).map((one) => one.trim().replaceAll("\n", " ")).join(" ") };
  }
}

/** Returns a schema without the null that stands for a field left out: there is nothing to say of it. */
function withoutNull(node) {
  if (Array.isArray(node)) return node.map(withoutNull);
  if (typeof node !== "object" || node === null) return node;
  const { if: condition, then, ...own } = node;
  if (condition?.not?.type === "null") return withoutNull({ ...then, ...own });
  const result = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, withoutNull(value)]));
  if (Array.isArray(result.type)) result.type = result.type.length === 2 ? result.type.find((one) => one !== "null") : result.type.filter((one) => one !== "null");
  if (Array.isArray(result.enum)) result.enum = result.enum.filter((one) => one !== null);
  if (Array.isArray(result.oneOf)) result.oneOf = result.oneOf.filter((one) => one.type !== "null");
  return result;
}

/** Whether a schema itself describes a value. */
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
  // Bounds that only state a double's range are left out.
  const isTold = (bound) => bound !== undefined && Math.abs(bound) <= 1e7;
  const bounds = [
    isTold(exclusiveMinimum) ? `> ${exclusiveMinimum}` : isTold(minimum) ? `≥ ${minimum}` : "", isTold(maximum) ? `≤ ${maximum}` : "",
  ].filter((one) => one !== "");
  return [Array.isArray(type) ? type.join(" or ") : type ?? "", ...bounds].join(" ").trim();
}
