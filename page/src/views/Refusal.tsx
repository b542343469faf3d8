// Why there is no answer, in the server's sentences; Paint repairs a cube that is impossible or has unknown stickers.
import { sentenceOf, type Failure } from "../api";
import { say } from "../speech";
import * as painting from "../painting";
import { tab } from "../tabs";
import type { Said } from "../wire";
import { paint as p } from "../words/paint";
import { solve as w } from "../words/solve";
import { Coloured } from "./Hold";

export function ToPaint() {
  return (
    <div class="buttons">
      <button type="button" onClick={() => (tab.value = "paint")} data-testid="to-paint">{w.toPaint}</button>
    </div>
  );
}

/** Repairs of a piece that a hand has turned or exchanged. */
const BY_HAND = ["repair.twist", "repair.flip", "repair.swap-pieces"];

/** The code of the reason, or of the repair, that only the order of the faces is another one. */
export const OTHER_ORDER = "order.read-as";

/** The other order of the faces, and the button that reads refused stickers in it. */
export function ReadAs({ failure, read }: { failure: Pick<Failure, "reasons" | "repair"> | null; read: (order: string) => void }) {
  const said = [...(failure?.reasons ?? []), failure?.repair].find((some) => some?.code === OTHER_ORDER);
  if (!said) return null;
  const { faces, order } = said.values as { faces: string; order: string };
  return <>{p.otherOrder} <button type="button" onClick={() => read(order)} data-testid="reorder">{p.readAs({ faces })}</button></>;
}

/** The likely causes of an impossible cube, then the first reason; the others are folded up. */
interface WrongProps {
  reasons: readonly Said[];
  repair: Said | null;
  ringed?: boolean;
  /** The kind of the pieces of which any may be the wrong one. */
  alike?: "corner" | "edge" | "both" | null;
}

export function Wrong({ reasons, repair, ringed = false, alike = null }: WrongProps) {
  const [first, ...others] = reasons;
  const isTurned = repair?.code.startsWith("repair.turned") ?? false;
  if ([repair, first].some((said) => said?.code === OTHER_ORDER)) return <p><ReadAs failure={{ reasons, repair }} read={painting.reorder} /></p>;
  const list = (some: readonly Said[]) => (
    <ul class="reasons">{some.map((reason, index) => <li key={index}><Coloured text={() => say(reason)} /></li>)}</ul>
  );
  return (
    <>
      {repair?.code === "repair.exchanged" ? <p data-testid="repair-sentence"><Coloured text={() => p.exchanged(repair.values as { one: string; other: string })} /></p>
        : isTurned || alike ? <p>{isTurned ? p.copiedTurned : p.madeByHand}</p>
        : <p>{p.copied({ ringed })}{(!repair || BY_HAND.includes(repair.code)) && ` ${p.byHand}`}</p>}
      {!isTurned && list([first!])}
      {alike && <p data-testid="alike">{p.alike({ kind: alike })}</p>}
      {(isTurned || others.length > 0) && (
        <details>
          <summary>{(isTurned ? p.reasons : p.more)({ count: isTurned ? reasons.length : others.length })}</summary>
          {list(isTurned ? reasons : others)}
        </details>
      )}
    </>
  );
}

export function Refusal({ failure, testid }: { failure: Failure; testid: string }) {
  const { reasons, repair, repairs } = failure;
  return (
    <div class="refusal" role="alert" data-testid={testid}>
      {reasons ? <><p><strong>{p.impossible}</strong></p><Wrong reasons={reasons} repair={repair ?? null} /></> : <p><Coloured text={() => say(sentenceOf(failure))} /></p>}
      {repair?.code !== "repair.exchanged" && repairs?.map((repair) => <p key={repair.text}><Coloured text={() => w.repair({ repair })} /></p>)}
      {reasons && <ToPaint />}
    </div>
  );
}

/** What an unfinished or impossible painting lacks, before Solve is pressed. */
export function Missing() {
  const count = painting.unknown.value;
  const impossible = painting.judged.value?.possible === false;
  if (!impossible && (count === 0 || painting.judged.value === null)) return null;
  return (
    <div class="refusal" data-testid="missing">
      <p role="status">{impossible ? p.impossible : p.missing({ count })}</p>
      <ToPaint />
    </div>
  );
}
