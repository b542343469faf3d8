// Why there is no answer, in the server's sentences; Paint repairs a cube that is impossible or has unknown stickers.
import { sentenceOf, type Failure } from "../api";
import { say } from "../speech";
import * as painting from "../painting";
import { tab } from "../tabs";
import { solve as w } from "../words/solve";

function toPaint() {
  painting.put(null);
  tab.value = "paint";
}

export function ToPaint() {
  return (
    <div class="buttons">
      <button type="button" onClick={toPaint} data-testid="to-paint">{w.toPaint}</button>
    </div>
  );
}

export function Refusal({ failure, testid }: { failure: Failure; testid: string }) {
  return (
    <div class="refusal" role="alert" data-testid={testid}>
      <p>{failure.reasons ? w.impossibleCube : say(sentenceOf(failure))}</p>
      {failure.reasons && (
        <ul>
          {failure.reasons.map((reason, index) => <li key={index}>{say(reason)}</li>)}
        </ul>
      )}
      {failure.repair && <p>{w.repair({ repair: failure.repair })}</p>}
      {failure.reasons && <ToPaint />}
    </div>
  );
}
