// Runs the proved checker beside the page: one worker for one certificate. It reads the files piece by piece.
import type { Digest, Order, Report } from "./checking";
import { unzipped } from "./unzip";

declare function importScripts(address: string): void;
declare class FileReaderSync {
  readAsArrayBuffer(part: Blob): ArrayBuffer;
}
/** The functions that `formal/program/browser/files.js` defines. */
type Command = (
  files: { names(): string[]; size(name: string): number; read(name: string, position: number, count: number): Uint8Array },
  megabytes: number,
) => [number, string, string];
declare const cubeproof: { version(): string; check: Command; refute: Command };

const LEAST_MS = 50;
const MANIFEST = "certificate.json";

function report(message: Report): void {
  postMessage(message);
}

/** How much memory the checker may use: a quarter of the machine's, where the browser says how much it has. */
function megabytes(): number {
  const { deviceMemory = 4 } = navigator as { deviceMemory?: number };
  return Math.min(1000, 256 * deviceMemory);
}

/** The bytes that the checker reads: proofs twice, first for the clauses that they use. */
function bytesToRead(files: ReadonlyMap<string, File>): number {
  return [...files].reduce((total, [name, { size }]) => total + (name.endsWith(".lrat") ? 2 * size : size), 1);
}

/** The digest of each file; none in a page that does not come from this machine or by https. */
async function digestsOf(files: readonly File[]): Promise<Digest[]> {
  if (!globalThis.crypto?.subtle) return [];
  return Promise.all(files.map(async (file): Promise<Digest> => {
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await file.arrayBuffer()));
    return [file.name, [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("")];
  }));
}

function check({ program, digest, command, files }: Omit<Order, "mostBytes">, digests: readonly Digest[]): void {
  importScripts(program);
  const own = String((JSON.parse(cubeproof.version()) as { digest?: unknown }).digest).slice(0, 80);
  if (own !== digest) return report({ kind: "other", found: own });
  const byName = new Map(files.map((file) => [file.name, file]));
  const reader = new FileReaderSync();
  const total = bytesToRead(byName);
  let read = 0, reported = 0;
  const [status, output, sentence] = cubeproof[command]({
    names: () => [...byName.keys()],
    size: (name) => byName.get(name)?.size ?? -1,
    read: (name, position, count) => {
      const piece = new Uint8Array(reader.readAsArrayBuffer(byName.get(name)!.slice(position, position + count)));
      read += piece.length;
      if (performance.now() - reported > LEAST_MS) {
        reported = performance.now();
        report({ kind: "progress", share: Math.min(1, read / total) });
      }
      return piece;
    },
  }, megabytes());
  report({ kind: "ended", status, output, sentence, digests });
}

async function start({ mostBytes, files: chosen, ...order }: Order): Promise<void> {
  const [zip, ...more] = chosen;
  let files = chosen;
  if (more.length === 0 && /\.zip$/i.test(zip!.name)) {
    try {
      files = await unzipped(zip!, mostBytes);
    } catch {
      return report({ kind: "packed", name: zip!.name });
    }
  }
  if (order.command === "check" && !files.some(({ name }) => name === MANIFEST)) return report({ kind: "none" });
  check({ ...order, files }, await digestsOf(chosen));
}

addEventListener("message", ({ data }: MessageEvent<Order>) => {
  start(data).catch((fault: unknown) => report({ kind: "failed", reason: String(fault) }));
});
