// Which language the page speaks. The server says which there are, and sends the table of any but English.
import { effect, signal } from "@preact/signals";
import { api } from "./api";
import type { LanguageAnswer } from "./wire";
import { ENGLISH } from "./sentences";
import { read, write } from "./stored";
import { english, spoken, type Language } from "./speech";

export { named, number, say, spoken } from "./speech";

/** The languages to choose from, by their tags and by what they call themselves. */
export const languages = signal<readonly LanguageAnswer[]>([{ tag: "en", name: "English" }]);
/** The tag of the language that is wanted: the page speaks it as soon as its table has come. */
export const wanted = signal("en");

/** How long the first picture waits for its words. */
const PATIENCE_MS = 2000;

effect(() => void (document.documentElement.lang = spoken.value.tag));

const tables = new Map<string, Promise<Language>>([["en", Promise.resolve(english)]]);

function tableOf(tag: string): Promise<Language> {
  const known = tables.get(tag);
  if (known) return known;
  const asked = api.language(tag).then(({ language: { name: _, ...conventions }, templates }) => ({
    tag,
    conventions: { ...ENGLISH, ...conventions },
    templates,
  }));
  tables.set(tag, asked);
  asked.catch(() => tables.delete(tag));
  return asked;
}

async function speak(tag: string): Promise<void> {
  wanted.value = tag;
  try {
    const table = await tableOf(tag);
    if (wanted.peek() === tag) spoken.value = table;
  } catch {
    if (wanted.peek() === tag) wanted.value = spoken.peek().tag; // its table does not come
  }
}

/** The tag of what the visitor has chosen, now or at an earlier visit. */
let chosen = read("language");

/** Speak another language, now and at the next visit. */
export function choose(tag: string): void {
  chosen = tag;
  write("language", tag);
  void speak(tag);
}

/** The first of some tags for which there is a language: that itself, or the one without a region. */
function firstOf(tags: readonly string[]): string | undefined {
  const known = new Map(languages.peek().map(({ tag }) => [tag.toLowerCase(), tag]));
  return tags.flatMap((tag) => [tag.toLowerCase(), tag.toLowerCase().split("-")[0]!]).map((tag) => known.get(tag)).find(Boolean);
}

async function begin(): Promise<void> {
  try {
    languages.value = (await api.languages()).languages;
  } catch {
    return; // then it is English
  }
  await speak(firstOf(chosen === null ? [] : [chosen]) ?? firstOf(navigator.languages) ?? "en");
}

/** Whether the visitor's language is English anyhow, whatever others there are. */
const isEnglish = chosen === null ? navigator.languages[0]?.toLowerCase().split("-")[0] === "en" : chosen === "en";
const begun = begin();

/** When the page has the words of its language, or has waited for them long enough. */
export const ready = isEnglish ? Promise.resolve() : Promise.race([begun, new Promise<void>((done) => setTimeout(done, PATIENCE_MS))]);
