// Solving the cube one sees: what is asked, how the search goes, what it found.
import { useEffect } from "preact/hooks";
import { Search } from "../jobs";
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

const search = new Search();

async function asked() {
  origin.value = await whence();
  return request(origin.value.facelets);
}

export function Solve() {
  useEffect(learn, []);
  const now = search.run.value;
  const { failure } = search;
  return (
    <div class="solve">
      <form
        class="ask"
        onSubmit={(event) => {
          event.preventDefault();
          void search.start(asked);
        }}
      >
        <p>{w.value.intro}</p>
        <Options failure={failure} />
        <div class="buttons">
          <button type="submit" class="main large" disabled={search.starting.value} data-testid="solve-button">{w.value.solve}</button>
          {now && search.busy && (
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
