// What can be done with an answer, and its certificate: written by a separate job, since a proof is larger and slower than an answer.
import { effect, signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { Run } from "../../jobs";
import type { Sayable } from "../../sentences";
import { say } from "../../speech";
import { answer as w } from "../../words/answer";
import { solve as s, time } from "../../words/solve";
import { mostSeconds } from "../../choices";
import { checker, checkAt, subject } from "../../certificate/checking";
import { lazily } from "../lazily";

const Checked = lazily(() => import("../later").then((later) => later.Checked));

/** The least time limit of the job: a proof takes longer than the search. */
const LEAST_SECONDS = 300;

function certifying(now: Run): string {
  const spent = time(Math.round(now.seconds.value));
  const part = now.part.value;
  return part ? w.certifyingParts({ done: part.done, parts: part.parts, time: spent }) : w.certifying({ time: spent });
}

/** The job whose certificate is checked when it is there. */
const waiting = signal<Run | null>(null);

effect(() => {
  const address = waiting.value?.answer.value?.certificate;
  if (waiting.value?.over && !address) waiting.value = null;
  if (!address) return;
  waiting.value = null;
  void checkAt(address);
});

export function Certificate({ run, children }: { run: Run; children: ComponentChildren }) {
  const begin = () => {
    run.beside.peek()?.forget();
    const timeout = Math.min(mostSeconds.peek(), Math.max(LEAST_SECONDS, run.request.timeout ?? 0));
    return (run.beside.value = new Run({ ...run.request, timeout, all: false, certify: true, continues: run.id }));
  };
  const now = run.beside.value;
  const busy = now !== null && !now.over;
  const result = now?.answer.value;
  const certificate = result?.certificate;
  const notes = now?.log.value.filter(({ name }) => name === "note") ?? [];
  const provable = run.answer.value!.optimal && run.best.value !== 0;
  return (
    <>
      <div class="buttons">
        {children}
        {certificate ? <a class="button main" href={certificate} download="certificate.zip" data-testid="certificate-link">{w.certificate}</a>
          : provable && <button type="button" onClick={begin} disabled={busy} data-testid="certify-button">{busy ? certifying(now) : w.certify}</button>}
        {busy && <button type="button" onClick={() => now.stop()} disabled={now.phase.value === "stopping"}>{s.stop}</button>}
        {provable && checker && (
          <button type="button" onClick={() => (waiting.value = now && (busy || certificate) ? now : begin())} disabled={waiting.value !== null} data-testid="check-here">{w.checkHere}</button>
        )}
      </div>
      {now && (
        <p class="hint" data-testid="certificate-hint">
          {result?.proof === "search" ? w.searchHint : w.certifyHint} <code>cubeproof check {w.folder}</code>
        </p>
      )}
      <div role="status">
        {result && !certificate && (
          <p class="fault">{w.noCertificate} {notes.map(({ data }) => say(data["sentence"] as Sayable)).join(" ")}</p>
        )}
        {certificate && <p class="hidden">{w.certificate}</p>}
        {now?.trouble.value && <p class="fault">{say(now.trouble.value)}</p>}
      </div>
      {certificate && subject.value === certificate && <Checked of={certificate} />}
    </>
  );
}
