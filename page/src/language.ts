// Two languages. Every view has its words in src/words/, English and French side by side with the same names.
import { computed, effect } from "@preact/signals";
import { inFrench } from "./french";
import { kept } from "./stored";

export type Language = "en" | "fr";

export const language = kept<Language>("language", ["en", "fr"], navigator.language.startsWith("fr") ? "fr" : "en");

effect(() => void (document.documentElement.lang = language.value));

/** The words of a view in the language of the moment, as a signal. */
export function words<T extends Record<string, unknown>>(both: { en: T; fr: T }) {
  return computed(() => both[language.value]);
}

/** The server's sentences in the language of the moment; English where there is no French for one. */
export function say(sentence: string): string {
  return language.value === "en" ? sentence : inFrench(sentence);
}

/** A number as this language writes it. */
export function number(value: number, digits = 0): string {
  return value.toLocaleString(language.value, { maximumFractionDigits: digits, minimumFractionDigits: digits });
}
