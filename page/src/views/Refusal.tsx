// Why nothing came of it, in the server's sentences; a cube that cannot exist, or is not known, is mended in Paint.
import type { Failure } from "../api";
import { say, words } from "../language";
import * as painting from "../painting";
import { tab } from "../tabs";
import { solve } from "../words/solve";

const w = words(solve);

function toPaint() {
  painting.put(null);
  tab.value = "paint";
}

export function ToPaint() {
  return (
    <div class="buttons">
      <button type="button" onClick={toPaint} data-testid="to-paint">{w.value.toPaint}</button>
    </div>
  );
}

export function Refusal({ failure, testid }: { failure: Failure; testid: string }) {
  return (
    <div class="refusal" role="alert" data-testid={testid}>
      <p>{failure.reasons ? w.value.impossibleCube : say(failure.error)}</p>
      {failure.reasons && (
        <ul>
          {failure.reasons.map((reason) => <li key={reason}>{say(reason)}</li>)}
        </ul>
      )}
      {failure.repair && <p>{w.value.repair} {say(failure.repair)}</p>}
      {failure.reasons && <ToPaint />}
    </div>
  );
}
