// "Why 'no' is a proof": a refutation of the formula in `framed`, lemma by lemma, checked in the browser.
import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { most } from "../about";
import { checker, refuted as refutedByChecker } from "../certificate/checking";
import type { Refutation } from "../certificate/verdict";
import { say } from "../language";
import type { RefutationAnswer } from "../wire";
import { checkFaults } from "../words/check";
import { how } from "../words/how";
import { howProof as w } from "../words/how-proof";
import { formulaOf, meaningOf, refutationOf, useAnswer, type Formula } from "./answers";
import { Cube, Exercise, literalInWords, nameOf, Question, stickersOf } from "./Bits";
import { Nearer, Screen } from "./Book";
import { FACES } from "./geometry";
import { check, derive, lineOf, type Clause, type Fault, type Lemma } from "./propagation";

const ENCODING = "framed";

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
  const [formula, answer] = await Promise.all([formulaOf(state, horizon, ENCODING), refutationOf(state, horizon, ENCODING)]);
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
  const View = [Counting, Forcing, Playing, TheLast, Forging, Trusting][screen - 1]!;
  const title = [w.oneTitle(here), w.twoTitle, w.threeTitle, w.fourTitle, w.fiveTitle, w.sixTitle][screen - 1]!;
  const answer = useAnswer(`refute ${here.state} ${here.horizon}`, () => refute(here.state, here.horizon));
  const value = answer.value;
  const refuted = useMemo(() => value && refutedBy(value), [value]);
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
      <p data-testid="how-unsuitable">{turns === null ? w.long({ count, most: most("refutation_lemmas", 500) }) : turns ? w.found({ horizon: turns.split(" ").length, turns }) : w.solved}</p>
      <p><Nearer distance={distance} testid="how-nearer" /></p>
    </>
  );
}

/** The number of ways of some turns, and its factors. */
function ways(horizon: number): { count: number; sum: string } {
  const turns = 3 * FACES.length, next = turns - 3;
  const count = horizon === 0 ? 1 : turns * next ** (horizon - 1);
  const factors = Array.from({ length: horizon }, (_, step) => (step === 0 ? turns : next));
  return { count, sum: horizon > 1 ? `${factors.join(" × ")} = ${count}` : String(count) };
}

function Counting({ state, horizon, refuted }: Props) {
  const { count, sum } = ways(horizon);
  const all = 9 ** horizon, added = 9 * Math.max(1, horizon);
  const choices = [
    { value: added, text: added, reply: w.oneSum },
    { value: count, text: count, isRight: true, reply: w.oneRight({ sum }) },
    { value: all, text: all, reply: w.oneAll },
  ];
  // For one turn these numbers are equal.
  const seen = horizon > 1 ? choices : [
    { value: 3, text: 3, reply: w.oneFaces },
    { value: 6, text: 6, reply: w.oneFaces },
    choices[1]!,
  ];
  return (
    <Screen title={w.oneTitle({ horizon })} cube={<Cube facelets={state} />}>
      <p>{w.one}</p>
      <Question ask={w.oneAsk({ horizon })} choices={seen}>
        <p data-testid="how-lemmas" data-count={refuted.lemmas.length}>{w.oneResult({ lemmas: refuted.lemmas.length })}</p>
      </Question>
    </Screen>
  );
}

/** A clause of several literals that the proof uses, or else one of the formula, and a literal that the others force. */
function forcing({ formula, lemmas, clauses }: Refuted): { clause: Clause; forced: number; isUsed: boolean } {
  const used = lemmas.flatMap((lemma) => derive(clauses, lemma).steps).find(({ clause }) => clause.length > 1)?.clause;
  const clause = (used ?? formula.clauses.find((clause) => clause.length > 1))!;
  return { clause, isUsed: used !== undefined, forced: clause.find((literal) => literal > 0) ?? clause.at(-1)! };
}

/** The most literals that are offered as answers. */
const OFFERED = 4;

function Forcing({ state, refuted }: Props) {
  const { formula } = refuted;
  const { clause, forced, isUsed } = forcing(refuted);
  const others = clause.filter((literal) => literal !== forced);
  const offered = clause.filter((literal) => literal === forced || others.indexOf(literal) < OFFERED - 1);
  const dimmed = useMemo(() => outside(refuted, [forced]), [refuted]);
  return (
    <Screen title={w.twoTitle} cube={<Cube facelets={state} dimmed={dimmed} />}>
      <p>{isUsed ? w.two : w.twoFormula}</p>
      <Literals formula={formula} literals={clause} />
      <p>{w.suppose({ statements: others.map((literal) => literalInWords(formula, -literal)).join("; ") })}</p>
      <Question ask={w.twoAsk} choices={offered.map((literal) => ({
        text: <span data-literal={literal}>{literalInWords(formula, literal)}</span>,
        isRight: literal === forced,
        reply: literal === forced ? w.twoRight : w.twoFalse,
      }))}>
        <p>{w.twoResult}</p>
      </Question>
    </Screen>
  );
}

/** The stickers that literals are not about, to be dimmed; none if they are about all or about none. */
function outside({ formula }: Refuted, literals: readonly number[]): ReadonlySet<number> {
  const about = new Set(literals.flatMap((literal) => stickersOf(meaningOf(formula, Math.abs(literal)))));
  return new Set(about.size === 0 ? [] : Array.from({ length: 24 }, (_, sticker) => sticker).filter((sticker) => !about.has(sticker)));
}

/** Literals, one below the other. */
function Literals({ formula, literals, isFalse, forced }: { formula: Formula; literals: Clause; isFalse?: (literal: number) => boolean; forced?: number | null }) {
  if (literals.length === 0) return <p class="clause">{w.empty}</p>;
  return (
    <ul class="clause">
      {literals.map((literal) => (
        <li key={literal} data-literal={literal} class={literal === forced ? "is-forced" : isFalse?.(literal) ? "is-false" : ""}>
          <code>{nameOf(formula, literal)}</code> <small>{literalInWords(formula, literal)}</small>
        </li>
      ))}
    </ul>
  );
}

/** The lemmas of a proof, each hint by hint; the statements that are forced are shown on the cube. */
function Player({ state, refuted, title, start, before }: { state: string; refuted: Refuted; title: string; start: number; before: (lemma: Lemma, stepper: ComponentChildren) => ComponentChildren }) {
  const { formula, lemmas, clauses } = refuted;
  const chosen = useSignal(start);
  const at = useSignal(0);
  const lemma = lemmas[chosen.value]!;
  const { steps } = derive(clauses, lemma);
  const step = at.value === 0 ? null : steps[at.value - 1]!;
  const opposite = lemma.literals.map((literal) => -literal);
  const falseLiterals = new Set([...lemma.literals, ...steps.slice(0, at.value).flatMap(({ forced }) => (forced === null ? [] : [-forced]))]);
  const seen = step === null ? opposite : step.forced === null ? step.clause : [step.forced];
  const choose = (index: number) => {
    chosen.value = index;
    at.value = 0;
  };
  const isLemma = (hint: number) => hint > formula.total;
  const isTooFar = (hint: number) => formula.groups.some(({ label, first, clauses }) => label.startsWith("too far") && first <= hint && hint < first + clauses);
  const stepper = (
    <div class="stepper" data-testid="stepper" data-lemma={lemma.number} data-step={at.value} data-steps={steps.length}>
      <div class="buttons">
        <button type="button" disabled={chosen.value === 0} onClick={() => choose(chosen.value - 1)} data-testid="lemma-before">{w.before}</button>
        <button type="button" disabled={chosen.value === lemmas.length - 1} onClick={() => choose(chosen.value + 1)} data-testid="lemma-after">{w.after}</button>
        <button type="button" disabled={at.value === 0} onClick={() => at.value--} data-testid="hint-before">{w.backwards}</button>
        <button type="button" class="main" disabled={at.value === steps.length} onClick={() => at.value++} data-testid="hint-after">{w.forwards}</button>
      </div>
      <p><b>{w.lemma({ number: chosen.value + 1, count: lemmas.length })}</b></p>
      <Literals formula={formula} literals={lemma.literals} />
      <div role="status" class="result">
        {step === null
          ? <p data-testid="assumed">{w.assumed({ statements: opposite.map((literal) => literalInWords(formula, literal)).join("; ") || w.nothing })}</p>
          : (
            <>
              <p>{w.step({ step: at.value, count: steps.length, clause: isLemma(step.hint) ? w.lemmaName({ lemma: step.hint }) : how.clause({ number: step.hint }) })}</p>
              <Literals formula={formula} literals={step.clause} isFalse={(literal) => falseLiterals.has(literal)} forced={step.forced} />
              {isTooFar(step.hint) && <p data-testid="too-far">{w.tooFar}</p>}
              <p class={step.forced === null ? "good" : ""} data-testid="forced" data-forced={step.forced ?? 0}>
                {step.forced === null ? w.contradiction : w.forces({ statement: literalInWords(formula, step.forced) })}
              </p>
            </>
          )}
      </div>
    </div>
  );
  const dimmed = useMemo(() => outside(refuted, seen), [refuted, lemma, at.value]);
  return (
    <Screen title={title} cube={<Cube facelets={state} dimmed={dimmed} />}>
      {before(lemma, stepper)}
    </Screen>
  );
}

function Playing({ state, refuted }: Props) {
  const { formula, lemmas, clauses } = refuted;
  // The first lemma with two hints or more: something happens.
  const start = Math.max(0, lemmas.findIndex((lemma) => lemma.literals.length > 0 && derive(clauses, lemma).steps.length > 1));
  return (
    <Player state={state} refuted={refuted} title={w.threeTitle} start={start} before={(_, stepper) => (
      <>
        <p>{w.three}</p>
        <Literals formula={formula} literals={lemmas[start]!.literals} />
        <Question ask={w.threeAsk} choices={[
          { text: w.assumeTrue, reply: w.threeTrue },
          { text: w.assumeFalse, isRight: true, reply: w.threeRight },
          { text: w.assumeOne, reply: w.threeOne },
        ]}>
          {stepper}
        </Question>
      </>
    )} />
  );
}

function TheLast({ state, horizon, refuted }: Props) {
  return (
    <Player state={state} refuted={refuted} title={w.fourTitle} start={refuted.lemmas.length - 1} before={(_, stepper) => (
      <>
        <p>{w.four}</p>
        <Question ask={w.fourAsk} choices={[
          { text: w.allTrue, reply: w.fourAll },
          { text: w.unfinished, reply: w.fourOpen },
          { text: w.noModel, isRight: true, reply: w.fourRight({ horizon }) },
        ]}>
          {stepper}
        </Question>
      </>
    )} />
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

/** The verdict of the checker that is extracted from the proofs in Coq, on the same proof. */
function Second({ clauses, variables, proof }: { clauses: readonly Clause[]; variables: number; proof: string }) {
  const refutation = useSignal<Refutation | null>(null);
  const ask = () => {
    const formula = [`p cnf ${variables} ${clauses.length}`, ...clauses.map((clause) => [...clause, 0].join(" "))];
    void refutedByChecker(`${formula.join("\n")}\n`, `${proof.replace(/\n+$/, "")}\n`).then((verdict) => (refutation.value = verdict));
  };
  const { value } = refutation;
  return (
    <>
      <div class="buttons"><button type="button" onClick={ask} data-testid="second">{w.second}</button></div>
      <p role="status" data-testid="second-verdict" data-kind={value?.kind ?? ""}>
        {value?.kind === "proved" && w.secondProved({ lemmas: value.lemmas })}
        {value?.kind === "refused" && <>{w.secondRefused} <span lang="en">{value.reason}</span></>}
        {value?.kind === "stopped" && say(checkFaults.stopped())}
      </p>
    </>
  );
}

function Forging({ state, refuted: { formula, lemmas } }: Props) {
  const original = lemmas.map(lineOf).join("\n");
  const text = useSignal(original);
  const lines = text.value.replace(/\n+$/, "").split("\n");
  const { line, fault, lemmas: proved } = check(formula.clauses, lines);
  const forge = () => {
    const at = Math.floor(Math.random() * lines.length);
    text.value = lines.map((line, index) => (index === at ? changed(line) : line)).join("\n");
  };
  return (
    <Screen title={w.fiveTitle} cube={<Cube facelets={state} />}>
      <p>{w.five}</p>
      <Question ask={w.fiveAsk} choices={[
        { text: w.always, reply: w.fiveAlways },
        { text: w.ifNot, isRight: true, reply: w.fiveRight },
        { text: w.never, reply: w.fiveNever },
      ]}>
        <p>{w.fiveResult}</p>
        <textarea class="proof" rows={Math.min(10, lines.length + 1)} spellcheck={false} wrap="off" aria-label={w.proof} data-testid="proof" value={text.value} onInput={({ currentTarget }) => (text.value = currentTarget.value)} />
        <div class="buttons">
          <button type="button" onClick={forge} data-testid="forge">{w.change}</button>
          <button type="button" disabled={text.value === original} onClick={() => (text.value = original)} data-testid="restore">{w.restore}</button>
        </div>
        <p role="status" class={fault ? "fault" : "good"} data-testid="checked" data-line={line ?? 0} data-fault={fault?.kind}>
          {fault ? w.refused({ line: line!, reason: reasonOf(fault) }) : w.holds({ lemmas: proved })}
        </p>
        {line !== null && lines[line - 1] !== undefined && <p><code>{lines[line - 1]}</code></p>}
        {checker !== null && <Second key={text.value} clauses={formula.clauses} variables={formula.names.length} proof={text.value} />}
      </Question>
    </Screen>
  );
}

function Trusting({ state }: Props) {
  return (
    <Screen title={w.sixTitle} cube={<Cube facelets={state} />}>
      <p>{w.six}</p>
      <Question ask={w.sixAsk} choices={[
        { text: w.theChecker, reply: w.sixChecker },
        { text: w.theFormula, reply: w.sixFormula },
        { text: w.solver, isRight: true, reply: w.sixRight },
      ]}>
        <p>{w.sixResult}</p>
        <ul>
          <li>{w.exactly}</li>
          <li>{w.tables}</li>
          <li>{w.means}</li>
        </ul>
      </Question>
    </Screen>
  );
}
