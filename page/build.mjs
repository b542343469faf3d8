// Builds the page and the notebook's player into the package. See build.py, which calls this.
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";

const here = import.meta.dirname;
const built = join(here, "..", "src", "cubeproof", "web", "built");
const out = `${built}.new`; // a build that fails leaves the last one as it was

const common = {
  absWorkingDir: here,
  bundle: true,
  format: "esm",
  target: ["es2022"],
  minify: true,
  legalComments: "none", // licences.txt has them all
  logLevel: "warning",
  metafile: true,
  jsx: "automatic",
  jsxImportSource: "preact",
};

await rm(out, { recursive: true, force: true });
await mkdir(out);

const checker = process.argv.length > 2 ? await addChecker(process.argv[2], process.argv[3]) : null;
const page = await build({
  ...common,
  define: { CHECKER: JSON.stringify(checker) },
  entryPoints: { main: "src/main.tsx", style: "src/style.css" },
  splitting: true,
  outdir: join(out, "assets"),
  entryNames: "[name]-[hash]",
  chunkNames: "part-[hash]",
  assetNames: "[name]-[hash]",
  loader: { ".woff2": "file" },
});
const player = await build({
  ...common,
  entryPoints: { widget: "src/widget/widget.ts" },
  loader: { ".css": "text" },
  outdir: out,
});

// The page names its files by their contents, so that a browser may keep them for ever.
const named = Object.entries(page.metafile.outputs).filter(([, output]) => output.entryPoint);
let html = await readFile(join(here, "src", "index.html"), "utf8");
for (const [path, output] of named) {
  html = html.replaceAll(`/${basename(output.entryPoint)}"`, `/assets/${basename(path)}"`);
}
// A browser learns of the parts of the first script only when it has read that script: so they are named too.
const parts = new Set();
const visit = (path) => {
  for (const { path: part, kind } of page.metafile.outputs[path].imports) {
    if (kind !== "import-statement" || parts.has(part)) continue;
    parts.add(part);
    visit(part);
  }
};
visit(named.find(([, { entryPoint }]) => entryPoint.endsWith("main.tsx"))[0]);
const preloads = [...parts].map((path) => `    <link rel="modulepreload" href="/assets/${basename(path)}" />\n`);
await writeFile(join(out, "index.html"), html.replace("  </head>", `${preloads.join("")}  </head>`));

await writeFile(join(out, "words.json"), `${JSON.stringify(await templates(), null, 2)}\n`);
await writeFile(join(out, "licences.txt"), await licences([page, player]));

// What the page links to.
await mkdir(join(out, "about"));
await copyFile(join(out, "licences.txt"), join(out, "about", "licences.txt"));
await copyFile(join(here, "..", "LICENSE"), join(out, "about", "licence.txt"));
await copyFile(join(here, "..", "examples", "the_shortest_way.ipynb"), join(out, "about", "the_shortest_way.ipynb"));

await rm(built, { recursive: true, force: true });
await rename(out, built);

/** Copy the proved checker, with the worker that runs it; the page loads them when they are used. Return where they are. */
async function addChecker(path, digest) {
  const assets = join(out, "assets");
  const program = `checker-${createHash("sha256").update(await readFile(path)).digest("hex").slice(0, 8)}.js`;
  await mkdir(assets);
  await copyFile(path, join(assets, program));
  const worker = await build({ ...common, format: "iife", entryPoints: { worker: "src/certificate/worker.ts" }, outdir: assets, entryNames: "[name]-[hash]" });
  const script = basename(Object.keys(worker.metafile.outputs)[0]);
  return { program: `/assets/${program}`, worker: `/assets/${script}`, digest };
}

/** The English of every template of the page, by its code: what a table of a language has to have. */
async function templates() {
  const views = (await readdir(join(here, "src", "words"))).filter((name) => name.endsWith(".ts"));
  const contents = [...views.map((name) => `import "./words/${name}";`), 'export { templates } from "./speech";'].join("\n");
  const stdin = { contents, resolveDir: join(here, "src") };
  const bundled = await build({ absWorkingDir: here, stdin, bundle: true, format: "esm", write: false });
  const script = Buffer.from(bundled.outputFiles[0].text).toString("base64");
  const { templates } = await import(`data:text/javascript;base64,${script}`);
  return Object.fromEntries(Object.entries(templates).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The licence texts of every package that went into these builds. */
async function licences(builds) {
  const inputs = builds.flatMap((made) => Object.keys(made.metafile.inputs));
  const packages = new Set();
  for (const input of inputs) {
    const found = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input);
    if (found) packages.add(found[1]);
  }
  const texts = [];
  for (const name of [...packages].sort()) {
    const folder = join(here, "node_modules", name);
    const about = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
    let text = "";
    for (const file of ["LICENSE", "LICENSE.md", "LICENSE.txt", "License.md", "NOTICE"]) {
      text += await readFile(join(folder, file), "utf8").then((read) => `\n${read.trim()}\n`, () => "");
    }
    const source = about.repository?.url ?? about.repository ?? about.homepage ?? "";
    texts.push(`${name} ${about.version} (${about.license})\n${source}\n${text}`);
  }
  if (checker !== null) texts.push(await readFile(join(here, "checker_licences.txt"), "utf8"));
  return texts.join(`\n${"=".repeat(80)}\n\n`);
}
