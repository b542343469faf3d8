// The layers of the 2×2×2, and the layer of the page's cube.
import { batch, computed, effect, signal } from "@preact/signals";
import { api, type Failure, type Layers, type Neighbours } from "./api";
import * as cube from "./cube";
import { failureOf } from "./failing";
import { tab } from "./tabs";

export const METRICS = ["htm", "qtm"] as const;
export type ExploredMetric = (typeof METRICS)[number];

export const metric = signal<ExploredMetric>("htm");
export const layers = signal<Partial<Record<ExploredMetric, Layers>>>({});
/** The server's newest answer: the cube and the metric, and the neighbours or the reason for their absence. */
interface Report {
  state: string;
  metric: ExploredMetric;
  neighbours: Neighbours | null;
  refused: Failure | null;
}

const newest = signal<Report | null>(null);
/** The same while it is about the cube on the screen; else null. */
const report = computed(() => {
  const { value } = newest;
  return value?.state === cube.visibleReport.value?.facelets && value?.metric === metric.value ? value : null;
});
/** The neighbours of the cube on the screen. */
export const around = computed(() => report.value?.neighbours ?? null);
/** Why the cube on the screen has no distance. */
export const refused = computed(() => report.value?.refused ?? null);
/** The turns that lead to neighbours, the same for every cube. */
export const ways = computed(() => newest.value?.neighbours?.neighbours ?? []);
export const failure = signal<Failure | null>(null);
/** Whether it is a 2×2×2 with unknown stickers, which may be several cubes; turns do not change that. */
export const unknown = computed(() => cube.size.value === 2 && (cube.base.value.facelets?.includes("?") ?? false));

/** Show a cube at this distance from solved. */
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
      (counted) => batch(() => {
        layers.value = { ...layers.peek(), [name]: counted };
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
  const shown = cube.cubeReport.value;
  const counting = metric.value;
  if (tab.value !== "explore" || shown === null || cube.isDriven.value) return undefined;
  if (shown.size !== 2 || unknown.value) return undefined;
  const leaving = new AbortController();
  const about = { state: shown.facelets, metric: counting };
  api.neighbours(shown.facelets, counting, leaving.signal).then(
    (neighbours) => (newest.value = { ...about, neighbours, refused: null }),
    (fault: unknown) => {
      if (!leaving.signal.aborted) newest.value = { ...about, neighbours: null, refused: failureOf(fault) };
    },
  );
  return () => leaving.abort();
});
