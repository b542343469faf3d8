"use strict";
// The player's words: English as they stand in the page and in its script, or French where the browser speaks it.
// States and turns come from Python in English (see descriptions.py); turns are put into French from their data.
const playerWords = (() => {
  const FRENCH = {
    "Drag to look from elsewhere, double-click to come back": "Glissez pour voir d’ailleurs, double-cliquez pour revenir",
    "Playback": "Lecture",
    "To the start (Home)": "Au début (Début)",
    "One turn back (left arrow)": "Un mouvement en arrière (flèche gauche)",
    "One turn back (←)": "Un mouvement en arrière (←)",
    "Play (space)": "Lire (espace)",
    "Pause (space)": "Pause (espace)",
    "Play or pause (space)": "Lire ou mettre en pause (espace)",
    "One turn forward (right arrow)": "Un mouvement en avant (flèche droite)",
    "One turn forward (→)": "Un mouvement en avant (→)",
    "To the end (End)": "À la fin (Fin)",
    "Turn": "Mouvement",
    "Turns": "Mouvements",
    "Speed": "Vitesse",
    "The start": "Le départ",
    "the start": "le départ",
    "Nothing to turn": "Rien à tourner",
    "after turn": "après le mouvement",
    "times": "fois",
  };
  const PARTS = {
    "one colour on each face": "une couleur sur chaque face", "solved": "résolu", "all": "tout", "colour": "couleur",
    "dark red": "rouge foncé", "light green": "vert clair", "white": "blanc", "red": "rouge", "green": "vert",
    "yellow": "jaune", "orange": "orange", "blue": "bleu", "unknown": "inconnu",
    "up": "dessus", "right": "droite", "front": "avant", "down": "dessous", "left": "gauche", "back": "arrière",
  };
  const OF = { U: "du dessus", R: "de droite", F: "de devant", D: "du dessous", L: "de gauche", B: "de derrière" };
  const FROM = { U: "du dessus", R: "de la droite", F: "de l’avant", D: "du dessous", L: "de la gauche", B: "de l’arrière" };
  const french = navigator.language.toLowerCase().startsWith("fr");

  const say = (words) => (french && FRENCH[words]) || words;
  const number = (value) =>
    value.toLocaleString(french ? "fr" : "en", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

  /** A turn in words; what it turns, and how, stands in its data. */
  const turn = (words, { face, first, last, quarters }, size) => {
    if (!french) return words;
    const what =
      first === 1 && last === size ? `cube entier, vu ${FROM[face]}`
      : first === 1 && last === 1 ? `face ${OF[face]}`
      : first === 1 ? `les ${last} couches ${OF[face]}`
      : first === last ? `couche ${first} en partant ${FROM[face]}`
      : `couches ${first} à ${last} en partant ${FROM[face]}`;
    const sense = quarters > 0 ? "horaire" : "antihoraire";
    return `${what}, ${quarters === 2 ? "un demi-tour" : `un quart de tour dans le sens ${sense}`}`;
  };

  const title = (text) =>
    text.replace(/^(\S+) cube: /, "Cube $1\u00a0: ").replace(/no turns$/, "aucun mouvement").replace(/(\d) turns$/, "$1 mouvements");
  const state = (text) =>
    text
      .replace(/^(\S+) cube\. At the start: /, "Cube $1. Au départ\u00a0: ")
      .replace(new RegExp(`\\b(${Object.keys(PARTS).join("|")})\\b`, "gi"), (part) => {
        const found = PARTS[part.toLowerCase()];
        return part[0] === part[0].toLowerCase() ? found : found[0].toUpperCase() + found.slice(1);
      })
      .replace(/(?<=\w)([:;]) /g, "\u00a0$1 ");

  /** Put what stands in the page into French, if the browser speaks it. */
  const translate = () => {
    if (!french) return;
    document.documentElement.lang = "fr";
    document.title = title(document.title);
    for (const heading of document.querySelectorAll("h1")) heading.textContent = title(heading.textContent);
    for (const name of ["aria-label", "title"]) {
      for (const one of document.querySelectorAll(`[${name}]`)) one.setAttribute(name, say(one.getAttribute(name)));
    }
    for (const label of document.querySelectorAll("label")) label.firstChild.data = `${say(label.firstChild.data.trim())} `;
    for (const picture of document.querySelectorAll("canvas")) {
      picture.setAttribute("aria-label", state(picture.getAttribute("aria-label")));
    }
  };
  return { say, number, turn, translate };
})();
