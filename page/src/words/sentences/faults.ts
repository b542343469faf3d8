// What is wrong with a cube, and how to mend it.
import type { Sentence } from "../sentences";

/** Pieces, with the words that agree with them. */
const PIECES = [
  { en: "corner", le: "le coin", du: "du coin", les: "les coins", aucun: "aucun coin" },
  { en: "edge", le: "l’arête", du: "de l’arête", les: "les arêtes", aucun: "aucune arête" },
  { en: "wing", le: "l’arête", du: "de l’arête", les: "les arêtes", aucun: "aucune arête" },
  { en: "centre", le: "le centre", du: "du centre", les: "les centres", aucun: "aucun centre" },
];

const capital = (word: string) => word[0]!.toUpperCase() + word.slice(1);

export const faults: Sentence[] = [
  ["This cube cannot exist.", "Ce cube ne peut pas exister."],
  ["The goal cannot exist.", "Le but ne peut pas exister."],
  ["The colour {0} is on {1} stickers, not on {2}.", "La couleur {0} est sur {1} {1|facette|facettes}, et non sur {2}."],
  ["No cube has its centres like this ({0}).", "Aucun cube n’a ses centres ainsi ({0})."],
  ["{0} shows {1}", "{0} montre {1}"],
  ["Of the centres like {0}, {1} have the colour {2}, not 4.", "Des centres comme {0}, {1} {1|a|ont} la couleur {2}, et non 4."],
  ...PIECES.flatMap(({ en, le, du, les, aucun }): Sentence[] => [
    [`The ${en} at {0} shows {1}, and no ${en} has these colours.`, `${capital(le)} en {0} montre {1}, et ${aucun} n’a ces couleurs.`],
    [`The ${en} at {0} shows {1}, and no ${en} has these colours in this order.`, `${capital(le)} en {0} montre {1}, et ${aucun} n’a ces couleurs dans cet ordre.`],
    [`The ${en} {0} is there {1} times, at {2}.`, `${capital(le)} {0} est là {1} fois, en {2}.`],
    [`The ${en} {0} is nowhere.`, `${capital(le)} {0} n’est nulle part.`],
    [`The ${en}s that are known leave no pieces for the unknown stickers.`, `${capital(les)} que l’on connaît ne laissent pas de pièces pour les facettes inconnues.`],
    [`Swap the ${en}s at {0} and {1}.`, `Échangez ${les} en {0} et {1}.`],
    [`Swap the stickers {0} and {1} of the ${en} at {2}.`, `Échangez les facettes {0} et {1} ${du} en {2}.`],
  ]),
  ["A corner is twisted clockwise: the twists of all corners must cancel.", "Un coin est tourné dans le sens horaire : les rotations de tous les coins doivent se compenser."],
  ["A corner is twisted counter-clockwise: the twists of all corners must cancel.", "Un coin est tourné dans le sens antihoraire : les rotations de tous les coins doivent se compenser."],
  ["A corner is twisted clockwise or counter-clockwise: the twists of all corners must cancel.", "Un coin est tourné dans le sens horaire ou antihoraire : les rotations de tous les coins doivent se compenser."],
  ["An edge is flipped: edges flip only in pairs.", "Une arête est retournée : les arêtes ne se retournent que par paires."],
  ["Two pieces are swapped: the corners and the edges are permuted with unlike parity.", "Deux pièces sont échangées : la permutation des coins et celle des arêtes n’ont pas la même parité."],
  ["Two pieces are swapped, or a corner is twisted, or an edge is flipped: the unknown stickers leave no other choice.", "Deux pièces sont échangées, ou un coin est tourné, ou une arête est retournée : les facettes inconnues ne laissent pas d’autre choix."],
  ["Flip the edge at {0}.", "Retournez l’arête en {0}."],
  ["Twist the corner at {0} clockwise.", "Tournez le coin en {0} dans le sens horaire."],
  ["Twist the corner at {0} counter-clockwise.", "Tournez le coin en {0} dans le sens antihoraire."],
  ["Colour the sticker {0} {1} instead of {2}.", "Mettez sur la facette {0} la couleur {1} au lieu de {2}."],
  ["Colour the sticker {0} row {1} column {2} {3} instead of {4}.", "Mettez sur la facette {0} ligne {1} colonne {2} la couleur {3} au lieu de {4}."],
  [
    "Colour the sticker {0} row {1} column {2} {3} instead of {4} and the sticker {5} row {6} column {7} {8} instead of {9}.",
    "Mettez sur la facette {0} ligne {1} colonne {2} la couleur {3} au lieu de {4} et sur la facette {5} ligne {6} colonne {7} la couleur {8} au lieu de {9}.",
  ],
  ["Swap the stickers {0} and {1}.", "Échangez les facettes {0} et {1}."],
  ["{0} row {1} column {2}", "{0} ligne {1} colonne {2}"],
  ["This cube cannot be held in the usual way: {0}.", "Ce cube ne peut pas être tenu de la façon habituelle : {0}."],
  ["its centres are not those of a cube", "ses centres ne sont pas ceux d’un cube"],
  ["it has no corner ULF", "il n’a pas de coin ULF"],

  ["Colours are whole numbers.", "Les couleurs sont des nombres entiers."],
  ["Colours go from {0} (unknown) to 5.", "Les couleurs vont de {0} (inconnue) à 5."],
  ["A cube of {0} layers has {1} stickers, and this text has {2}.", "Un cube de {0} couches a {1} facettes, et ce texte en a {2}."],
  ["Sticker {0} is {1}; colours are the letters {2}, and ? for unknown.", "La facette {0} est {1} ; les couleurs sont les lettres {2}, et ? pour une inconnue."],
  ["A permutation of this cube has {0} stickers, not {1}.", "Une permutation de ce cube a {0} facettes, et non {1}."],
  [
    "{0} stickers make no cube: it has 6·N² of them, 24 for N = 2, 54 for N = 3, 96 for N = 4, and so on to N = {1}.",
    "{0} {0|facette ne fait|facettes ne font} pas un cube : il en a 6·N², 24 pour N = 2, 54 pour N = 3, 96 pour N = 4, et ainsi de suite jusqu’à N = {1}.",
  ],
  ["The size of a cube is a whole number, not {0}.", "La taille d’un cube est un nombre entier, et non {0}."],
  ["A cube has {0} to {1} layers, not {2}.", "Un cube a de {0} à {1} couches, et non {2}."],
  ["Cubes here have {0} to {1} layers, not {2}.", "Ici, les cubes ont de {0} à {1} couches, et non {2}."],
  ["This cube has {0} layers, no layer {1}.", "Ce cube a {0} couches, et pas de couche {1}."],
  ["This cube has the stickers 0 to {0}, no sticker {1}.", "Ce cube a les facettes 0 à {0}, et pas de facette {1}."],
];
