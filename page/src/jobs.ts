// A job of the server: started, followed by its events, stopped, forgotten. Its reports are signals.
import { batch, computed, signal } from "@preact/signals";
import { api, ApiError, failing, type Answer, type Failure, type Job, type SolveRequest } from "./api";
import { failureOf } from "./failing";
import type { Horizon, SolveEvent, StageClosedNow, StateChange } from "./wire";
import { faults } from "./words/faults";

type Activity = NonNullable<StateChange["activity"]>;
export type Phase = "running" | "stopping" | "done" | "failed";

/** The state of a search, as the server computes it: `StateChange` says what its members are. */
interface SearchState extends Required<Omit<StateChange, "horizons" | "stages">> {
  horizons: readonly Horizon[];
  stages: readonly StageClosedNow[];
}

function changed(state: SearchState, { horizons, stages, ...rest }: StateChange): SearchState {
  const lists = {
    horizons: horizons ? Object.assign([...state.horizons], horizons) : state.horizons,
    stages: stages ? Object.assign([...state.stages], stages) : state.stages,
  };
  return { ...state, ...rest, ...lists };
}

/** A step that this machine takes only once, before a search or within it. */
export interface Readying {
  step: number;
  steps: number;
  /** The finished part of the step, from 0 to 1. */
  share: number;
  seconds: number | null;
}

/** The step after an event; null if the event reports no step. While a table is built, the step is the last one that was announced. */
function readyingAfter(activity: Activity | null, before: Readying | null): Readying | null {
  if (activity?.event === "preparing") return { step: activity.step, steps: activity.steps, share: 0, seconds: activity.seconds_left };
  if (activity?.event !== "table-building" || activity.share >= 1) return null;
  return { step: before?.step ?? 1, steps: before?.steps ?? 1, share: activity.share, seconds: activity.seconds_left };
}

/** A line of the log: an event's name, fields and time. */
export interface LogLine {
  seconds: number;
  name: string;
  data: Record<string, unknown>;
}

/** All events, which the compiler checks: a browser delivers only events that are listened for by name. */
const HEARD: Record<SolveEvent["event"], true> = {
  started: true,
  "layer-counted": true,
  "horizon-opened": true,
  "horizon-closed": true,
  improved: true,
  "bound-proved": true,
  "stage-closed": true,
  preparing: true,
  "table-building": true,
  "depth-searched": true,
  walked: true,
  "part-proved": true,
  "part-checked": true,
  note: true,
  bounds: true,
  result: true,
  failed: true,
};
const NAMES = Object.keys(HEARD) as SolveEvent["event"][];
const UNLOGGED = new Set<SolveEvent["event"]>(["walked", "table-building", "depth-searched"]);
const MOST_LOGGED = 400;
/** The number of requests for a job whose events have stopped, one every two seconds, before it is given up. */
const MOST_ASKED = 15;
const pause = () => new Promise((done) => setTimeout(done, 2000));

const unforgotten = new Set<Run>();

// Leaving the page ends its jobs. They stay ended if the browser shows the page again from its cache.
addEventListener("pagehide", () => [...unforgotten].forEach((run) => run.forget()));

export class Run {
  readonly phase = signal<Phase>("running");
  readonly seconds = signal(0);
  /** The state of the search after the newest event. */
  readonly state = signal<SearchState>({
    engine: "", turns: null, length: null, lower_bound: 0, unverified_solver: "", horizon: null, horizons: [], stages: [], part: null, activity: null, seconds: 0,
  });
  /** The length of the best answer so far, and how many turns are proved to be needed. */
  readonly best = computed(() => (this.answer.value ?? this.state.value).length);
  readonly proved = computed(() => (this.answer.value ?? this.state.value).lower_bound);
  readonly turns = computed(() => this.state.value.turns);
  readonly engine = computed(() => this.state.value.engine || (this.request.engine ?? "auto"));
  readonly horizons = computed(() => this.state.value.horizons);
  readonly stages = computed(() => this.state.value.stages);
  readonly part = computed(() => this.state.value.part);
  /** The current work; at most one of these is not null. */
  readonly readying = signal<Readying | null>(null);
  readonly depth = this.doing("depth-searched");
  readonly walked = this.doing("walked");
  readonly log = signal<LogLine[]>([]);
  readonly answer = signal<Answer | null>(null);
  readonly failure = signal<Failure | null>(null);
  /** A later job for the same cube: the proof of the answer, or the search of another engine. It is forgotten with this job. */
  readonly beside = signal<Run | null>(null);
  /** Whether the events have stopped coming and we try to get them back. */
  readonly broken = signal(false);

  /** When the search started; null while it waits for the machine to get ready, which is not search time. */
  private began: number | null = performance.now();
  private readonly clock = setInterval(() => (this.seconds.value = this.began === null ? 0 : (performance.now() - this.began) / 1000), 100);
  private job: Job | null = null;
  private source: EventSource | null = null;
  private newest = -1;
  private left = false;

  constructor(readonly request: SolveRequest) {
    unforgotten.add(this);
    void this.begin();
  }

  private doing<Name extends Activity["event"]>(name: Name) {
    return computed(() => {
      const { activity } = this.state.value;
      return activity?.event === name ? (activity as Extract<Activity, { event: Name }>) : null;
    });
  }

  get over(): boolean {
    return this.phase.value === "done" || this.phase.value === "failed";
  }

  /** End the search; the job goes on to a result with the best so far. */
  stop(): void {
    if (this.phase.peek() !== "running") return;
    this.phase.value = "stopping";
    if (this.job) api.stop(this.job).catch(() => {});
  }

  /** End the job, if it is not over, and have the server forget it. */
  forget(): void {
    if (this.left) return;
    unforgotten.delete(this);
    this.beside.peek()?.forget();
    this.left = true;
    const ended = this.phase.peek() === "done" || this.phase.peek() === "failed";
    if (!ended) this.fail(failing(faults.ended()));
    if (this.job) api.forget(this.job).catch(() => {});
  }

  private async begin(): Promise<void> {
    try {
      this.job = await api.solve(this.request);
    } catch (fault) {
      this.fail(failureOf(fault));
      return;
    }
    if (this.left) api.forget(this.job).catch(() => {});
    else {
      if (this.phase.peek() === "stopping") api.stop(this.job).catch(() => {});
      this.listen();
    }
  }

  private listen(): void {
    const source = new EventSource(this.job!.events);
    this.source = source;
    for (const name of NAMES) source.addEventListener(name, (event) => this.hear(name, event as MessageEvent<string>));
    source.onopen = () => (this.broken.value = false);
    source.onerror = () => {
      this.broken.value = true;
      // While it is connecting the browser tries again by itself.
      if (source.readyState === EventSource.CLOSED) void this.recover();
    };
  }

  /** Ask for the job's state, when the browser has given up its events. */
  private async recover(): Promise<void> {
    for (let attempt = 0; attempt < MOST_ASKED && !this.left; attempt++) {
      try {
        const now = await api.job(this.job!);
        if (now.result) this.finish(now.result as Answer);
        else if (now.failure) this.fail(now.failure);
        else {
          // The search goes on, but its events were refused, so asking at once is of no use.
          await pause();
          if (!this.left) this.listen();
        }
        return;
      } catch (fault) {
        if (fault instanceof ApiError && fault.status !== 0) {
          this.job = null; // the server has no such job to forget
          return this.fail(fault.failure);
        }
        await pause();
      }
    }
    if (!this.left) this.fail(failing(faults.silent()));
  }

  private hear(name: SolveEvent["event"], event: MessageEvent<string>): void {
    const number = Number(event.lastEventId || NaN);
    // A stream that is opened again repeats all events.
    if (number <= this.newest) return;
    if (!Number.isNaN(number)) this.newest = number;
    const data = JSON.parse(event.data) as Record<string, unknown>;
    batch(() => {
      if (name === "result") return this.finish(data as unknown as Answer);
      if (name === "failed") return this.fail(data as unknown as Failure);
      if (name === "bounds") return;
      if (name === "started" && this.log.peek().length === 0) this.began = performance.now();
      const state = (this.state.value = changed(this.state.peek(), data["state"] as StateChange));
      const readying = (this.readying.value = readyingAfter(state.activity, this.readying.peek()));
      if (readying && state.length === null && state.lower_bound === 0) this.began = null;
      else this.began ??= performance.now();
      if (!UNLOGGED.has(name)) this.log.value = [...this.log.peek().slice(-MOST_LOGGED), { seconds: this.state.peek().seconds, name, data }];
    });
  }

  private finish(answer: Answer): void {
    this.end("done");
    batch(() => {
      this.answer.value = answer;
      this.seconds.value = answer.seconds;
    });
  }

  private fail(failure: Failure): void {
    this.end("failed");
    this.failure.value = failure;
  }

  private end(phase: Phase): void {
    this.source?.close();
    clearInterval(this.clock);
    batch(() => {
      this.phase.value = phase;
      this.broken.value = false;
    });
  }
}
