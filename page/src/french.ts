// The server's sentences in French, by patterns with holes. What stands in a hole is put into French by the same list.
import { sentences, type Sentence } from "./words/sentences";

/** A hole in the English: for anything, `{0}`, or for a number, `{#0}`. */
const HOLE = /\{(#?)(\d)\}/g;
/** A hole in the French: `{0}`, or the word that fits the number in it, `{0|mouvement|mouvements}`. */
const PLACE = /\{(\d)(?:\|([^|}]*)\|([^}]*))?\}/g;

interface Pattern {
  expression: RegExp;
  french: string;
}

const whole = new Map<string, string>();
const patterns: Pattern[] = [];

// The pattern with most letters of its own says most: it goes first.
const letters = ([english]: Sentence) => english.replace(HOLE, "").length;
for (const [english, french] of [...sentences].sort((one, other) => letters(other) - letters(one))) {
  if (english.search(HOLE) < 0) {
    whole.set(english, spaced(french));
    continue;
  }
  const escaped = english.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
  const expression = escaped.replace(HOLE, (_, sign: string, hole: string) => `(?<_${hole}>${sign ? "[\\d,]+" : ".+?"})`);
  patterns.push({ expression: new RegExp(`^${expression}$`, "s"), french: spaced(french) });
}

/** As French printers have it: no line breaks before these signs. */
function spaced(text: string): string {
  return text.replace(/ ([:;?!»])/g, "\u00a0$1").replace(/« /g, "«\u00a0");
}

const memory = new Map<string, string>();
const MOST_REMEMBERED = 5000;

/** One or several English sentences in French; what is in no list stays as it is. */
export function inFrench(text: string): string {
  return text
    .split(/(?<=[.!?]) (?=["\p{Lu}\d])/u)
    .map((sentence) => remembered(sentence) ?? sentence)
    .join(" ");
}

function remembered(text: string): string | null {
  const known = memory.get(text);
  if (known !== undefined) return known;
  const found = whole.get(text) ?? byPattern(text);
  if (found !== null) {
    if (memory.size >= MOST_REMEMBERED) memory.clear();
    memory.set(text, found);
  }
  return found;
}

function byPattern(text: string): string | null {
  for (const { expression, french } of patterns) {
    const holes = expression.exec(text)?.groups;
    if (!holes) continue;
    return french.replace(PLACE, (_, hole: string, one?: string, many?: string) => {
      const part = holes[`_${hole}`] ?? "";
      return one === undefined ? inHole(part) : Number(part.replaceAll(",", "")) < 2 ? one : many!;
    });
  }
  return null;
}

/** How the members of a list are joined, the widest first. */
const LISTS = [["; ", "\u00a0; "], [", ", ", "], [" and ", " et "], [" or ", " ou "]] as const;

/** What stands in a hole: a number, a quotation, something of the list, or several of these. */
function inHole(part: string): string {
  if (/^\d{1,3}(,\d{3})+$/.test(part)) return part.replaceAll(",", "\u202f");
  if (/^\d+\.\d+$/.test(part)) return part.replace(".", ",");
  const quoted = /^'([^']*)'$|^"([^"]*)"$/s.exec(part);
  if (quoted) return `«\u00a0${quoted[1] ?? quoted[2]}\u00a0»`;
  const found = remembered(part);
  if (found !== null) return found;
  for (const [english, french] of LISTS) {
    const several = part.split(english);
    if (several.length > 1) return several.map(inHole).join(french);
  }
  return part;
}
