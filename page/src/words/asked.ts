import { words } from "../speech";

export const asked = words("asked", {
  net: "The cube that was asked about",
  before: "For this cube; {made} of {count} {count?one:turn|other:turns} made since:",
  better: "There is a better answer than the one that is played; back at the start it takes its place.",
  over: "The last answer is for another cube or for other choices, these:",
  goesOn: "A search goes on for another cube or for other choices, these:",
  stop: "Stop",
  back: "Back to this question",
});
