// A certificate that the visitor has chosen, checked by the proved checker in a worker.
import { signal } from "@preact/signals";
import type { Sentence } from "../sentences";
import { faults as usual } from "../words/faults";
import { checkFaults as faults } from "../words/check";
import { outcomeOf, refutationOf, type Outcome, type Refutation } from "./verdict";

/** Where the checker is, and the digest of its sources in the package; null in a page that was built without it. */
declare const CHECKER: { program: string; worker: string; digest: string } | null;
export const checker = CHECKER;

/** The order for a worker. */
export interface Order {
  program: string;
  digest: string;
  /** Check a certificate, or any formula and its refutation. */
  command: "check" | "refute";
  /** The files of a certificate, or a ZIP of them; for `refute`, `formula.cnf` and `proof.lrat`. */
  files: File[];
  mostBytes: number;
}

/** The name and the SHA-256 of a file. */
export type Digest = readonly [name: string, digest: string];

/** A message of a worker. */
export type Report =
  | { kind: "progress"; share: number }
  /** With the SHA-256 of each file that was chosen, where the browser computes it. */
  | { kind: "ended"; status: number; output: string; sentence: string; digests: readonly Digest[] }
  | { kind: "none" }
  | { kind: "other"; found: string }
  | { kind: "packed"; name: string }
  | { kind: "failed"; reason: string };

/** No browser has the memory for more. */
const MOST_BYTES = 200e6;

/** How much of the files has been read, from 0 to 1; null while nothing is checked. */
export const share = signal<number | null>(null);
/** The address of the certificate that is checked or was checked last; "" for files that the visitor chose. */
export const subject = signal("");
/** The last verdict, and the digests of what it is about. */
export const outcome = signal<Outcome | null>(null);
export const digests = signal<readonly Digest[]>([]);
/** Why there is no verdict, if the reason is not the checker's. */
export const trouble = signal<Sentence | null>(null);

let worker: Worker | null = null;

/** Stop checking; the last verdict is forgotten. */
export function stop(): void {
  worker?.terminate();
  worker = null;
  share.value = outcome.value = trouble.value = null;
}

function end(verdict: Outcome | null, reason: Sentence | null = null): void {
  stop();
  outcome.value = verdict;
  trouble.value = reason;
}

function follow(report: Report): void {
  if (report.kind === "progress") share.value = report.share;
  else if (report.kind === "ended") {
    end(outcomeOf(report.status, report.output, report.sentence));
    digests.value = report.digests;
  } else if (report.kind === "none") end(null, faults.noCertificate());
  else if (report.kind === "other") end(null, faults.other({ found: report.found, wanted: checker!.digest }));
  else if (report.kind === "packed") end(null, faults.packed({ name: report.name }));
  else end(null, faults.failed({ reason: report.reason }));
}

/** Check a certificate from its files; a check that still runs is stopped. */
export function check(files: File[], of = ""): void {
  stop();
  subject.value = of;
  if (checker === null) return;
  const twice = files.find(({ name }, index) => files.findIndex((file) => file.name === name) < index);
  if (files.length === 0) return end(null, faults.none());
  if (twice) return end(null, faults.twice({ name: twice.name }));
  const bytes = files.reduce((total, { size }) => total + size, 0);
  if (bytes > MOST_BYTES) return end(null, faults.large({ megabytes: Math.round(bytes / 1e6), most: MOST_BYTES / 1e6 }));
  share.value = 0;
  try {
    const started: Worker = (worker = begin("check", files, (report) => started === worker && follow(report), () => started === worker && end({ kind: "stopped" })));
  } catch (fault) {
    end(null, faults.failed({ reason: String(fault) }));
  }
}

/** Check a certificate that the server has. */
export async function checkAt(address: string): Promise<void> {
  stop();
  [subject.value, share.value] = [address, 0];
  try {
    const answer = await fetch(address);
    if (!answer.ok) return end(null, usual.status({ status: answer.status }));
    check([new File([await answer.blob()], "certificate.zip")], address);
  } catch {
    end(null, usual.silent());
  }
}

/** Start a worker; it reports to `follow`. A worker that the browser ends, for lack of memory or without its script, has `crashed`. */
function begin(command: Order["command"], files: File[], follow: (report: Report) => void, crashed: () => void): Worker {
  const { program, worker: address, digest } = checker!;
  const started = new Worker(address);
  started.addEventListener("message", ({ data }: MessageEvent<Report>) => follow(data));
  started.addEventListener("error", crashed);
  started.postMessage({ program, digest, command, files, mostBytes: MOST_BYTES } satisfies Order);
  return started;
}

/** The verdict on a formula in DIMACS and its refutation in LRAT; none after the signal. */
export function refuted(formula: string, proof: string, { signal }: { signal: AbortSignal }): Promise<Refutation> {
  const files = [new File([formula], "formula.cnf"), new File([proof], "proof.lrat")];
  return new Promise((resolve) => {
    const end = (refutation: Refutation) => {
      started.terminate();
      resolve(refutation);
    };
    const started: Worker = begin("refute", files, (report) => {
      if (report.kind === "ended") end(refutationOf(report.status, report.output, report.sentence));
      else if (report.kind !== "progress") end({ kind: "stopped" });
    }, () => end({ kind: "stopped" }));
    signal.addEventListener("abort", () => started.terminate());
  });
}
