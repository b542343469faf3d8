// "Why 'no' is a proof": ways and lemmas, the tree of two turns, the proof as dominoes, a forgery, and what theorems add.
import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { most } from "../about";
import { checker, refuted as refutedByChecker } from "../certificate/checking";
import type { Refutation } from "../certificate/verdict";
import { say } from "../language";
import { number as numeral } from "../speech";
import type { RefutationAnswer } from "../wire";
import { checkFaults } from "../words/check";
import { how } from "../words/how";
import { howProof as w } from "../words/how-proof";
import { formulaOf, meaningOf, refutationOf, useAnswer, type Formula } from "./answers";
import { Cube, Exercise, Literal, Slider, stickersOf, useStickers } from "./Bits";
import { End } from "./End";
import { FACES, TURNS } from "./geometry";
import { MOST } from "./place";
import { check, derive, lineOf, propagated, type Clause, type Fault, type Lemma } from "./propagation";
import { Nearer, Screen } from "./Screen";

interface Here {
  state: string;
  horizon: number;
}

/** A refuted formula, with the clauses and lemmas by number. */
interface Refuted {
  formula: Formula;
  lemmas: readonly Lemma[];
  clauses: ReadonlyMap<number, Clause>;
}

interface Props extends Here {
  refuted: Refuted;
}

async function refute(state: string, horizon: number): Promise<{ formula: Formula; answer: RefutationAnswer }> {
  const [formula, answer] = await Promise.all([formulaOf(state, horizon), refutationOf(state, horizon)]);
  return { formula, answer };
}

/** The refuted formula of an answer, with its clauses and lemmas by number; null without a refutation. */
function refutedBy({ formula, answer: { lemmas } }: { formula: Formula; answer: RefutationAnswer }): Refuted | null {
  if (lemmas === null) return null;
  const clauses = new Map<number, Clause>(formula.clauses.map((clause, index) => [index + 1, clause]));
  for (const { number, literals } of lemmas) clauses.set(number, literals);
  return { formula, lemmas, clauses };
}

export function ProofScreen({ screen, state, horizon }: Here & { screen: number }) {
  const here = { state, horizon: Math.max(1, horizon) };
  const answer = useAnswer(`refute ${here.state} ${here.horizon}`, () => refute(here.state, here.horizon));
  const value = answer.value;
  const refuted = useMemo(() => value && refutedBy(value), [value]);
  if (screen === 1) return <Ways {...here} />;
  const View = [Tree, Dominoes, Forging, Trusting][screen - 2]!;
  const title = [w.twoTitle, w.threeTitle, w.fourTitle, w.fiveTitle][screen - 2]!;
  if (refuted) return <View {...here} refuted={refuted} />;
  return (
    <Screen title={title} cube={<Cube facelets={here.state} turns={value?.answer.turns ? value.answer.turns.split(" ") : []} />}>
      <Exercise of={answer}>{({ answer }) => <Unsuitable answer={answer} horizon={here.horizon} />}</Exercise>
    </Screen>
  );
}

/** Why this cube has no refutation to show, and another one. */
function Unsuitable({ answer: { turns, lemma_count: count }, horizon }: { answer: RefutationAnswer; horizon: number }) {
  const distance = Math.min(11, horizon + 1);
  return (
    <>
      <p data-testid="how-unsuitable">{turns === null ? w.long({ count, most: most("refutation_lemmas", 500) }) : turns ? w.answer({ horizon: turns.split(" ").length, turns }) : w.solved}</p>
      <p><Nearer distance={distance} testid="how-nearer" /></p>
    </>
  );
}

/** The number of ways of some turns: after a turn of one face, the next turn is of another face. */
function waysOf(turns: number): number {
  const first = 3 * FACES.length;
  return first * (first - 3) ** (turns - 1);
}
/** God's number of the 2×2×2, and the most dots that a picture has. */
const FARTHEST = 11, DOTS = 2000;

function Ways({ state }: Here) {
  const turns = useSignal(1);
  const answers = useAnswer(`lemmas ${state}`, () => Promise.all(Array.from({ length: MOST }, (_, before) => refutationOf(state, before + 1))));
  const count = waysOf(turns.value);
  const answer = answers.value?.[turns.value - 1];
  const lemmas = answer?.turns === null ? answer.lemma_count : null;
  return (
    <Screen title={w.oneTitle} cube={<Cube facelets={state} />}>
      <Slider label={w.turns} least={1} most={FARTHEST} value={turns.value} onValue={(value) => (turns.value = value)} testid="ways" />
      <p role="status" data-testid="how-ways" data-count={count} data-lemmas={lemmas}>{w.oneWays({ turns: turns.value, count })} {answer === undefined ? "" : lemmas === null ? w.oneSolved({ turns: turns.value }) : w.oneLemmas({ lemmas })}</p>
      <div class="against" aria-hidden="true">
        <Dots count={count} kind="ways" />
        {lemmas !== null && <Dots count={lemmas} kind="lemmas" />}
      </div>
      <p>{w.one}</p>
    </Screen>
  );
}

/** `count` dots of one size; above `DOTS`, one full field and the number of fields. */
function Dots({ count, kind }: { count: number; kind: "ways" | "lemmas" }) {
  const columns = 60, drawn = Math.min(count, DOTS);
  return (
    <figure class={`dot-field ${kind}`}>
      <svg viewBox={`0 0 ${columns} ${Math.ceil(drawn / columns)}`}>
        {Array.from({ length: Math.ceil(drawn / columns) }, (_, row) => <path key={row} d={`M0.35 ${row + 0.5}h${Math.min(columns, drawn - row * columns) - 0.4}`} />)}
      </svg>
      <figcaption>{numeral(count)} {kind === "ways" ? w.ways : w.lemmas}{count > DOTS && ` = ${numeral(Math.round(count / DOTS))} × ▦`}</figcaption>
    </figure>
  );
}

/** For each way of one or two turns, the number of lemmas after which unit propagation excludes its last turn. */
function cuts({ formula, lemmas, clauses }: Refuted): ReadonlyMap<string, number> {
  const ways = TURNS.flatMap((first) => (formula.horizon === 1 ? [[first]] : TURNS.filter((turn) => turn[0] !== first[0]).map((second) => [first, second])));
  const all = [...clauses.values()];
  const answers = new Map<string, ReadonlySet<number> | null>();
  const after = (count: number, assumed: readonly number[]) => {
    const key = `${count} ${assumed}`;
    if (!answers.has(key)) answers.set(key, propagated(all.slice(0, formula.total + count), assumed));
    return answers.get(key)!;
  };
  return new Map(ways.map((way) => {
    const turns = way.map((turn, step) => formula.ids.get(`turn(${step + 1},${turn})`)!);
    // More lemmas never exclude less, so halving finds the first.
    let [low, high] = [0, lemmas.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (after(middle, turns.slice(0, -1))?.has(turns.at(-1)!) ?? true) high = middle;
      else low = middle + 1;
    }
    return [way.join(" "), low];
  }));
}

function Tree({ state, refuted }: Props) {
  const played = useSignal(0);
  const picked = useSignal("");
  const cutAt = useMemo(() => cuts(refuted), [refuted]);
  const left = [...cutAt.values()].filter((after) => after > played.value).length;
  const isCut = (way: string) => cutAt.get(way)! <= played.value;
  return (
    <Screen title={w.twoTitle} cube={<Cube facelets={state} turns={picked.value ? picked.value.split(" ") : []} />}>
      <Slider label={w.played} least={0} most={refuted.lemmas.length} value={played.value} onValue={(value) => (played.value = value)} testid="played" />
      <p role="status" data-testid="ways-left" data-left={left} class={left === 0 ? "good" : ""}>{left === 0 ? w.twoNone : w.twoLeft({ left, count: cutAt.size })}</p>
      <ul class="tree" data-testid="tree">
        {TURNS.map((first) => {
          const ways = [...cutAt.keys()].filter((way) => way.split(" ")[0] === first);
          return (
            <li key={first} class={ways.every(isCut) ? "is-cut" : ""}>
              {ways[0] !== first && <b>{first}</b>}
              {ways.map((way) => <button type="button" key={way} class={isCut(way) ? "is-cut" : ""} aria-label={way} aria-pressed={way === picked.value} data-way={way} data-cut={cutAt.get(way)} onClick={() => (picked.value = way)}>{way.split(" ").at(-1)}</button>)}
            </li>
          );
        })}
      </ul>
      <p>{w.two}</p>
    </Screen>
  );
}

/** The stickers to dim: those of no variable in some literals; none if the literals are about all stickers or about none. */
function outside({ formula }: Refuted, literals: readonly number[]): readonly number[] {
  const about = new Set(literals.flatMap((literal) => stickersOf(meaningOf(formula, Math.abs(literal)))));
  return about.size === 0 ? [] : Array.from({ length: 24 }, (_, sticker) => sticker).filter((sticker) => !about.has(sticker));
}

/** A row of dominoes, one for each lemma; arrows lead from the lemmas that the chosen one uses. */
function Row({ refuted: { formula, lemmas }, chosen, fallen, onChoose }: { refuted: Refuted; chosen: number; fallen?: number; onChoose: (index: number) => void }) {
  const width = 28;
  const used = lemmas[chosen]?.hints.filter((hint) => hint > formula.total).map((hint) => lemmas.findIndex(({ number }) => number === hint)) ?? [];
  return (
    <div class="dominoes" role="group" aria-label={w.row} data-testid="dominoes">
      <svg viewBox={`0 0 ${width * lemmas.length} 40`} width={width * lemmas.length} height="40" aria-hidden="true">
        {used.map((from) => {
          const [start, end] = [width * (from + 0.5), width * (chosen + 0.5)];
          return <path key={from} d={`M${start} 40Q${(start + end) / 2} ${Math.max(-30, 30 - (end - start) / 2)} ${end} 38m-4 -6l4 7l5 -6`} />;
        })}
      </svg>
      <div>
        {lemmas.map(({ number }, index) => (
          <button type="button" key={number} class={[used.includes(index) && "is-used", fallen !== undefined && index >= fallen && "is-fallen"].filter(Boolean).join(" ")}
            aria-label={w.lemma({ number: index + 1, count: lemmas.length })} aria-pressed={index === chosen} data-testid={`domino-${index}`} onClick={() => onChoose(index)}><i /></button>
        ))}
      </div>
    </div>
  );
}

function Dominoes({ state, refuted }: Props) {
  const { formula, lemmas, clauses } = refuted;
  const chosen = useSignal(lemmas.length - 1);
  const at = useSignal(0);
  const lemma = lemmas[chosen.value]!;
  const { steps } = derive(clauses, lemma);
  const step = at.value === 0 ? null : steps[at.value - 1]!;
  const literals = step === null ? lemma.literals : step.forced === null ? step.clause : [step.forced];
  const list = (literals: Clause, forced: number | null = null) => (
    <ul class="clause">
      {literals.length === 0 && <li>{w.empty}</li>}
      {literals.map((literal) => <li key={literal} class={literal === forced ? "is-forced" : ""} data-literal={literal}><Literal facelets={state} formula={formula} literal={literal} /></li>)}
    </ul>
  );
  return (
    <Screen title={w.threeTitle} cube={<Cube facelets={state} dimmed={useStickers(outside(refuted, literals))} />}>
      <Row refuted={refuted} chosen={chosen.value} onChoose={(index) => {
        chosen.value = index;
        at.value = 0;
      }} />
      <p>{w.three}</p>
      <div class="stepper" data-testid="stepper" data-lemma={lemma.number} data-step={at.value} data-steps={steps.length}>
        <p><b>{w.lemma({ number: chosen.value + 1, count: lemmas.length })}</b></p>
        {list(lemma.literals)}
        <Slider label={w.hints} least={0} most={steps.length} value={at.value} onValue={(value) => (at.value = value)} testid="hints" />
        <div role="status" class="result">
          {step === null ? <p data-testid="assumed">{w.assumed}</p> : (
            <>
              <p>{step.hint > formula.total ? w.lemmaName({ lemma: lemmas.findIndex(({ number }) => number === step.hint) + 1 }) : how.clause({ number: step.hint })}</p>
              {list(step.clause, step.forced)}
              <p class={step.forced === null ? "good" : ""} data-testid="forced" data-forced={step.forced ?? 0}>{step.forced === null ? w.contradiction : w.forces}</p>
            </>
          )}
        </div>
      </div>
    </Screen>
  );
}

function reasonOf({ kind, clause }: Fault): string {
  const text = w[kind];
  return typeof text === "string" ? text : text({ clause });
}

/** A line with one of its numbers changed by one. */
function changed(line: string): string {
  const words = line.split(" ");
  const at = Math.floor(Math.random() * (words.length - 1));
  return words.map((word, index) => (index === at ? String(Number(word) + (Math.random() < 0.5 ? -1 : 1)) : word)).join(" ");
}

/** The verdict of the checker that is extracted from the proofs in Coq; null while it checks. */
function useSecond(clauses: readonly Clause[], variables: number, proof: string, isAsked: boolean): Refutation | null {
  const verdict = useSignal<{ proof: string; value: Refutation } | null>(null);
  useEffect(() => {
    if (!isAsked || checker === null) return;
    const formula = [`p cnf ${variables} ${clauses.length}`, ...clauses.map((clause) => [...clause, 0].join(" "))];
    const replaced = new AbortController();
    void refutedByChecker(`${formula.join("\n")}\n`, `${proof.replace(/\n+$/, "")}\n`, replaced).then((value) => {
      if (!replaced.signal.aborted) verdict.value = { proof, value };
    });
    return () => replaced.abort();
  }, [proof, isAsked]);
  return verdict.value?.proof === proof ? verdict.value.value : null;
}

function Forging({ state, refuted }: Props) {
  const { formula, lemmas } = refuted;
  const original = useMemo(() => lemmas.map(lineOf).join("\n"), [lemmas]);
  const text = useSignal(original);
  const chosen = useSignal(-1);
  const tries = useSignal({ all: 0, refused: 0, kept: 0, fooled: 0 });
  const lines = text.value.replace(/\n+$/, "").split("\n");
  const { line, fault, lemmas: proved } = check(formula.clauses, lines);
  const second = useSecond(formula.clauses, formula.names.length, text.value, text.value !== original);
  useEffect(() => {
    // Fooled: one of two independent checkers accepts the proof, and the other refuses it.
    const isFooled = second !== null && second.kind !== "stopped" && (second.kind === "proved") !== (fault === null);
    if (isFooled) tries.value = { ...tries.peek(), fooled: tries.peek().fooled + 1 };
  }, [second]);
  const forge = (index: number) => {
    chosen.value = index;
    text.value = original.split("\n").map((line, at) => (at === index ? changed(line) : line)).join("\n");
    const isRefused = check(formula.clauses, text.value.split("\n")).fault !== null;
    const { all, refused, kept, fooled } = tries.value;
    tries.value = { all: all + 1, refused: refused + Number(isRefused), kept: kept + Number(!isRefused), fooled };
  };
  return (
    <Screen title={w.fourTitle} cube={<Cube facelets={state} />}>
      <p>{w.four}</p>
      <Row refuted={refuted} chosen={chosen.value} onChoose={forge} {...(line !== null && { fallen: line - 1 })} />
      <p role="status" class={fault ? "fault" : "good"} data-testid="checked" data-line={line ?? 0} data-fault={fault?.kind}>
        {fault ? w.refused({ line: line!, reason: reasonOf(fault) }) : w.holds({ lemmas: proved })}
      </p>
      {checker !== null && (
        <p role="status" data-testid="second-verdict" data-kind={second?.kind ?? ""}>
          {second?.kind === "proved" && w.secondProved}
          {second?.kind === "refused" && w.secondRefused}
          {second?.kind === "stopped" && say(checkFaults.stopped())}
        </p>
      )}
      <p class="score" data-testid="score" data-tries={tries.value.all} data-fooled={tries.value.fooled}>{w.score(tries.value)}</p>
      <details>
        <summary>{w.asText}</summary>
        <div class="lines" aria-hidden="true">{lines.map((each, index) => <code key={index} class={index + 1 === line ? "is-refused" : ""}>{each}</code>)}</div>
        <textarea class="proof" rows={Math.min(10, lines.length + 1)} spellcheck={false} wrap="off" aria-label={w.proof} data-testid="proof" value={text.value} onInput={({ currentTarget }) => (text.value = currentTarget.value)} />
        <button type="button" disabled={text.value === original} onClick={() => (text.value = original)} data-testid="restore">{w.restore}</button>
      </details>
    </Screen>
  );
}

const PARTS = ["solver", "theFormula", "theChecker"] as const;

function Trusting({ state, refuted }: Props) {
  const picked = useSignal<(typeof PARTS)[number]>("solver");
  const why = { solver: w.fiveSolver, theFormula: w.fiveFormula, theChecker: w.fiveChecker };
  return (
    <Screen title={w.fiveTitle} cube={<Cube facelets={state} />}>
      <div class="choices trusted" role="group" aria-label={w.fiveTitle}>
        {PARTS.map((part) => <button type="button" key={part} aria-pressed={part === picked.value} onClick={() => (picked.value = part)} data-testid={`trust-${part}`}><span aria-hidden="true">{part === "solver" ? "?" : "✓"}</span> {w[part]}</button>)}
      </div>
      <p role="status" data-testid="why">{why[picked.value]}</p>
      <End chapter="proof" state={state} steps={[w.endWays({ count: waysOf(refuted.formula.horizon) }), w.endLemmas({ count: refuted.lemmas.length }), w.endChecker]} next="states" />
    </Screen>
  );
}
