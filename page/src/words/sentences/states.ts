// States and turns in words.
import type { Sentence } from "../sentences";

const COLOURS = {
  white: "blanc",
  red: "rouge",
  green: "vert",
  yellow: "jaune",
  orange: "orange",
  blue: "bleu",
  "dark red": "rouge foncé",
  "light green": "vert clair",
  unknown: "inconnu",
};

const SIDES = { up: "dessus", right: "droite", front: "avant", down: "dessous", left: "gauche", back: "arrière" };
const OF = { up: "du dessus", right: "de droite", front: "de devant", down: "du dessous", left: "de gauche", back: "de derrière" };

const capital = (word: string) => word[0]!.toUpperCase() + word.slice(1);

export const states: Sentence[] = [
  ["Solved: {0}.", "Résolu : {0}."],
  ["One colour on each face: {0}.", "Une couleur sur chaque face : {0}."],
  ...Object.entries(SIDES).flatMap(([side, french]): Sentence[] => [
    [side, french],
    [`${capital(side)}: {0}.`, `${capital(french)} : {0}.`],
  ]),
  ...Object.entries(COLOURS).flatMap(([colour, french]): Sentence[] => [
    [colour, french],
    [`all ${colour}`, `tout ${french}`],
    [`{#0} ${colour}`, `{0} ${french}`],
    ...Object.entries(SIDES).map(([side, where]): Sentence => [`${side} ${colour}`, `${where} ${french}`]),
  ]),

  ["{0} a quarter turn clockwise", "{0}, un quart de tour dans le sens horaire"],
  ["{0} a quarter turn anticlockwise", "{0}, un quart de tour dans le sens antihoraire"],
  ["{0} a half turn", "{0}, un demi-tour"],
  ["whole cube, as seen from {0},", "cube entier, vu {0}"],
  ["layer {0} from {1}", "couche {0} en partant {1}"],
  ["layers {0} to {1} from {2}", "couches {0} à {1} en partant {2}"],
  ...Object.entries(OF).flatMap(([side, french]): Sentence[] => [
    [`${side} face`, `face ${french}`],
    [`${side} face with {0} layers`, `les {0} couches ${french}`],
  ]),
  ["above", "du dessus"],
  ["below", "du dessous"],
  ["the front", "de l’avant"],
  ["the back", "de l’arrière"],
  ["the right", "de la droite"],
  ["the left", "de la gauche"],
];
