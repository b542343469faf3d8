// The layers of the 2×2×2, and where the cube of the page stands in them.
import { batch, computed, effect, signal } from "@preact/signals";
import { api, type Failure, type Layers, type Neighbours } from "./api";
import * as cube from "./cube";
import { failureOf } from "./jobs";
import { tab } from "./share";

export const METRICS = ["htm", "qtm"] as const;
export type ExploredMetric = (typeof METRICS)[number];

export const metric = signal<ExploredMetric>("htm");
export const layers = signal<Partial<Record<ExploredMetric, Layers>>>({});
/** The neighbours of the cube of the page, with the state and the metric that they are about; null where there are none. */
export const around = signal<(Neighbours & { state: string; metric: ExploredMetric }) | null>(null);
export const failure = signal<Failure | null>(null);
/** Why the cube of the page has no place among the others. */
export const refused = signal<Failure | null>(null);
/** Whether it is a 2×2×2 of which not all is known, so that it may be one of several. */
export const unknown = computed(() => cube.size.value === 2 && (cube.shown.value?.facelets.includes("?") ?? false));

/** Put a cube so far from solved on the stage. */
export async function showAt(depth: number): Promise<void> {
  try {
    const drawn = await api.atDepth(metric.peek(), depth);
    failure.value = null;
    cube.begin({ size: drawn.size, facelets: drawn.facelets, setup: drawn.scramble });
  } catch (fault) {
    failure.value = failureOf(fault);
  }
}

let counted = false;
effect(() => {
  if (tab.value !== "explore" || counted) return;
  counted = true;
  for (const name of METRICS) {
    api.layers(name).then(
      (found) => batch(() => {
        layers.value = { ...layers.peek(), [name]: found };
        failure.value = null;
      }),
      (fault: unknown) => {
        counted = false;
        failure.value = failureOf(fault);
      },
    );
  }
});

effect(() => {
  const shown = cube.shown.value;
  const counting = metric.value;
  if (tab.value !== "explore" || shown === null) return undefined;
  refused.value = null;
  if (shown.size !== 2 || unknown.value) {
    around.value = null;
    return undefined;
  }
  const leaving = new AbortController();
  api.neighbours(shown.facelets, counting, leaving.signal).then(
    (found) => (around.value = { ...found, state: shown.facelets, metric: counting }),
    (fault: unknown) => {
      if (leaving.signal.aborted) return;
      batch(() => {
        around.value = null;
        refused.value = failureOf(fault);
      });
    },
  );
  return () => leaving.abort();
});
