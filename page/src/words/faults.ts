// Failures that the page reports itself.
import { sentences } from "../speech";

export const faults = sentences("fault", {
  silent: "The server does not answer.",
  status: "The server answered with status {status}.",
  stopped: "The server stopped: this is the last that it sent.",
  ended: "The search was ended.",
  question: "This link asks a question that cannot be read; its cube is here.",
  solved: "The cube is solved already: scramble it first.",
});
