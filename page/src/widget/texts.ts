// The texts of a player come from Python in every language; of languages other than English only what differs.

export type Texts = Record<string, string>;
export type Languages = Record<string, Texts>;

/** The first of the browser's languages that has texts, else English. */
export function chosen(languages: Languages): string {
  const tags = Object.keys(languages);
  const found = (wanted: string) =>
    tags.find((tag) => tag.toLowerCase() === wanted) ?? tags.find((tag) => tag === wanted.split("-")[0]);
  return navigator.languages.map((wanted) => found(wanted.toLowerCase())).find(Boolean) ?? "en";
}

/** The texts of a language, English where it has none. */
export function textsIn(languages: Languages, tag: string): Texts {
  return { ...languages["en"], ...languages[tag] };
}

/** A text with its fields filled in. */
export function filled(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (field, name: string) => (Object.hasOwn(values, name) ? String(values[name]) : field));
}
