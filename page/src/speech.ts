// The texts of the page, each a template with a code `page.VIEW.NAME`, and the server's sentences, in the current language.
import { signal } from "@preact/signals";
import { ENGLISH, fieldsOf, isSentence, rendered, type Conventions, type Sayable, type Sentence, type Value, type Values } from "./sentences";

export interface Language {
  /** As browsers have it: "fr". */
  tag: string;
  conventions: Conventions;
  /** Templates by their codes; a text without a template is English. */
  templates: Readonly<Record<string, string>>;
}

export const english: Language = { tag: "en", conventions: ENGLISH, templates: {} };

/** The current language. */
export const spoken = signal(english);

/** The English of every template of the page, by its code. */
export const templates: Record<string, string> = {};

/** The names of the fields of a template, as types have them. */
type Fields<T extends string> = T extends `${string}{${infer Rest}` ? Name<Rest> | Fields<Rest> : never;
type Name<T extends string> = Before<Before<Before<Before<T, "}">, "?">, ":">, "!">;
type Before<T extends string, Sign extends string> = T extends `${infer Start}${Sign}${string}` ? Start : T;
type ValuesOf<T extends string> = { [Field in Fields<T>]: Value };

type Text<T extends string, Result> = [Fields<T>] extends [never] ? Result : (values: ValuesOf<T>) => Result;
type ToSentence<T extends string> = [Fields<T>] extends [never] ? () => Sentence : (values: ValuesOf<T>) => Sentence;

/**
 * The texts of a view: a template without fields is a text, a template with fields a function of their values. Read during rendering,
 * they follow the language.
 */
export function words<const T extends Record<string, string>>(view: string, english: T): { readonly [N in keyof T]: Text<T[N], string> } {
  const texts = {};
  for (const [name, template] of Object.entries(english)) {
    const code = entered(view, name, template);
    const said = fieldsOf(template).length > 0
      ? { value: (values: Values) => inWords(code, template, values) }
      : { get: () => inWords(code, template, {}) };
    Object.defineProperty(texts, name, { ...said, enumerable: true });
  }
  return texts as { [N in keyof T]: Text<T[N], string> };
}

/** Sentences of the page that are stored before they are shown, as the server's are. */
export function sentences<const T extends Record<string, string>>(view: string, english: T): { readonly [N in keyof T]: ToSentence<T[N]> } {
  const entries = Object.entries(english).map(([name, template]) => {
    const code = entered(view, name, template);
    const sentence = (values: Values = {}): Sentence => ({ text: rendered(template, values, ENGLISH), code, template, values });
    return [name, sentence];
  });
  return Object.fromEntries(entries) as { [N in keyof T]: ToSentence<T[N]> };
}

function entered(view: string, name: string, template: string): string {
  const code = `page.${view}.${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  if (code in templates) throw new Error(`Two templates have the code ${code}.`);
  templates[code] = template;
  return code;
}

/** The word for a name of the server; "" if the page has none. */
export function named(several: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(several, name) ? several[name]! : "";
}

/** How letters of faces are written; the page's colours and places have names (`words/paint.ts`). */
let nameOf = (letters: string, _spec: string): string => letters;

export function nameLetters(how: typeof nameOf): void {
  nameOf = how;
}

/**
 * A sentence in the current language; English if the language has no valid template for it, with its fields in that language.
 * A sentence inside another may have no English template; it is all English then. Other text is returned unchanged.
 */
export function say(text: Sayable): string {
  if (!isSentence(text)) return text;
  const { code, values = {} } = text;
  if (!code) return text.text;
  return translated(code, values) ?? (text.template ? attempted(text.template, values, ENGLISH) : null) ?? text.text;
}

/** A claim about an answer; the usual way to count turns is not mentioned. */
export function sayClaim(claim: Sayable): string {
  return say(claim).replace(" (htm)", "");
}

function inWords(code: string, template: string, values: Values): string {
  return translated(code, values) ?? written(template, values, ENGLISH);
}

/** The language's template with its values; null without a valid template. */
function translated(code: string, values: Values): string | null {
  const { conventions, templates } = spoken.value;
  return Object.hasOwn(templates, code) ? attempted(templates[code]!, values, conventions) : null;
}

function attempted(template: string, values: Values, conventions: Conventions): string | null {
  try {
    return written(template, values, conventions);
  } catch {
    return null;
  }
}

/** A template with its values; a name at the start of a sentence is capitalised. */
function written(template: string, values: Values, conventions: Conventions): string {
  const text = rendered(template, values, conventions, say, nameOf);
  return /^\{\w+:(colours|faces)\}./.test(template) ? text.replace(/[^\uE000-\uE006]/u, (first) => first.toLocaleUpperCase()) : text;
}

/** A number in the current language. */
export function number(value: number, digits = 0): string {
  return rendered(`{value:,.${digits}f}`, { value }, spoken.value.conventions);
}
