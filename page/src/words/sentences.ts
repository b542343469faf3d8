// The server speaks English. Here are its sentences with holes, {0}, {1} … ({#0} for a number), and what they are in French.
// french.ts puts what stands in a hole into French by the same list; `{0|one|many}` is the word that fits the number in it.
import { answers } from "./sentences/answers";
import { faults } from "./sentences/faults";
import { notation } from "./sentences/notation";
import { requests } from "./sentences/requests";
import { states } from "./sentences/states";

export type Sentence = [english: string, french: string];

export const sentences: Sentence[] = [...states, ...faults, ...notation, ...answers, ...requests];
