// Sentences as data: a template, and the values in its fields. cubeproof/sentences.py describes the grammar; a test compares the two.

import type { Said, SaidWithin, Value } from "./wire";

/** The value of a field. */
export type { Value };
export type Values = Readonly<Record<string, Value>>;

/** A sentence as the server sends it. Without a code it is plain text, such as what another program said. */
export type Sentence = Said;

/** Text of the server: a sentence, a sentence inside another, or plain text. */
export type Sayable = string | Said | SaidWithin;

export function textOf(said: Sayable): string {
  return typeof said === "string" ? said : said.text;
}

/** How a language writes values; the names are those of a language's file. */
export interface Conventions {
  decimal: string;
  grouping: string;
  /** The opening and closing quotation marks; null for Python's. */
  quotes: readonly [string, string] | null;
  comma: string;
  semicolon: string;
  conjunction: string;
  disjunction: string;
  /** The least and the greatest number with the singular. */
  one: readonly [number, number];
}

export const ENGLISH: Conventions = {
  decimal: ".",
  grouping: ",",
  quotes: null,
  comma: ", ",
  semicolon: "; ",
  conjunction: " and ",
  disjunction: " or ",
  one: [1, 1],
};

interface Field {
  name: string;
  quoted: boolean;
  spec: string;
  choices: Map<string, Part[]>;
}
type Part = string | Field;

const OPENING = /\{([\p{L}\p{N}_]+)(!r)?(?::([^?{}|]*))?([?}])/uy;
const KEY = /([\p{L}\p{N}_.-]+):/uy;
/** The formats of values that are not numbers. */
const WORDS = new Set(["", "open", "colours", "faces", "and", "or", "sentences", "lines", "semicolons"]);
const NUMBER = /^(,?)(?:\.(\d+)f|(g)|)$/;

const parsed = new Map<string, Part[]>();

function partsOf(template: string): Part[] {
  const known = parsed.get(template);
  if (known) return known;
  const [parts, end] = readParts(template, 0, false);
  if (end !== template.length) throw new Error(`A brace is too many in the template ${template}.`);
  parsed.set(template, parts);
  return parts;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** The parts from `at` to the end of the text, or to the end of the choice that contains them; and the place of that end. */
function readParts(template: string, at: number, nested: boolean): [Part[], number] {
  const parts: Part[] = [];
  let text = "";
  while (at < template.length) {
    const two = template.slice(at, at + 2);
    const sign = two[0]!;
    if (two === "{{" || (two === "}}" && !nested)) {
      text += sign;
      at += 2;
    } else if (sign === "{") {
      if (text) parts.push(text);
      text = "";
      const [field, end] = readField(template, at);
      parts.push(field);
      at = end;
    } else if (sign === "}" || (nested && sign === "|")) {
      break;
    } else {
      text += sign;
      at += 1;
    }
  }
  if (text) parts.push(text);
  return [parts, at];
}

function readField(template: string, start: number): [Field, number] {
  const opening = matchAt(OPENING, template, start);
  if (!opening) throw new Error(`There is no field at ${start} of the template ${template}.`);
  const choices = new Map<string, Part[]>();
  let at = start + opening[0].length;
  let sign = opening[4];
  while (sign === "?" || sign === "|") {
    const key = matchAt(KEY, template, at);
    if (!key) throw new Error(`There is no choice at ${at} of the template ${template}.`);
    const [parts, end] = readParts(template, at + key[0].length, true);
    choices.set(key[1]!, parts);
    sign = template[end];
    at = end + 1;
  }
  if (sign !== "}") throw new Error(`A brace is missing in the template ${template}.`);
  const spec = opening[3] ?? "";
  if (spec && (choices.size > 0 || !(WORDS.has(spec) || NUMBER.test(spec)))) {
    throw new Error(`Nothing is written as ${spec} says, in the template ${template}.`);
  }
  return [{ name: opening[1]!, quoted: opening[2] !== undefined, spec, choices }, at];
}

/** The names of a template's fields. */
export function fieldsOf(template: string): string[] {
  const names = new Set<string>();
  const look = (parts: Part[]) => {
    for (const part of parts) {
      if (typeof part === "string") continue;
      names.add(part.name);
      part.choices.forEach(look);
    }
  };
  look(partsOf(template));
  return [...names];
}

/**
 * A template with its values.
 * @param translated puts a sentence that is a value into the language
 * @param named writes names for letters of faces, which denote colours or places
 */
export function rendered(
  template: string,
  values: Values,
  conventions: Conventions,
  translated: (sentence: SaidWithin) => string = ({ text }) => text,
  named: (letters: string, spec: string) => string = (letters) => letters,
): string {
  const written = (value: Value, field: Field): string => {
    const { quoted, spec } = field;
    const open = (text: string) => (spec === "open" && text.endsWith(".") ? text.slice(0, -1) : text);
    if (Array.isArray(value)) {
      const members = (value as readonly Value[]).map((member) => written(member, field));
      return joined(members, spec, conventions);
    }
    if (isSentence(value)) return open(translated(value));
    if (typeof value === "string") return quoted ? quotation(value, conventions.quotes) : spec === "colours" || spec === "faces" ? named(value, spec) : open(value);
    if (typeof value === "number") return numeral(value, WORDS.has(spec) ? "" : spec, conventions);
    return value === null ? "None" : value ? "True" : "False";
  };
  const part = (one: Part): string => {
    if (typeof one === "string") return one;
    const value = values[one.name];
    if (value === undefined) throw new Error(`There is no ${one.name} for the template ${template}.`);
    return one.choices.size > 0 ? chosen(one, value, conventions).map(part).join("") : written(value, one);
  };
  return partsOf(template).map(part).join("");
}

export function isSentence(value: unknown): value is SaidWithin {
  return typeof value === "object" && value !== null && "text" in value && "code" in value;
}

function chosen({ choices }: Field, value: Value, { one: [least, most] }: Conventions): Part[] {
  const names =
    typeof value === "number" ? [general(value), least <= value && value <= most ? "one" : "other"]
    : value === null ? ["none"]
    : isSentence(value) ? [value.code || value.text]
    : [String(value)];
  const name = [...names, "other"].find((name) => choices.has(name));
  // A name without a choice is shown itself.
  return name === undefined ? [names[0]!] : choices.get(name)!;
}

function joined(members: string[], how: string, { comma, semicolon, conjunction, disjunction }: Conventions): string {
  if ((how === "and" || how === "or") && members.length > 1) {
    return members.slice(0, -1).join(comma) + (how === "and" ? conjunction : disjunction) + members.at(-1)!;
  }
  return members.join({ sentences: " ", lines: "\n", semicolons: semicolon }[how] ?? comma);
}

/** A text as Python's `repr` writes it, or with the language's quotation marks instead of Python's. */
function quotation(text: string, quotes: Conventions["quotes"]): string {
  const sign = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = [...text].map((one) => escape(one, sign)).join("");
  return quotes ? quotes[0] + escaped + quotes[1] : sign + escaped + sign;
}

const ESCAPED: Record<string, string> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escape(one: string, sign: string): string {
  if (one === sign) return `\\${one}`;
  if (one in ESCAPED) return ESCAPED[one]!;
  if (one === " " || !/[\p{C}\p{Z}]/u.test(one)) return one;
  const code = one.codePointAt(0)!;
  const [letter, digits] = code < 0x100 ? ["x", 2] : code < 0x10000 ? ["u", 4] : (["U", 8] as const);
  return `\\${letter}${code.toString(16).padStart(digits as number, "0")}`;
}

/** A number as Python's `format` writes it, with the language's signs. */
function numeral(value: number, spec: string, { decimal, grouping }: Conventions): string {
  if (!Number.isFinite(value)) return String(value);
  const [, grouped, digits, short] = NUMBER.exec(spec)!;
  const text = digits !== undefined ? fixed(value, Number(digits)) : short ? general(value, 6) : general(value);
  const [whole, ...rest] = text.split(".");
  const parts = [grouped ? whole!.replace(/\B(?=(\d{3})+$)/g, grouping) : whole!, ...rest];
  return parts.join(decimal);
}

/** With this number of digits after the point. Python rounds a half to the even digit, JavaScript up. */
function fixed(value: number, digits: number): string {
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  const figures = scaled(Math.abs(value), digits).toString().padStart(digits + 1, "0");
  return sign + (digits > 0 ? `${figures.slice(0, -digits)}.${figures.slice(-digits)}` : figures);
}

/** The whole number nearest to value × 10^power, exactly; of two that are as near, the even one. */
function scaled(value: number, power: number): bigint {
  // A double is a whole number times a power of two.
  let halvings = 0;
  while (!Number.isInteger(value)) {
    value *= 2;
    halvings += 1;
  }
  const ten = 10n ** BigInt(Math.abs(power));
  const above = BigInt(value) * (power > 0 ? ten : 1n);
  const below = (1n << BigInt(halvings)) * (power < 0 ? ten : 1n);
  const whole = above / below;
  const twice = 2n * (above % below);
  return twice > below || (twice === below && whole % 2n === 1n) ? whole + 1n : whole;
}

/** With this number of significant digits, as Python's `g`; without a number, with the digits of Python's `str`. */
function general(value: number, precision?: number): string {
  if (precision === undefined && Number.isInteger(value)) return Object.is(value, -0) ? "0" : BigInt(value).toString();
  if (value === 0) return Object.is(value, -0) ? "-0" : "0";
  let [figures, power] = Math.abs(value).toExponential().split("e") as [string, string | number];
  let exponent = Number(power);
  figures = figures.replace(".", "");
  if (precision !== undefined) {
    figures = scaled(Math.abs(value), precision - 1 - exponent).toString();
    exponent += figures.length - precision;
    figures = figures.slice(0, precision).replace(/0+$/, "");
  }
  const sign = value < 0 ? "-" : "";
  if (exponent < -4 || exponent >= (precision ?? 16)) {
    const tail = `${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
    return `${sign}${figures[0]}${figures.length > 1 ? `.${figures.slice(1)}` : ""}e${tail}`;
  }
  if (exponent < 0) return `${sign}0.${"0".repeat(-exponent - 1)}${figures}`;
  const whole = figures.slice(0, exponent + 1).padEnd(exponent + 1, "0");
  return sign + (figures.length > exponent + 1 ? `${whole}.${figures.slice(exponent + 1)}` : whole);
}
