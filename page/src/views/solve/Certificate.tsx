// The certificate of an answer: made by a job of its own, since a proof is larger and slower than an answer.
import { Run } from "../../jobs";
import { say, words } from "../../language";
import { answer as answerWords } from "../../words/answer";
import { solve } from "../../words/solve";
import { mostSeconds } from "./choices";

const w = words(answerWords);
const s = words(solve);

/** A proof takes longer than the search did, so it gets at least so many seconds. */
const LEAST_SECONDS = 300;

export function Certificate({ run }: { run: Run }) {
  const begin = () => {
    run.beside.peek()?.forget();
    const timeout = Math.min(mostSeconds.peek(), Math.max(LEAST_SECONDS, run.request.timeout ?? 0));
    run.beside.value = new Run({ ...run.request, timeout, all: false, certify: true });
  };
  const now = run.beside.value;
  const made = now?.answer.value;
  const notes = now?.log.value.filter(({ name }) => name === "note") ?? [];
  return (
    <div class="certificate">
      {made?.certificate ? (
        <a class="button main" href={made.certificate} download="certificate.zip" data-testid="certificate-link">{w.value.certificate}</a>
      ) : (
        <div class="buttons">
          <button type="button" onClick={begin} disabled={now !== null && !now.over} data-testid="certify-button">
            {now && !now.over ? [w.value.certifying, now.part.value && `${now.part.value.done}/${now.part.value.parts},`, s.value.second(Math.round(now.seconds.value))].filter(Boolean).join(" ") : w.value.certify}
          </button>
          {now && !now.over && (
            <button type="button" onClick={() => now.stop()} disabled={now.phase.value === "stopping"}>{s.value.stop}</button>
          )}
        </div>
      )}
      <p class="hint">
        {w.value.certifyHint} <code>cubeproof check {w.value.folder}</code>
      </p>
      <div role="status">
        {made && !made.certificate && (
          <p class="fault">{w.value.noCertificate} {notes.map(({ data }) => say(String(data["sentence"]))).join(" ")}</p>
        )}
        {made?.certificate && <p class="hidden">{w.value.certificate}</p>}
        {now?.failure.value && <p class="fault">{say(now.failure.value.error)}</p>}
      </div>
    </div>
  );
}
