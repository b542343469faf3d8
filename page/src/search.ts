// The search of a view: one at a time, with its question; or the reason why it cannot start.
import { batch, computed, signal, type ReadonlySignal } from "@preact/signals";
import { ApiError, failing, type Failure, type SolveRequest } from "./api";
import { learn } from "./about";
import * as cube from "./cube";
import { failureOf } from "./failing";
import { Run } from "./jobs";
import type { Sentence } from "./sentences";
import { origin, requestOf, stepsMade, type Choices, type Question } from "./question";

export interface Asked {
  question: Question;
  run: Run;
}

function same(first: unknown, second: unknown): boolean {
  return JSON.stringify(first) === JSON.stringify(second);
}

/** Whether a failure also applies to the current request: a failure of a field does if the cube and the field are the same. */
function concerns(failure: Failure, asked: SolveRequest | null, now: SolveRequest | null): boolean {
  const field = failure.field as keyof SolveRequest;
  if (!asked || !now || !(field in asked || field in now)) return same(asked, now);
  return asked.state === now.state && same(asked[field], now[field]);
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
  ) {}

  /** The search for the cube and choices on the screen, with the number of turns of its answer that are made; or null. */
  readonly here = computed<(Asked & { made: number }) | null>(() => {
    const asked = this.asked.value;
    if (!asked || asked.run.failure.value || !same(asked.question.choices, this.choices.value)) return null;
    const answer = asked.run.answer.value;
    const made = this.moves(asked.run) ? 0 : stepsMade(asked.question.origin, answer?.solutions ?? [answer?.solution ?? answer?.reached?.turns ?? ""]);
    return made === null ? null : { ...asked, made };
  });

  /** The search, if the screen shows another question: then the page shows none of its results. */
  readonly elsewhere = computed<Asked | null>(() => {
    const asked = this.asked.value;
    return asked && !asked.run.failure.value && !this.here.value ? asked : null;
  });

  /** Why there is no search for the question on the screen, or why it failed. */
  readonly failure = computed<Failure | null>(() => {
    const run = this.asked.value?.run;
    const last = this.refused.value ?? (run?.failure.value && { failure: run.failure.value, request: run.request });
    return last && concerns(last.failure, last.request, this.now.value) ? last.failure : null;
  });

  /** The search that is running, for any question. */
  readonly running = computed<Run | null>(() => {
    const run = this.asked.value?.run;
    return run && !run.over ? run : null;
  });

  /** Forget the last search, and start one for the cube of the page, unless there is an objection. */
  async start(objection: (shown: cube.CubeReport) => Sentence | null = () => null): Promise<void> {
    if (this.starting.peek()) return;
    this.asked.peek()?.run.forget();
    batch(() => {
      this.starting.value = true;
      this.asked.value = this.refused.value = null;
    });
    try {
      await learn(); // the usual choices for this cube are part of the question
      const { origin: from, shown } = await origin();
      const against = objection(shown);
      if (against) throw new ApiError(0, failing(against));
      const question = { origin: from, choices: this.choices.peek() };
      this.asked.value = { question, run: new Run(requestOf(question)) };
    } catch (fault) {
      this.refused.value = { failure: failureOf(fault), request: this.now.peek() };
    } finally {
      this.starting.value = false;
    }
  }
}
