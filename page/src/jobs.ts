// A job of the server while it works: started, followed by its events, stopped, forgotten. What it tells are signals.
import { batch, signal } from "@preact/signals";
import { api, ApiError, failing, type Answer, type Failure, type Job, type SolveRequest } from "./api";
import { failureOf } from "./failing";
import type { DepthSearched, HorizonClosed, HorizonOpened, LayerCounted, PartProved, SolveEvent, StageClosed, TableBuilding, Walked } from "./wire";
import { faults } from "./words/faults";

export type Phase = "running" | "stopping" | "done" | "failed";

/** A formula that was handed to a solver: is there an answer of this length? */
export interface Horizon extends HorizonOpened {
  /** Null while the solver works, and where it was given up. */
  solvable: boolean | null;
  /** Null while the solver works. */
  seconds: number | null;
}

export type Stage = StageClosed;

/** One line of the log: an event's name and fields, and when it came. */
export interface Told {
  seconds: number;
  name: string;
  data: Record<string, unknown>;
}

/** Every event that there is, which the compiler checks: a browser tells only those that were asked for by name. */
const HEARD: Record<SolveEvent["event"], true> = {
  started: true,
  "layer-counted": true,
  "horizon-opened": true,
  "horizon-closed": true,
  improved: true,
  "bound-proved": true,
  "stage-closed": true,
  compiling: true,
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
const UNLOGGED = new Set<SolveEvent["event"]>(["bounds", "walked", "table-building", "depth-searched", "result", "failed"]);
const MOST_LOGGED = 400;
/** How often to ask for a job whose events have stopped, every other second, before giving it up. */
const MOST_ASKED = 15;
const pause = () => new Promise((done) => setTimeout(done, 2000));

const known = new Set<Run>();

// Leaving the page ends its jobs. A page that comes back from the browser's cache finds them ended.
addEventListener("pagehide", () => [...known].forEach((run) => run.forget()));

export class Run {
  readonly phase = signal<Phase>("running");
  readonly seconds = signal(0);
  /** The length of the best answer so far, and how many turns are proved to be needed. */
  readonly best = signal<number | null>(null);
  readonly proved = signal(0);
  /** The best answer so far as turns, "" where the server tells only its length. */
  readonly turns = signal("");
  readonly engine = signal("");
  readonly horizons = signal<Horizon[]>([]);
  readonly stages = signal<Stage[]>([]);
  readonly layers = signal<LayerCounted[]>([]);
  readonly part = signal<PartProved | null>(null);
  /** What comes before a search and what it is doing; the newest is at work, and the others are null. */
  readonly compiling = signal<string | null>(null);
  readonly building = signal<TableBuilding | null>(null);
  readonly depth = signal<DepthSearched | null>(null);
  readonly walked = signal<Walked | null>(null);
  readonly log = signal<Told[]>([]);
  readonly answer = signal<Answer | null>(null);
  readonly failure = signal<Failure | null>(null);
  /** A job for the same cube that was asked for since: one that proves the answer, or another engine's. It is forgotten with this one. */
  readonly beside = signal<Run | null>(null);
  /** Whether the events have stopped coming and we try to get them back. */
  readonly broken = signal(false);

  /** When the search began: by this clock, or once that is known, when the engine was at work. */
  private began = performance.now();
  private readonly clock = setInterval(() => (this.seconds.value = (performance.now() - this.began) / 1000), 100);
  private job: Job | null = null;
  private source: EventSource | null = null;
  private newest = -1;
  private left = false;

  constructor(readonly request: SolveRequest) {
    this.engine.value = request.engine ?? "auto";
    known.add(this);
    void this.begin();
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
    known.delete(this);
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
    for (let asked = 0; asked < MOST_ASKED && !this.left; asked++) {
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
          this.job = null; // there is nothing left to be forgotten
          return this.fail(fault.failure);
        }
        await pause();
      }
    }
    if (!this.left) this.fail(failing(faults.silent()));
  }

  private hear(name: SolveEvent["event"], event: MessageEvent<string>): void {
    const number = Number(event.lastEventId || NaN);
    // A stream that was opened anew begins at its beginning.
    if (number <= this.newest) return;
    if (!Number.isNaN(number)) this.newest = number;
    const data = JSON.parse(event.data) as Record<string, unknown>;
    batch(() => {
      if (name === "started" && this.log.peek().length === 0) this.began = performance.now();
      if (!UNLOGGED.has(name)) {
        this.log.value = [...this.log.peek().slice(-MOST_LOGGED), { seconds: typeof data.at === "number" ? data.at : (performance.now() - this.began) / 1000, name, data }];
      }
      this.take({ event: name, id: event.lastEventId, data } as unknown as SolveEvent);
    });
  }

  private take({ event, data }: SolveEvent): void {
    switch (event) {
      case "started":
        this.engine.value = data.engine;
        this.nothingElse();
        break;
      case "compiling":
        this.nothingElse();
        this.compiling.value = data.loop;
        break;
      case "table-building":
        this.nothingElse();
        this.building.value = data;
        break;
      case "depth-searched":
        this.nothingElse();
        this.depth.value = data;
        break;
      case "layer-counted":
        this.layers.value = [...this.layers.peek(), data];
        break;
      case "horizon-opened":
        this.horizons.value = [...this.horizons.peek(), { ...data, solvable: null, seconds: null }];
        break;
      case "horizon-closed":
        this.close(data);
        break;
      case "improved":
        if (data.length < (this.best.peek() ?? Infinity) || this.turns.peek() === "") this.turns.value = data.turns;
        this.closeIn(data.length, data.lower_bound);
        break;
      case "bounds":
        this.closeIn(data.length, data.lower_bound);
        break;
      case "bound-proved":
        this.proved.value = Math.max(data.lower_bound, this.proved.peek());
        break;
      case "stage-closed":
        this.stages.value = [...this.stages.peek(), data];
        break;
      case "walked":
        this.walked.value = data;
        break;
      case "part-proved":
        this.part.value = data;
        break;
      case "result":
        this.finish(data as Answer);
        break;
      case "failed":
        this.fail(data);
    }
  }

  /** Nothing of what may come before or during a search is going on now. */
  private nothingElse(): void {
    this.compiling.value = this.building.value = this.depth.value = null;
  }

  private closeIn(length: number | null, lower: number): void {
    if (length !== null) this.best.value = Math.min(length, this.best.peek() ?? Infinity);
    this.proved.value = Math.max(lower, this.proved.peek());
  }

  private close(answered: HorizonClosed): void {
    const tried = this.horizons.peek();
    const index = tried.findLastIndex((one) => one.length === answered.length && one.seconds === null);
    if (index >= 0) this.horizons.value = tried.with(index, { ...tried[index]!, solvable: answered.solvable, seconds: answered.seconds });
  }

  private finish(answer: Answer): void {
    this.end("done");
    batch(() => {
      this.answer.value = answer;
      this.best.value = answer.length;
      this.proved.value = answer.lower_bound;
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
