// Writes cubing_notation.tsv: what the parser of cubing.js makes of some texts. Run it with node in a folder where
// `npm install cubing@0.63.4` was run: node cubing_notation.mjs < cubing_notation.tsv > new.tsv
// It keeps the first column, the texts (in JSON), and writes the second: the turns, with all brackets written out.
import { readFileSync } from "node:fs";
import { Alg } from "cubing/alg";

const { version } = JSON.parse(readFileSync("node_modules/cubing/package.json"));
const lines = readFileSync(0, "utf-8").trimEnd().split("\n");
const texts = lines.filter((line) => line && !line.startsWith("#")).map((line) => JSON.parse(line.split("\t")[0]));
console.log(`# Notation that cubeproof and cubing.js both read: a text, and its turns as cubing.js writes them out.`);
console.log(`# Source: the parser of the npm package cubing, version ${version} (https://js.cubing.net/cubing/), by cubing_notation.mjs.`);
for (const text of texts) {
  console.log(`${JSON.stringify(text)}\t${[...new Alg(text).experimentalLeafMoves()].join(" ")}`);
}
