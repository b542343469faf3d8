// The layers of the 2×2×2, and where the cube of the page stands in them.
import { effect, signal } from "@preact/signals";
import { api, ApiError, type Failure, type Layers, type Neighbours } from "./api";
import * as cube from "./cube";
import { tab } from "./share";

export const METRICS = ["htm", "qtm"] as const;
export type ExploredMetric = (typeof METRICS)[number];

export const metric = signal<ExploredMetric>("htm");
export const layers = signal<Partial<Record<ExploredMetric, Layers>>>({});
/** The neighbours of the cube of the page, with the state and the metric that they are about; null where there are none. */
export const around = signal<(Neighbours & { state: string; metric: ExploredMetric }) | null>(null);
export const failure = signal<Failure | null>(null);

function failed(fault: unknown): void {
  failure.value = fault instanceof ApiError ? fault.failure : { error: String(fault) };
}

/** Put a cube so far from solved on the stage. */
export async function showAt(depth: number): Promise<void> {
  try {
    const drawn = await api.atDepth(metric.peek(), depth);
    cube.begin({ size: drawn.size, facelets: drawn.facelets, setup: drawn.scramble });
  } catch (fault) {
    failed(fault);
  }
}

let counted = false;
effect(() => {
  if (tab.value !== "explore" || counted) return;
  counted = true;
  for (const name of METRICS) {
    api.layers(name).then(
      (found) => (layers.value = { ...layers.peek(), [name]: found }),
      (fault: unknown) => {
        counted = false;
        failed(fault);
      },
    );
  }
});

effect(() => {
  const shown = cube.shown.value;
  const counting = metric.value;
  if (tab.value !== "explore" || shown === null) return undefined;
  failure.value = null;
  if (shown.size !== 2) {
    around.value = null;
    return undefined;
  }
  const leaving = new AbortController();
  api.neighbours(shown.facelets, counting, leaving.signal).then(
    (found) => (around.value = { ...found, state: shown.facelets, metric: counting }),
    (fault: unknown) => {
      if (leaving.signal.aborted) return;
      around.value = null;
      failed(fault);
    },
  );
  return () => leaving.abort();
});
