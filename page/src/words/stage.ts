/** Nobody listens to a longer scramble. */
const MOST_TOLD = 30;

function told(turns: string, many: string): string {
  const count = turns.split(" ").length;
  return count > MOST_TOLD ? `${count} ${many}` : turns;
}

const en = {
  cube: "The cube",
  drawing: "The cube",
  tape: "Turns of the sequence",
  playback: "Playback",
  change: "Change the cube",
  toStart: "To the start",
  back: "One step back",
  forward: "One step forward",
  toEnd: "To the end",
  run: "Run",
  pause: "Pause",
  speed: "Speed",
  scramble: "Scramble",
  undo: "Undo",
  reset: "Reset",
  share: "Copy a link",
  copied: "Copied",
  solved: "The cube is solved.",
  inWords: "The cube in words",
  made: (turn: string, words: string) => `${turn}: ${words}.`,
  scrambled: (turns: string) => `Scrambled with ${told(turns, "turns")}.`,
};
const fr: typeof en = {
  cube: "Le cube",
  drawing: "Le cube",
  tape: "Mouvements de la suite",
  playback: "Lecture",
  change: "Changer le cube",
  toStart: "Au début",
  back: "Un pas en arrière",
  forward: "Un pas en avant",
  toEnd: "À la fin",
  run: "Jouer",
  pause: "Pause",
  speed: "Vitesse",
  scramble: "Mélanger",
  undo: "Annuler",
  reset: "Remettre à neuf",
  share: "Copier un lien",
  copied: "Copié",
  solved: "Le cube est résolu.",
  inWords: "Le cube en mots",
  made: (turn, words) => `${turn}\u00a0: ${words}.`,
  scrambled: (turns) => `Mélangé par ${told(turns, "mouvements")}.`,
};
export const stage = { en, fr };
