// A widget's script runs anew for every widget, but a browser registers the name of an element only once. So the library
// is kept where all of them find it, by version, and the first widget that needs it asks Python for it.
import type { Model } from "./model";

type Library = typeof import("./library");

const PATIENCE = 20_000;

declare global {
  var cubeproofLibraries: Record<string, Promise<Library>> | undefined;
}

export function library(model: Model): Promise<Library> {
  const shelf = (globalThis.cubeproofLibraries ??= {});
  const key = model.get("_library");
  return (shelf[key] ??= ask(model, key).catch((fault: unknown) => {
    // Another widget may have a kernel that answers.
    delete shelf[key];
    throw fault;
  }));
}

function ask(model: Model, key: string): Promise<Library> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      model.off("msg:custom", hear);
      reject(new Error("No kernel answered."));
    }, PATIENCE);
    function hear(message: unknown, buffers: DataView[]): void {
      if ((message as { library?: string } | null)?.library !== key) return;
      clearTimeout(late);
      model.off("msg:custom", hear);
      const address = URL.createObjectURL(new Blob([buffers[0] as DataView<ArrayBuffer>], { type: "text/javascript" }));
      (import(address) as Promise<Library>).then(resolve, reject).finally(() => URL.revokeObjectURL(address));
    }
    model.on("msg:custom", hear);
    model.send({ ask: "library" });
  });
}
