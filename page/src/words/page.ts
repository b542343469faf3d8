import { words } from "../speech";

export const page = words("page", {
  promise: "The shortest way to solve a cube, and the proof that there is none shorter.",
  skip: "Skip to the controls",
  size: "Size",
  language: "Language",
  theme: "Colours of the page",
  auto: "system",
  light: "light",
  dark: "dark",
  settings: "Settings",
  palette: "Colours of the cube",
  standard: "standard",
  colourblind: "for colour-blind eyes",
  letters: "Letters on the stickers",
  tabs: "What to do",
  turn: "Turn",
  paint: "Paint",
  solve: "Solve",
  explore: "Explore",
  wait: "One moment…",
  failed: "This part of the page did not arrive. Load the page again.",
});
