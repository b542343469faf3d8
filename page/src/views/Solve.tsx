// Solving the cube one sees: what is asked, how the search goes, what it found.
import { useEffect } from "preact/hooks";
import { learn } from "../about";
import * as cube from "../cube";
import { Search } from "../jobs";
import { words } from "../language";
import { solve } from "../words/solve";
import { Refusal } from "./Refusal";
import { Answer } from "./solve/Answer";
import { Bounds } from "./solve/Bounds";
import { Deeds } from "./solve/Deeds";
import { isOurs, Options } from "./solve/Options";
import { fields, request } from "./solve/choices";
import { origin, whence } from "./solve/replay";

const w = words(solve);

const search = new Search();
search.excuse(() => true, () => cube.shown.value?.facelets);
for (const [name, field] of Object.entries(fields)) search.excuse((failure) => failure.field === name, () => field.value);

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
      {failure && !isOurs(failure) && <Refusal failure={failure} testid="solve-fault" />}
      {now && !failure && now.best.value !== 0 && <Bounds key={now} run={now} />}
      {now?.answer.value && <Answer key={now} run={now} answer={now.answer.value} />}
      {now && !failure && now.best.value !== 0 && <Deeds run={now} />}
    </div>
  );
}
