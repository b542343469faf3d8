// The sentences of the checker, which speaks English, in the language of the page.
import { checkerSays, reasons } from "../words/check-reasons";

const SEARCH = /^The proof of this certificate is a search\b/;

/** The templates as patterns: each field is any text. */
const PATTERNS = Object.entries(checkerSays).map(([name, template]) => {
  const parts = template.split(/\{(\w+)\}/);
  const escaped = parts.map((part, index) => (index % 2 ? `(?<${part}>.+?)` : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")));
  return [name as keyof typeof checkerSays, new RegExp(`^${escaped.join("")}$`, "su")] as const;
});

/** A sentence of the checker, or a sentence within it, in the current language; unchanged if it is none of those. */
export function reasonOf(text: string): string {
  if (SEARCH.test(text)) return reasons.bySearch;
  for (const [name, pattern] of PATTERNS) {
    const values = pattern.exec(text)?.groups;
    if (!values && !pattern.test(text)) continue;
    const said = reasons[name] as string | ((values: Record<string, string>) => string);
    const { why, ...rest } = values ?? {};
    return typeof said === "string" ? said : said({ ...rest, ...(why !== undefined && { why: reasonOf(why) }) });
  }
  return text;
}

/** Whether the page has a template for a sentence of the checker. */
export function isKnown(text: string): boolean {
  return SEARCH.test(text) || PATTERNS.some(([, pattern]) => pattern.test(text));
}
