// Failures that the page reports itself.
import { sentences } from "../speech";

export const faults = sentences("fault", {
  silent: "The server does not answer.",
  status: "The server answered with status {status}.",
  stopped: "The server stopped: this is the last that it sent.",
  instead: "{reason} {kept?true:The cube stays as it was.|false:A solved cube is shown instead.}",
  size: "This link has no size that can be read: {size!r}.",
  ended: "The search was ended.",
  question: "This link asks a question that cannot be read; its cube is here.",
  twoReadings: "This text has two readings: {letters} turns, or the stickers of an impossible cube. Put turns in brackets, (…), and write stickers without blanks.",
  solved: "The cube is solved already: scramble it first.",
});
