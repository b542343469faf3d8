// The search of a view: one at a time, with the question that it was asked; or why it cannot begin.
import { batch, computed, signal, type ReadonlySignal } from "@preact/signals";
import { ApiError, failing, type Failure, type SolveRequest } from "./api";
import { learn } from "./about";
import * as cube from "./cube";
import { failureOf } from "./failing";
import { Run } from "./jobs";
import type { Sentence } from "./sentences";
import { requestOf, stepsMade, whence, type Choices, type Question } from "./question";

export interface Asked {
  question: Question;
  run: Run;
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Whether a failure is one of this request too: at a field, if the cube and the field are the same. */
function concerns(failure: Failure, asked: SolveRequest | null, now: SolveRequest | null): boolean {
  const field = failure.field as keyof SolveRequest;
  if (!asked || !now || !(field in asked || field in now)) return same(asked, now);
  return asked.state === now.state && same(asked[field], now[field]);
}

export class Search {
  readonly starting = signal(false);
  private readonly asked = signal<Asked | null>(null);
  private readonly refused = signal<{ failure: Failure; request: SolveRequest | null } | null>(null);

  /** What would be asked now. */
  private readonly now = computed<SolveRequest | null>(() => {
    const { shown } = cube;
    return shown.value && { ...this.choices.value, state: shown.value.facelets };
  });

  constructor(
    private readonly choices: ReadonlySignal<Choices>,
    /** Whether a search belongs to the cube on the screen although no turns of its answer lead there. */
    private readonly moves: (run: Run) => boolean = () => false,
  ) {}

  /** The search for what is on the screen, cube and choices, with how many turns of its answer are made there; else null. */
  readonly here = computed<(Asked & { made: number }) | null>(() => {
    const asked = this.asked.value;
    if (!asked || asked.run.failure.value || !same(asked.question.choices, this.choices.value)) return null;
    const answer = asked.run.answer.value;
    const made = this.moves(asked.run) ? 0 : stepsMade(asked.question.origin, answer?.solutions ?? [answer?.solution ?? answer?.reached?.turns ?? ""]);
    return made === null ? null : { ...asked, made };
  });

  /** The search, if it is for another question than the one on the screen: the page shows none of its results. */
  readonly elsewhere = computed<Asked | null>(() => {
    const asked = this.asked.value;
    return asked && !asked.run.failure.value && !this.here.value ? asked : null;
  });

  /** Why there is no search for what is on the screen, or why it came to nothing. */
  readonly failure = computed<Failure | null>(() => {
    const run = this.asked.value?.run;
    const told = this.refused.value ?? (run?.failure.value && { failure: run.failure.value, request: run.request });
    return told && concerns(told.failure, told.request, this.now.value) ? told.failure : null;
  });

  /** The search that is running, for any question. */
  readonly running = computed<Run | null>(() => {
    const run = this.asked.value?.run;
    return run && !run.over ? run : null;
  });

  /** Forget the search before, and begin one for the cube of the page, unless there is something against it. */
  async start(objection: (shown: cube.Shown) => Sentence | null = () => null): Promise<void> {
    if (this.starting.peek()) return;
    this.asked.peek()?.run.forget();
    batch(() => {
      this.starting.value = true;
      this.asked.value = this.refused.value = null;
    });
    try {
      await learn(); // what is usual for this cube is part of the question
      const { origin, shown } = await whence();
      const against = objection(shown);
      if (against) throw new ApiError(0, failing(against));
      const question = { origin, choices: this.choices.peek() };
      this.asked.value = { question, run: new Run(requestOf(question)) };
    } catch (fault) {
      this.refused.value = { failure: failureOf(fault), request: this.now.peek() };
    } finally {
      this.starting.value = false;
    }
  }
}
