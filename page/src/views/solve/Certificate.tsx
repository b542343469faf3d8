// The certificate of an answer: written by a separate job, since a proof is larger and slower than an answer.
import { Run } from "../../jobs";
import type { Sayable } from "../../sentences";
import { say } from "../../speech";
import { answer as w } from "../../words/answer";
import { solve as s, time } from "../../words/solve";
import { mostSeconds } from "../../choices";

/** The least time limit of the job: a proof takes longer than the search. */
const LEAST_SECONDS = 300;

function certifying(now: Run): string {
  const spent = time(Math.round(now.seconds.value));
  const part = now.part.value;
  return part ? w.certifyingParts({ done: part.done, parts: part.parts, time: spent }) : w.certifying({ time: spent });
}

export function Certificate({ run }: { run: Run }) {
  const begin = () => {
    run.beside.peek()?.forget();
    const timeout = Math.min(mostSeconds.peek(), Math.max(LEAST_SECONDS, run.request.timeout ?? 0));
    run.beside.value = new Run({ ...run.request, timeout, all: false, certify: true, continues: run.id });
  };
  const now = run.beside.value;
  const result = now?.answer.value;
  const notes = now?.log.value.filter(({ name }) => name === "note") ?? [];
  return (
    <div class="certificate">
      {result?.certificate ? (
        <a class="button main" href={result.certificate} download="certificate.zip" data-testid="certificate-link">{w.certificate}</a>
      ) : (
        <div class="buttons">
          <button type="button" onClick={begin} disabled={now !== null && !now.over} data-testid="certify-button">
            {now && !now.over ? certifying(now) : w.certify}
          </button>
          {now && !now.over && (
            <button type="button" onClick={() => now.stop()} disabled={now.phase.value === "stopping"}>{s.stop}</button>
          )}
        </div>
      )}
      <p class="hint" data-testid="certificate-hint">
        {result?.proof === "search" ? w.searchHint : w.certifyHint} <code>cubeproof check {w.folder}</code>
      </p>
      <div role="status">
        {result && !result.certificate && (
          <p class="fault">{w.noCertificate} {notes.map(({ data }) => say(data["sentence"] as Sayable)).join(" ")}</p>
        )}
        {result?.certificate && <p class="hidden">{w.certificate}</p>}
        {now?.trouble.value && <p class="fault">{say(now.trouble.value)}</p>}
      </div>
    </div>
  );
}
