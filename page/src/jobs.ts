// A job of the server: started, followed by its events, stopped, forgotten. Its reports are signals.
import { batch, computed, signal } from "@preact/signals";
import { api, ApiError, failing, sentenceOf, type Answer, type Failure, type Job, type SolveRequest } from "./api";
import { failureOf } from "./failing";
import type { Sentence } from "./sentences";
import type { Horizon, SolveEvent, StageClosedNow, StateChange } from "./wire";
import { faults } from "./words/faults";

type Activity = NonNullable<StateChange["activity"]>;
export type Phase = "running" | "stopping" | "done" | "failed";

/** The state of a search, as the server computes it: `StateChange` says what its members are. */
interface SearchState extends Required<Omit<StateChange, "horizons" | "stages">> {
  horizons: readonly Horizon[];
  stages: readonly StageClosedNow[];
}

const NOTHING: SearchState = {
  engine: "", turns: null, length: null, lower_bound: 0, unverified_solver: "", horizon: null, horizons: [], stages: [], part: null, activity: null, seconds: 0,
};

/** The turns of the finished stages, of the newest of several chains. */
function furthest(stages: readonly StageClosedNow[]): string | undefined {
  const number = Math.max(...stages.map((stage) => stage.number));
  return stages.findLast((stage) => stage.number === number)?.turns;
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
  answered: true,
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

// Leaving the page ends its jobs, but not the one in its address: a reload comes back to it. The server ends a job without listeners.
addEventListener("pagehide", () => [...unforgotten].forEach((run) => run.stays || run.forget()));

/** A job that the server has already. */
interface Started {
  job: Job;
  /** The earlier run for the same question, if the server was asked to continue its job. */
  after?: Run;
  /** Whether the address of the page has it. */
  stays: boolean;
  /** Whether another page has started it, so that this one only looks on. */
  foreign?: boolean;
  /** The answers that the page knew before a reload, also those of earlier jobs for the same question. */
  ways?: readonly string[];
}

export class Run {
  readonly phase = signal<Phase>("running");
  readonly seconds = signal(0);
  /** The state of the search after the newest event. */
  readonly state = signal(NOTHING);
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
  /** A later job for the same cube: the proof of the answer. It is forgotten with this job. */
  readonly beside = signal<Run | null>(null);
  /** Whether the events have stopped coming and we try to get them back. */
  readonly broken = signal(false);
  /** Why there is no more to come of a search whose last bounds and last answer stay; null if there may be more. */
  readonly lost = signal<Sentence | null>(null);
  /** Whether the server has forgotten the earlier job, so that this one starts from nothing. */
  readonly restarted = signal(false);
  readonly trouble = computed(() => this.lost.value ?? (this.failure.value && sentenceOf(this.failure.value)));
  /** The answers so far, also those of finished stages only: the turns on the screen may be those of any of them. */
  readonly ways = signal<readonly string[]>([]);
  /** The answer that the visitor has chosen of several. */
  readonly chosen = signal<string | null>(null);
  /** The turns to play: the chosen answer, the best answer, or the turns of the finished stages. */
  readonly way = computed(() => this.chosen.value ?? (this.answer.value ? (this.answer.value.solution ?? this.answer.value.reached?.turns) : (this.turns.value ?? furthest(this.stages.value))) ?? "");
  readonly stays: boolean;
  private readonly foreign: boolean;

  /** The search's own time at its newest event; null while it waits for the machine to get ready, which is not search time. */
  private clockStart: { seconds: number; at: number; tick: number } | null = { seconds: 0, at: performance.now(), tick: 0 };
  /** The job's time, which the server reports once a second. */
  private tick = 0;
  private readonly clock = setInterval(() => (this.seconds.value = this.clockStart === null ? 0 : this.clockStart.seconds + (performance.now() - this.clockStart.at) / 1000), 100);
  private job: Job | null = null;
  private source: EventSource | null = null;
  private newest = -1;
  private left = false;

  constructor(readonly request: SolveRequest, { job, after, stays, foreign, ways }: Partial<Started> = {}) {
    unforgotten.add(this);
    this.stays = stays ?? false;
    this.foreign = foreign ?? false;
    if (!job) {
      void this.begin();
      return;
    }
    this.job = job;
    this.restarted.value = after !== undefined && !job.continued;
    if (after && job.continued) {
      const { turns, length, lower_bound } = after.state.peek();
      this.state.value = { ...NOTHING, turns, length, lower_bound };
    }
    this.ways.value = after?.ways.peek() ?? ways ?? [];
    if (after) {
      // The certificate of an answer stays while the search goes on.
      this.beside.value = after.beside.peek();
      after.beside.value = null;
    }
    this.listen();
  }

  /** The name of its job, by which a later one can continue; null before the server has given it. */
  get id(): string | null {
    return this.job?.id ?? null;
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
    if (this.job) api.stop(this.job).catch(() => this.lose());
  }

  /** End the job, if it is not over, and have the server forget it. */
  forget(): void {
    if (this.left) return;
    unforgotten.delete(this);
    this.beside.peek()?.forget();
    this.left = true;
    if (!this.over) this.fail(failing(faults.ended()));
    if (this.job && !this.foreign) api.forget(this.job).catch(() => {});
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
        if (fault instanceof ApiError && fault.status !== 0) return this.lose();
        await pause();
      }
    }
    if (!this.left) this.lose();
  }

  /** There is no more to come: the server has stopped or has no such job any more, or the search has failed. */
  private lose(why: Sentence = faults.stopped()): void {
    if (this.over) return;
    batch(() => {
      this.lost.value = why;
      this.end("done");
    });
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
      if (name === "bounds") return this.beat(data["seconds"] as number);
      const state = (this.state.value = changed(this.state.peek(), data["state"] as StateChange));
      const readying = (this.readying.value = readyingAfter(state.activity, this.readying.peek()));
      this.learn(state.turns, ...state.stages.map(({ turns }) => turns));
      this.clockStart = readying && state.length === null && state.lower_bound === 0 ? null : { seconds: state.seconds, at: performance.now(), tick: this.tick };
      if (!UNLOGGED.has(name)) this.log.value = [...this.log.peek().slice(-MOST_LOGGED), { seconds: this.state.peek().seconds, name, data }];
    });
  }

  /** After a reload, all events come at once: the newest may have come long ago. */
  private beat(seconds: number): void {
    this.tick = seconds;
    if (!this.clockStart) return;
    const least = this.clockStart.seconds + seconds - this.clockStart.tick - 1;
    if (least > this.clockStart.seconds + (performance.now() - this.clockStart.at) / 1000) this.clockStart = { seconds: least, at: performance.now(), tick: seconds };
  }

  private finish(answer: Answer): void {
    this.end("done");
    batch(() => {
      this.answer.value = answer;
      this.seconds.value = answer.seconds;
      this.learn(answer.solution, answer.reached?.turns, ...(answer.solutions ?? []));
    });
  }

  private learn(...ways: (string | null | undefined)[]): void {
    const news = ways.filter((way): way is string => !!way && !this.ways.peek().includes(way));
    if (news.length > 0) this.ways.value = [...this.ways.peek(), ...new Set(news)];
  }

  private fail(failure: Failure): void {
    if (this.best.peek() !== null) return this.lose(sentenceOf(failure));
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
