import { words } from "../speech";

export const asked = words("asked", {
  net: "The cube that was asked about",
  shown: "For this cube, the one shown:",
  before: "For this cube; {made} of {count} {count?one:turn|other:turns} made since:",
  began: "The walk began with this cube:",
  over: "The last answer is for another cube or for other choices, these:",
  goesOn: "A search goes on for another cube or for other choices, these:",
  back: "Back to this question",
});
