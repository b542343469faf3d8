import { words } from "../speech";

export const copying = words("copying", {
  copied: "Copied",
  refused: "Not copied: your browser does not allow it",
});
