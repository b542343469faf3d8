// The language of the page. The server lists the languages, and sends the table of each but English.
import { effect, signal } from "@preact/signals";
import { api } from "./api";
import type { LanguageAnswer } from "./wire";
import { ENGLISH } from "./sentences";
import { read, write } from "./stored";
import { english, spoken, type Language } from "./speech";

export { named, number, say, spoken } from "./speech";

/** The languages to choose from: tags, and names in the language itself. */
export const languages = signal<readonly LanguageAnswer[]>([{ tag: "en", name: "English" }]);
/** The tag of the chosen language: the page speaks it when its table has arrived. */
export const wanted = signal("en");

/** The longest time that the first view waits for its words. */
const PATIENCE_MS = 2000;

effect(() => void (document.documentElement.lang = spoken.value.tag));

const tables = new Map<string, Promise<Language>>([["en", Promise.resolve(english)]]);

function tableOf(tag: string): Promise<Language> {
  const cached = tables.get(tag);
  if (cached) return cached;
  const table = api.language(tag).then(({ language: { name: _, ...conventions }, templates }) => ({
    tag,
    conventions: { ...ENGLISH, ...conventions },
    templates,
  }));
  tables.set(tag, table);
  table.catch(() => tables.delete(tag));
  return table;
}

async function speak(tag: string): Promise<void> {
  wanted.value = tag;
  try {
    const table = await tableOf(tag);
    if (wanted.peek() === tag) spoken.value = table;
  } catch {
    if (wanted.peek() === tag) wanted.value = spoken.peek().tag; // its table does not arrive
  }
}

/** The tag that the visitor chose, now or at an earlier visit. */
let chosen = read("language");

/** Speak another language, now and at the next visit. */
export function choose(tag: string): void {
  chosen = tag;
  write("language", tag);
  void speak(tag);
}

/** The first of some tags that has a language, with its region or without. */
function firstOf(tags: readonly string[]): string | undefined {
  const tagsInLowerCase = new Map(languages.peek().map(({ tag }) => [tag.toLowerCase(), tag]));
  return tags.flatMap((tag) => [tag.toLowerCase(), tag.toLowerCase().split("-")[0]!]).map((tag) => tagsInLowerCase.get(tag)).find(Boolean);
}

async function begin(): Promise<void> {
  try {
    languages.value = (await api.languages()).languages;
  } catch {
    return; // then it is English
  }
  await speak(firstOf(chosen === null ? [] : [chosen]) ?? firstOf(navigator.languages) ?? "en");
}

/** Whether the visitor's language is English, so that the page need not wait for the list. */
const isEnglish = chosen === null ? navigator.languages[0]?.toLowerCase().split("-")[0] === "en" : chosen === "en";
const begun = begin();

/** Resolves when the page has the words of its language, or has waited long enough. */
export const ready = isEnglish ? Promise.resolve() : Promise.race([begun, new Promise<void>((done) => setTimeout(done, PATIENCE_MS))]);
