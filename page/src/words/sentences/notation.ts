// Turns and algorithms that cannot be read or made.
import type { Sentence } from "../sentences";

/** What may be wrong at a place of a text; some of it is said without a place too. */
const faults: Sentence[] = [
  ["the text goes on for more than {0} characters", "le texte a plus de {0} caractères"],
  ["written out, this has more than {0} moves", "développé, ceci a plus de {0} mouvements"],
  ["written out, this has {0} turns, and {1} are the most here", "développé, ceci a {0} mouvements, et le maximum ici est {1}"],
  ["more than {0} brackets stand inside one another", "plus de {0} parenthèses sont imbriquées"],
  ["'{0}' is never closed", "« {0} » n’est jamais fermé"],
  ["'[' wants two parts: [A, B] or [A: B]", "« [ » veut deux parties : [A, B] ou [A: B]"],
  ["one side of the '{0}' is empty", "un côté de « {0} » est vide"],
  ["this number is too large", "ce nombre est trop grand"],
  ["this layer number is too large", "ce numéro de couche est trop grand"],
  ["a turn is 1, 2 or 3 quarter turns, not {0}", "un mouvement fait 1, 2 ou 3 quarts de tour, et non {0}"],
  ["only a face turns wide, not '{0}'", "seule une face tourne avec d’autres couches, pas « {0} »"],
  ["{0} names its layers itself and takes no layer numbers", "{0} dit déjà ses couches et ne prend pas de numéros de couches"],
  ["'{0}' closes no bracket", "« {0} » ne ferme aucune parenthèse"],
  ["'{0}' stands only inside [A, B] or [A: B]", "« {0} » n’a de sens que dans [A, B] ou [A: B]"],
  ["{0} is not a turn", "{0} n’est pas un mouvement"],
  ["a depth in braces stands alone: no layer number, no 'w'", "une profondeur entre accolades va seule : sans numéro de couche ni « w »"],
  ["a range of layers is written with 'w', as in 2-3Rw", "plusieurs couches s’écrivent avec « w », comme dans 2-3Rw"],
  ["There is no turn called {0}", "Il n’y a pas de mouvement appelé {0}"],
  ["{0} turned {1} times turns nothing", "{0} tourné {1} fois ne tourne rien"],
  ["Layers go from 1 inwards, not from {0} to {1}", "Les couches se comptent depuis 1 vers l’intérieur, et non de {0} à {1}"],
  ["{0} turns the middle layer, and a cube of {1} layers has none", "{0} tourne la couche du milieu, et un cube de {1} couches n’en a pas"],
  ["{0} turns the inner layers, and a cube of {1} layers has none", "{0} tourne les couches intérieures, et un cube de {1} couches n’en a pas"],
  ["{0} needs {1} layers, and this cube has {2}", "{0} demande {1} couches, et ce cube en a {2}"],
];

export const notation: Sentence[] = [
  ...faults.flatMap(([english, french]): Sentence[] => [
    [`${english}.`, `${french[0]!.toUpperCase()}${french.slice(1)}.`],
    [`Column {#8}: ${english}.`, `Colonne {8} : ${french}.`],
    [`Line {#9}, column {#8}: ${english}.`, `Ligne {9}, colonne {8} : ${french}.`],
  ]),
  ["Written out, this algorithm has more than {0} moves.", "Développé, cet algorithme a plus de {0} mouvements."],
  ["There is no metric {0}; there are {1}.", "Il n’y a pas de métrique {0} ; il y a {1}."],
  ["Random states are drawn for sizes 2 and 3; use random moves for size {0}.", "Des états au hasard se tirent pour les tailles 2 et 3 ; pour la taille {0}, faites des mouvements au hasard."],
  ["A scramble has 0 or more turns, not {0}.", "Un mélange a 0 mouvement ou plus, et non {0}."],
];
