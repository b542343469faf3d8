// What is proved, why no more is, and what an engine cannot do.
import type { Sentence } from "../sentences";

/** The claims of a solution; the metric stands in brackets. */
const claims: Sentence[] = [
  ["The cube needs no turn.", "Le cube n’a besoin d’aucun mouvement."],
  ["{0} turn ({1}): there is no shorter way.", "{0} mouvement ({1}) : il n’y a pas plus court."],
  ["{0} turns ({1}): there is no shorter way.", "{0} mouvements ({1}) : il n’y a pas plus court."],
  ["{0} turn ({1}), the best so far.", "{0} mouvement ({1}), la meilleure réponse jusqu’ici."],
  ["{0} turns ({1}), the best so far.", "{0} mouvements ({1}), la meilleure réponse jusqu’ici."],
  ["{0}: it is proved that {1} or more are needed.", "{0} : il est prouvé qu’il en faut au moins {1}."],
  ["The time ran out", "Le temps est écoulé"],
  ["Interrupted", "Interrompu"],
  ["This engine proves no more", "Ce moteur n’en prouve pas plus"],
  ["It is proved that {0} or more turns ({1}) are needed.", "Il est prouvé qu’il faut au moins {0} {0|mouvement|mouvements} ({1})."],
  ["Before that it was proved that {0} turns or more are needed.", "Auparavant, il a été prouvé qu’il faut au moins {0} {0|mouvement|mouvements}."],
  ["No answer within the time.", "Pas de réponse dans le temps donné."],
  ["There is no answer of the length allowed.", "Il n’y a pas de réponse de la longueur permise."],
  ["Interrupted before there was an answer.", "Interrompu avant qu’il y ait une réponse."],
  ["The engine {0} gives up.", "Le moteur {0} abandonne."],
  [
    "The random strategy made {0} turns, met {1} configurations, came back to one of them {2} times, and gives up: chance does not solve cubes.",
    "La stratégie au hasard a fait {0} mouvements, rencontré {1} configurations, est revenue {2} fois à l’une d’elles, et abandonne : le hasard ne résout pas les cubes.",
  ],
  ["The walk arrived, but its way has {0} turns, more than wanted.", "La marche est arrivée, mais par un chemin de {0} mouvements, plus que voulu."],
];

const limits: Sentence[] = [
  ["The table engine solves the 2×2×2 only.", "Le moteur table ne résout que le 2×2×2."],
  ["The table engine wants to know all stickers, of the start and of the goal.", "Le moteur table veut connaître toutes les facettes, au départ et au but."],
  [
    "The table engine solves the 2×2×2 with turns that leave one corner alone and count 1 each; in the quarter-turn metric a half turn counts 2.",
    "Le moteur table résout le 2×2×2 avec des mouvements qui laissent un coin en place et comptent chacun pour 1 ; en quarts de tour, un demi-tour compte pour 2.",
  ],
  [
    "The table engine solves the 2×2×2 with turns that leave one corner alone; these turns move them all.",
    "Le moteur table résout le 2×2×2 avec des mouvements qui laissent un coin en place ; ceux-ci les bougent tous.",
  ],
  ["The table engine wants every allowed turn to be allowed in both directions.", "Le moteur table veut que chaque mouvement permis le soit dans les deux sens."],
  ["The table engine wants the pieces of the goal to be all different.", "Le moteur table veut que les pièces du but soient toutes différentes."],
  ["The search engine solves the 3×3×3 only.", "Le moteur à deux phases ne résout que le 3×3×3."],
  [
    "The search engine wants all turns of the six faces and no others, and each to count 1.",
    "Le moteur à deux phases veut tous les mouvements des six faces et aucun autre, comptant chacun pour 1.",
  ],
  ["The search engine goes for one goal, and here are {0}.", "Le moteur à deux phases vise un seul but, et il y en a ici {0}."],
  ["The search engine wants to know all stickers, of the start and of the goal.", "Le moteur à deux phases veut connaître toutes les facettes, au départ et au but."],
  ["The search engine wants the pieces of the goal to be all different.", "Le moteur à deux phases veut que les pièces du but soient toutes différentes."],
  [
    "The stages engine wants a cube of which all stickers are known, and the solved cube for a goal.",
    "Le moteur par étapes veut un cube dont toutes les facettes sont connues, et le cube résolu pour but.",
  ],
  [
    "The stages engine turns every outer block of the cube; these turns do not allow that.",
    "Le moteur par étapes tourne tous les blocs extérieurs du cube ; ces mouvements ne le permettent pas.",
  ],
  ["The stages engine has plans for cubes of {0} layers only.", "Le moteur par étapes n’a de plans que pour les cubes de {0} couches."],
  ["No side of the cube leads to a solution in stages.", "Aucun côté du cube ne mène à une solution par étapes."],
  ["The search from both ends wants all stickers known.", "La recherche par les deux bouts veut connaître toutes les facettes."],
  ["The search from both ends wants turns that count 1 each.", "La recherche par les deux bouts veut des mouvements qui comptent chacun pour 1."],
  ["The engine {0} looks for one answer; all shortest ones are found by {1}.", "Le moteur {0} cherche une seule réponse ; toutes les plus courtes se trouvent par {1}."],
  ["The engine {0} has no setting {1}; it has {2}.", "Le moteur {0} n’a pas de réglage {1} ; il a {2}."],
  ["The engine {0} has other settings than those in {1}.", "Le moteur {0} a d’autres réglages que ceux de {1}."],
  ["The setting {0} is {1}, not {2}.", "Le réglage {0} est {1}, et non {2}."],
  ["Two engines mean different things by the setting {0}.", "Deux moteurs entendent par le réglage {0} des choses différentes."],
  ["The layer at {0} has more than {1} states, too many to keep.", "La couche à la distance {0} a plus de {1} états, trop pour les garder."],
  ["There is not enough memory for the layer at {0}.", "La mémoire ne suffit pas pour la couche à la distance {0}."],
  [
    "The formula would have about {0} clauses, and more than {1} fill the memory.",
    "La formule aurait environ {0} clauses, et plus de {1} remplissent la mémoire.",
  ],
  [
    "The distances of the pieces two by two would take {0} GB, and more than {1} GB fill the memory.",
    "Les distances des pièces deux à deux prendraient {0} Go, et plus de {1} Go remplissent la mémoire.",
  ],
  ["The system has no room for one more process or thread.", "Le système n’a plus de place pour un processus ou un fil de plus."],
  ["There is not enough memory to go on.", "La mémoire ne suffit pas pour continuer."],
  ["The walk has met {0} configurations, and can remember no more.", "La marche a rencontré {0} configurations et ne peut pas en retenir davantage."],
  ["A walk has 1 turn or more, not {0}.", "Une marche a au moins 1 mouvement, et non {0}."],
  ["The pace of a walk is a number of turns per second above 0, not {0}.", "Le rythme d’une marche est un nombre de mouvements par seconde au-dessus de 0, et non {0}."],

  ["The allowed turns do not lead from the start to the goal, however many are made.", "Les mouvements permis ne mènent pas du départ au but, si nombreux soient-ils."],
  ["The allowed turns cannot bring every piece to where the goal wants it.", "Les mouvements permis ne peuvent pas amener chaque pièce là où le but la veut."],
  ["No allowed turn moves what is at {0}, where the goal wants another colour.", "Aucun mouvement permis ne bouge ce qui est en {0}, où le but veut une autre couleur."],
  ["The allowed turns cannot bring the piece at {0} to where the goal wants it.", "Les mouvements permis ne peuvent pas amener la pièce en {0} là où le but la veut."],
  ["The allowed turns lead to {0} states from here, and the goal is none of them.", "Les mouvements permis mènent d’ici à {0} états, et le but n’en est pas un."],
];

const solvers: Sentence[] = [
  ["There is no encoding {0}; there are {1}.", "Il n’y a pas de codage {0} ; il y a {1}."],
  ["Horizons go {0}, not {1}.", "Les horizons vont {0}, et non {1}."],
  ["There must be 1 process or more, not {0}.", "Il faut au moins 1 processus, et non {0}."],
  [
    "python-sat has no solver {0} that does here. It has {1}; any other is given as a command with {2} in it.",
    "python-sat n’a pas de solveur {0} qui convienne ici. Il a {1} ; tout autre se donne comme une commande qui contient {2}.",
  ],
  ["python-sat has no solver {0} that does here.", "python-sat n’a pas de solveur {0} qui convienne ici."],
  ["It has {0}; any other is given as a command with {1} in it.", "Il a {0} ; tout autre se donne comme une commande qui contient {1}."],
  [
    "The solver says that there is no answer in {0} turns or fewer, but there is one in {1}: the solver is wrong.",
    "Le solveur dit qu’il n’y a pas de réponse en {0} {0|mouvement|mouvements} ou moins, mais il y en a une en {1} : le solveur se trompe.",
  ],
  ["The solver's model does not solve the cube.", "Le modèle du solveur ne résout pas le cube."],
  ["The solver's model has {0}, which is no literal.", "Le modèle du solveur contient {0}, qui n’est pas un littéral."],
  ["Of {0} broken clauses the first is number {1}, «{2}»: {3}", "Sur {0} clauses violées, la première est le numéro {1}, « {2} » : {3}"],
  ["The process of the solver {0} {1} before it had an answer.", "Le processus du solveur {0} {1} avant d’avoir une réponse."],
  ["was ended by {0}", "a été arrêté par {0}"],
  ["found too little memory, and ended", "a manqué de mémoire et s’est arrêté"],
  ["ended with status {0}", "s’est terminé avec le code {0}"],
  ["The proof cannot be written: {0}.", "La preuve ne peut pas être écrite : {0}."],
  [
    "{0} says that there is no shorter answer, and that is wrong: there is one of {1} turns.",
    "{0} dit qu’il n’y a pas de réponse plus courte, et c’est faux : il y en a une de {1} {1|mouvement|mouvements}.",
  ],
  [
    "{0} says that these are all shortest answers, and that is wrong: there are {1}, not {2}.",
    "{0} dit que ce sont toutes les réponses les plus courtes, et c’est faux : il y en a {1}, et non {2}.",
  ],
  ["The answer of the solver {0} cannot be read: {1}.", "La réponse du solveur {0} ne peut pas être lue : {1}."],
  ["The solver {0} cannot be asked: {1}.", "Le solveur {0} ne peut pas être interrogé : {1}."],
  ["The solver's command cannot be read: {0}.", "La commande du solveur ne peut pas être lue : {0}."],
  [
    "The solver {0} says that there is an answer but gives no model.",
    "Le solveur {0} dit qu’il y a une réponse mais ne donne pas de modèle.",
  ],
  ["If it writes the model to a file, put {0} for that file into the command.", "S’il écrit le modèle dans un fichier, mettez {0} pour ce fichier dans la commande."],
  ["The solver {0} cannot be started: {1}.", "Le solveur {0} ne peut pas être lancé : {1}."],
  ["The solver {0} {1} and gave no answer that can be read.", "Le solveur {0} {1} et n’a donné aucune réponse lisible."],
];

const certificates: Sentence[] = [
  ["A certificate here has {0} MB or fewer.", "Un certificat fait ici {0} Mo au plus."],
  ["No certificate was written: {0}", "Aucun certificat n’a été écrit : {0}"],
  ["No certificate: the answer is not proved to be a shortest one.", "Pas de certificat : il n’est pas prouvé que la réponse est une des plus courtes."],
  ["Stopped before the certificate was written.", "Arrêté avant que le certificat soit écrit."],
  ["The time ran out before the proof was written.", "Le temps s’est écoulé avant que la preuve soit écrite."],
  ["There is a shorter answer than this one, so it cannot be certified.", "Il y a une réponse plus courte que celle-ci, qui ne peut donc pas être certifiée."],
  ["{0} is no answer, so it cannot be certified.", "{0} n’est pas une réponse et ne peut pas être certifié."],
  ["{0} exists already; a certificate wants a folder of its own.", "{0} existe déjà ; un certificat veut un dossier à lui."],
  ["There is no certificate.", "Il n’y a pas de certificat."],
  ["There is no certificate yet.", "Il n’y a pas encore de certificat."],
];

const ours: Sentence[] = [
  ["The answer to {0} does not hold when replayed.", "La réponse à {0} ne tient pas quand on la rejoue."],
  ["The answer {0} to {1} does not hold when replayed.", "La réponse {0} à {1} ne tient pas quand on la rejoue."],
  ["The answer {0} to {1} is counted wrongly.", "La réponse {0} à {1} est mal comptée."],
  ["An answer of the table does not solve its cube when it is replayed.", "Une réponse de la table ne résout pas son cube quand on la rejoue."],
  ["The stages did not lead to the goal.", "Les étapes n’ont pas mené au but."],
  ["It is said to be proved that {0} turns or more are needed, and there is an answer of {1}.", "On dit prouvé qu’il faut {0} mouvements ou plus, et il y a une réponse de {1}."],
  ["The answer {0} does not hold when replayed.", "La réponse {0} ne tient pas quand on la rejoue."],
  ["No way of holding the cube leads to {0}.", "Aucune façon de tenir le cube ne mène à {0}."],
  ["The engine found no answer to {0}.", "Le moteur n’a pas trouvé de réponse à {0}."],
];

export const answers: Sentence[] = [...claims, ...limits, ...solvers, ...certificates, ...ours];
