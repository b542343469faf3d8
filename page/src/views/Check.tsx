// "Check a certificate": the visitor's files, how far they are read, and the verdict.
import { useRef } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { check, checker, digests, outcome, share, stop, subject, trouble } from "../certificate/checking";
import { chosenFiles, droppedFiles } from "../certificate/chosen";
import { reasonOf } from "../certificate/reasons";
import type { Claims, Outcome } from "../certificate/verdict";
import * as cube from "../cube";
import { say } from "../language";
import { tab } from "../tabs";
import { check as w, checkFaults as faults } from "../words/check";
import { SmallNet } from "./SmallNet";

function Chooser({ label, folder = false, testid }: { label: string; folder?: boolean; testid: string }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" onClick={() => input.current?.click()}>{label}</button>
      <input ref={input} type="file" multiple hidden {...{ webkitdirectory: folder }} data-testid={testid}
        onChange={({ currentTarget }) => {
          const files = chosenFiles(currentTarget.files);
          currentTarget.value = ""; // so that the same folder can be chosen again
          check(files);
        }} />
    </>
  );
}

/** The certificate's cube and answer, on the page's cube. */
function show({ size, start, answer }: Claims): void {
  cube.choose({ size, facelets: start, setup: null }, answer.split(" ").filter(Boolean));
  tab.value = "turn";
  document.querySelector("main")?.scrollIntoView();
}

function Proved({ claims }: { claims: Claims }) {
  const { start, goal, metric, answer, length, theorem, file, lemmas } = claims;
  const held = goal !== "solved";
  return (
    <>
      <p class="good"><strong>{w.proved({ turns: answer || w.noTurn, goal: held ? "held" : "solved", length, metric })}</strong></p>
      <p>{w.theorem({ theorem, file, lemmas })}</p>
      <dl>
        {([["start", w.cube, start], ...(held ? [["goal", w.goal, goal]] : [])] as [string, string, string][]).map(([name, label, letters]) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd><SmallNet facelets={letters} testid={`checked-${name}`} /><code>{letters}</code></dd>
          </div>
        ))}
      </dl>
      <button type="button" onClick={() => show(claims)}>{w.show}</button>
    </>
  );
}

function Verdict({ verdict }: { verdict: Outcome }) {
  if (verdict.kind === "proved") return <Proved claims={verdict.claims} />;
  if (verdict.kind === "refused") return <p class="fault"><strong>{w.refused}</strong> {reasonOf(verdict.reason)}</p>;
  if (verdict.kind === "unchecked") return <p><strong>{w.unchecked}</strong> {reasonOf(verdict.reason)}</p>;
  return <p><strong>{w.unchecked}</strong> {say(verdict.kind === "uncovered" ? faults.uncovered({ what: verdict.what }) : faults.stopped())}</p>;
}

/** How far a check is, its verdict, and the digests of what was checked. */
export function Checked({ of = "" }: { of?: string }) {
  if (subject.value !== of) return null;
  return (
    <>
      {share.value !== null && <progress value={share.value} aria-label={w.reading({ percent: 100 * share.value })} data-testid="check-progress" />}
      <div role="status" class="checked" data-testid="check-verdict" data-kind={outcome.value?.kind ?? (trouble.value ? "trouble" : "")}>
        {outcome.value && <Verdict verdict={outcome.value} />}
        {trouble.value && <p><strong>{w.unchecked}</strong> {say(trouble.value)}</p>}
        {outcome.value && digests.value.length > 0 && (
          <div class="hint" data-testid="check-digests">
            {w.digestsOf}
            <ul>{digests.value.map(([name, digest]) => <li key={name}><code>{digest}</code> {name}</li>)}</ul>
          </div>
        )}
      </div>
    </>
  );
}

/** The checker for a certificate of the visitor. */
export function Check() {
  const isOver = useSignal(false);
  const over = (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    isOver.value = event.type === "dragover";
  };
  const drop = (event: DragEvent) => {
    over(event);
    if (event.dataTransfer) void droppedFiles(event.dataTransfer).then((files) => check(files), () => check([]));
  };
  return (
    <>
      <div class={isOver.value ? "drop dragged" : "drop"} onDragOver={over} onDragLeave={() => (isOver.value = false)} onDrop={drop} data-testid="check-drop">
        <p>{w.intro}</p>
        <div class="buttons">
          <Chooser label={w.folder} folder testid="check-folder" />
          <Chooser label={w.files} testid="check-files" />
          {share.value !== null && <button type="button" onClick={stop}>{w.stop}</button>}
        </div>
        <Checked />
      </div>
      <details class="hint"><summary>{w.digest}</summary><code>{checker!.digest}</code></details>
    </>
  );
}
