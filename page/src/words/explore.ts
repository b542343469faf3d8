import { number } from "../language";

const en = {
  title: "All cubes of the 2×2×2, by their distance from solved",
  intro: "How many cubes need how many turns? Choose a distance to get such a cube.",
  metric: "Counting",
  htm: "turns (htm)",
  qtm: "quarter turns (qtm)",
  scale: "Bars",
  log: "logarithmic",
  linear: "true to scale",
  distance: "Distance",
  cubes: "Cubes",
  share: "Share",
  show: (depth: number, count: number) => `${depth === 1 ? "1 turn" : `${depth} turns`} from solved: ${count === 1 ? "1 cube" : `${number(count)} cubes`}. Show one.`,
  here: "the cube shown is here",
  total: (total: string) => `${total} cubes in all.`,
  enough: (htm: number, qtm: number) => `${htm} turns always suffice (${qtm} quarter turns).`,
  mean: (mean: string) => `On average a cube needs ${mean}.`,
  neighbours: "One turn away",
  neighboursHelp: "Where each turn leads from the cube shown. Press one to make it.",
  away: (distance: number, quarter: boolean) => {
    const turns = quarter ? "quarter turn" : "turn";
    return distance === 0 ? "The cube shown is solved." : `The cube shown is ${distance} ${distance === 1 ? turns : `${turns}s`} from solved.`;
  },
  count: (distance: number) => (distance === 1 ? "1 turn" : `${distance} turns`),
  closer: "closer",
  same: "as far",
  farther: "farther",
  other: "The neighbours are those of a 2×2×2: of larger cubes nobody knows all distances.",
  change: "Go to the 2×2×2",
  unknown: "Stickers of the cube shown are unknown. Its distance and its neighbours are known once all of them are painted.",
  wait: "Counting …",
  leads: (turn: string, words: string, where: string) => `${turn}, ${words}: ${where}`,
};
const fr: typeof en = {
  title: "Tous les cubes du 2×2×2, selon leur distance au cube résolu",
  intro: "Combien de cubes demandent combien de mouvements ? Choisissez une distance pour avoir un tel cube.",
  metric: "On compte",
  htm: "les mouvements (htm)",
  qtm: "les quarts de tour (qtm)",
  scale: "Barres",
  log: "logarithmiques",
  linear: "à l’échelle",
  distance: "Distance",
  cubes: "Cubes",
  share: "Part",
  show: (depth, count) => `À ${depth} ${depth <= 1 ? "mouvement" : "mouvements"} du cube résolu : ${count <= 1 ? `${count} cube` : `${number(count)} cubes`}. En montrer un.`,
  here: "le cube affiché est ici",
  total: (total) => `${total} cubes en tout.`,
  enough: (htm, qtm) => `${htm} mouvements suffisent toujours (${qtm} quarts de tour).`,
  mean: (mean) => `En moyenne, il en faut ${mean}.`,
  neighbours: "À un mouvement d’ici",
  neighboursHelp: "Où mène chaque mouvement à partir du cube affiché. Appuyez sur l’un d’eux pour le faire.",
  away: (distance, quarter) => {
    const turns = quarter ? (distance === 1 ? "quart de tour" : "quarts de tour") : distance === 1 ? "mouvement" : "mouvements";
    return distance === 0 ? "Le cube affiché est résolu." : `Le cube affiché est à ${distance} ${turns} du cube résolu.`;
  },
  count: (distance) => (distance <= 1 ? `${distance} mouvement` : `${distance} mouvements`),
  closer: "plus près",
  same: "aussi loin",
  farther: "plus loin",
  other: "Les voisins sont ceux d’un 2×2×2 : des cubes plus grands, personne ne connaît toutes les distances.",
  change: "Passer au 2×2×2",
  unknown: "Le cube affiché a des facettes inconnues. Sa distance et ses voisins seront connus quand toutes seront peintes.",
  wait: "Dénombrement…",
  leads: (turn, words, where) => `${turn}, ${words}\u00a0: ${where}`,
};
export const explore = { en, fr };
