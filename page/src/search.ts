// The search of a view: one at a time, with its question; or the reason why it cannot start.
import { batch, computed, signal, type ReadonlySignal } from "@preact/signals";
import { api, ApiError, failing, type Failure, type SolveRequest } from "./api";
import { learn } from "./about";
import * as cube from "./cube";
import { failureOf } from "./failing";
import { Run } from "./jobs";
import type { Sentence } from "./sentences";
import { faults } from "./words/faults";
import { origin, requestOf, stepsMade, type Choices, type Question } from "./question";

export interface Asked {
  question: Question;
  run: Run;
}

/** Whether two flat objects have the same members, in any order. */
function same(first: object | null, second: object | null): boolean {
  const [one, other] = [first, second].map((each) => JSON.stringify(Object.entries(each ?? {}).sort()));
  return one === other;
}

/** Whether a failure also applies to the current request: a failure of a field does if the cube and the field are the same. */
function concerns(failure: Failure, asked: SolveRequest | null, now: SolveRequest | null): boolean {
  const field = failure.field as keyof SolveRequest;
  if (!asked || !now || !(field in asked || field in now)) return same(asked, now);
  return asked.state === now.state && asked[field] === now[field];
}

/** How a page comes back to a job: without a cube of its own, as another page, and with the answers that it knew. */
interface Resumed {
  bare: boolean;
  foreign: boolean;
  ways?: readonly string[];
}

export class Search {
  readonly starting = signal(false);
  private readonly asked = signal<Asked | null>(null);
  private readonly refused = signal<{ failure: Failure; request: SolveRequest | null } | null>(null);

  /** The request of the current cube and choices. */
  private readonly now = computed<SolveRequest | null>(() => {
    const { cubeReport } = cube;
    return cubeReport.value && { ...this.choices.value, state: cubeReport.value.facelets };
  });

  constructor(
    private readonly choices: ReadonlySignal<Choices>,
    /** Whether a search belongs to the cube on the screen although no turns of its answer lead there. */
    private readonly moves: (run: Run) => boolean = () => false,
    /** Whether its job is in the address of the page. */
    private readonly stays = false,
  ) {}

  /** The job in the address; "" if there is none. */
  readonly address = computed(() => {
    const run = this.asked.value?.run;
    return (run && !run.failure.value && run.id) || "";
  });

  /** The answers of the job in the address; one of them may be on the tape. */
  readonly ways = computed(() => this.asked.value?.run.ways.value ?? []);

  /** The search for the cube and choices on the screen, with the number of turns of its answer that are made; or null. */
  readonly here = computed<(Asked & { made: number }) | null>(() => {
    const asked = this.asked.value;
    if (!asked || asked.run.failure.value || !same(asked.question.choices, this.choices.value)) return null;
    const made = this.moves(asked.run) ? 0 : stepsMade(asked.question.origin, asked.run.ways.value);
    return made === null ? null : { ...asked, made };
  });

  /** The search, if the screen shows another question: then the page shows none of its results. */
  readonly elsewhere = computed<Asked | null>(() => {
    const asked = this.asked.value;
    return asked && !asked.run.failure.value && !this.here.value ? asked : null;
  });

  /** Why there is no search for the question on the screen, or why it failed. */
  readonly failure = computed<Failure | null>(() => {
    const asked = this.asked.value;
    const failed = asked?.run.failure.value;
    const last = this.refused.value ?? (failed && { failure: failed, request: requestOf(asked.question) });
    return last && concerns(last.failure, last.request, this.now.value) ? last.failure : null;
  });

  /** The search that is running, for any question. */
  readonly running = computed<Run | null>(() => {
    const run = this.asked.value?.run;
    return run && !run.over ? run : null;
  });

  /** Forget the last search, and start one for the cube of the page, unless there is an objection. */
  async start(objection: (shown: cube.CubeReport) => Sentence | null = () => null): Promise<void> {
    await this.begin(false, async () => {
      await learn(); // the usual choices for this cube are part of the question
      const { origin: from, shown } = await origin();
      const against = objection(shown);
      if (against) throw new ApiError(0, failing(against));
      const question = { origin: from, choices: this.choices.peek() };
      return [question, requestOf(question)];
    });
  }

  /** Go on with a search that has ended, in another way: the server has its bound and its answer. */
  async goOn(changes: Partial<SolveRequest>): Promise<void> {
    const { question, run } = this.asked.peek()!;
    await this.begin(true, async () => [question, { ...run.request, ...changes }]);
  }

  /** Look on at a job of the server that this page has started before a reload, or another one; its cube is shown if the page has none. */
  async resume(id: string, { bare, foreign, ways = [] }: Resumed, choose: (choices: Choices) => void): Promise<void> {
    const url = `/api/solve/${encodeURIComponent(id)}`;
    const job = { id, url, events: `${url}/events`, continued: false };
    try {
      await learn();
      const { state, scramble, certify, ...asked } = (await api.job(job)).request as unknown as SolveRequest;
      if (!state) throw new ApiError(0, failing(faults.question()));
      const request = { engine: "auto", metric: "htm", timeout: 60, ...asked, goal: asked.goal ?? "solved" };
      const base = cube.base.peek();
      const from = cube.startOf(base) === state ? base : { size: request.size, facelets: state, setup: scramble ?? null };
      if (bare) cube.begin(from);
      const isHere = bare || from === base;
      if (isHere) choose(request);
      const question = { origin: from, choices: isHere ? this.choices.peek() : request };
      this.asked.value = { question, run: new Run({ ...request, state }, { job, stays: this.stays, foreign, ways }) };
    } catch (fault) {
      this.refused.value = { failure: failureOf(fault), request: this.now.peek() };
    }
  }

  private async begin(continuing: boolean, ask: () => Promise<[Question, SolveRequest]>): Promise<void> {
    if (this.starting.peek()) return;
    const before = this.asked.peek();
    if (!continuing) before?.run.forget();
    batch(() => {
      this.starting.value = true;
      this.refused.value = null;
      if (!continuing) this.asked.value = null;
    });
    try {
      const [question, request] = await ask();
      const after = continuing ? before?.run : undefined;
      const job = await api.solve({ ...request, ...(after?.id && { continues: after.id }) });
      this.asked.value = { question, run: new Run(request, { job, stays: this.stays, ...(after && { after }) }) };
      after?.forget();
    } catch (fault) {
      this.refused.value = { failure: failureOf(fault), request: this.now.peek() };
    } finally {
      this.starting.value = false;
    }
  }
}
