const en = {
  net: "The cube that was asked about",
  shown: "For this cube, the one shown:",
  before: (made: number, count: number) => `For this cube; ${made} of ${count === 1 ? "1 turn" : `${count} turns`} made since:`,
  over: "The last answer is for another cube or for other choices, these:",
  goesOn: "A search goes on for another cube or for other choices, these:",
  back: "Back to this question",
};
const fr: typeof en = {
  net: "Le cube de la question",
  shown: "Pour ce cube, celui qui est affiché\u00a0:",
  before: (made, count) => `Pour ce cube\u00a0; joués depuis\u00a0: ${made} sur ${count}`,
  over: "La dernière réponse est pour un autre cube ou d’autres choix, que voici\u00a0:",
  goesOn: "Une recherche continue pour un autre cube ou d’autres choix, que voici\u00a0:",
  back: "Revenir à cette question",
};
export const asked = { en, fr };
