import { words } from "../speech";

export const asked = words("asked", {
  net: "The cube that was asked about",
  before: "The answer is for this cube; {made} of {count} {count?one:turn|other:turns} made since.",
  over: "The last answer is for another cube or for other choices, these:",
  goesOn: "A search goes on for another cube or for other choices, these:",
  stop: "Stop",
  back: "Back to this question",
});
