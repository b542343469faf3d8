// Solving the cube one sees: what is asked, how the search goes, what it found.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { failureOf, Run } from "../jobs";
import { say, words } from "../language";
import * as painting from "../painting";
import { tab } from "../share";
import { solve } from "../words/solve";
import { Answer } from "./solve/Answer";
import { Bounds } from "./solve/Bounds";
import { Deeds } from "./solve/Deeds";
import { isOurs, Options } from "./solve/Options";
import { learn, request } from "./solve/choices";
import { origin, whence } from "./solve/replay";
import type { Failure } from "../api";

const w = words(solve);

const run = signal<Run | null>(null);
const starting = signal(false);
const refused = signal<Failure | null>(null);

async function start() {
  if (starting.peek()) return;
  starting.value = true;
  refused.value = null;
  run.peek()?.forget();
  run.value = null;
  try {
    origin.value = await whence();
    run.value = new Run(request(origin.value.facelets));
  } catch (fault) {
    refused.value = failureOf(fault);
  } finally {
    starting.value = false;
  }
}

export function Solve() {
  useEffect(learn, []);
  const now = run.value;
  const failure = refused.value ?? now?.failure.value ?? null;
  const busy = now !== null && !now.over;
  return (
    <div class="solve">
      <form
        class="ask"
        onSubmit={(event) => {
          event.preventDefault();
          void start();
        }}
      >
        <p>{w.value.intro}</p>
        <Options failure={failure} />
        <div class="buttons">
          <button type="submit" class="main large" disabled={starting.value} data-testid="solve-button">{w.value.solve}</button>
          {busy && (
            <button type="button" class="large" onClick={() => now.stop()} disabled={now.phase.value === "stopping"} title={w.value.stopKeeps} data-testid="stop-button">
              {now.phase.value === "stopping" ? w.value.stopping : w.value.stop}
            </button>
          )}
        </div>
      </form>
      {failure && !isOurs(failure) && <Fault failure={failure} />}
      {now && !failure && now.best.value !== 0 && <Bounds key={now} run={now} />}
      {now?.answer.value && <Answer key={now} run={now} answer={now.answer.value} />}
      {now && !failure && now.best.value !== 0 && <Deeds run={now} />}
    </div>
  );
}

function toPaint() {
  painting.put(null);
  tab.value = "paint";
}

function Fault({ failure }: { failure: Failure }) {
  return (
    <div class="refusal" role="alert" data-testid="solve-fault">
      <p>{failure.reasons ? w.value.impossibleCube : say(failure.error)}</p>
      {failure.reasons && (
        <ul>
          {failure.reasons.map((reason) => <li key={reason}>{say(reason)}</li>)}
        </ul>
      )}
      {failure.repair && <p>{w.value.repair} {say(failure.repair)}</p>}
      {failure.reasons && (
        <div class="buttons">
          <button type="button" onClick={toPaint} data-testid="to-paint">{w.value.toPaint}</button>
        </div>
      )}
    </div>
  );
}
