// Runs the checker of the page in Node: node browser_checker.mjs CHECKER.js MEGABYTES, then a folder a line on stdin. Prints
// for each a line of JSON: [status, output, sentence].
import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { runInThisContext } from "node:vm";

runInThisContext(readFileSync(process.argv[2], "utf8"));
console.log(globalThis.cubeproof.version().trim());

/** The files of a folder, as the page has those that a visitor chose. */
function filesOf(folder) {
  const isFile = (name) => statSync(join(folder, name), { throwIfNoEntry: false })?.isFile() ?? false;
  return {
    names: () => readdirSync(folder).filter(isFile),
    size: (name) => (isFile(name) ? statSync(join(folder, name)).size : -1),
    read: (name, position, count) => {
      const file = openSync(join(folder, name));
      const piece = new Uint8Array(count);
      const read = readSync(file, piece, 0, count, position);
      closeSync(file);
      return piece.subarray(0, read);
    },
  };
}

for await (const folder of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(globalThis.cubeproof.check(filesOf(folder), Number(process.argv[3]))));
}
