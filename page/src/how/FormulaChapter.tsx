// "A cube becomes a formula", in the encoding of certificates: clauses that appear as one turns, statements of a piece, all clauses, own turns, horizons.
import { useSignal } from "@preact/signals";
import { number as numeral } from "../speech";
import { howFormula as w } from "../words/how-formula";
import { assignment, brokenBy, clausesByKind, formulaOf, isTrue, meaningOf, refutationOf, useAnswer, type Formula, type Kind } from "./answers";
import { ClauseCard, Cube, Exercise, Piece, Slider, stickersOf, TurnedCube, useStickers } from "./Bits";
import { End } from "./End";
import { faceAt, FIXED, origins, slotAt, slotNamed, SLOTS } from "./geometry";
import { go, MOST } from "./place";
import { Nearer, Screen } from "./Screen";

interface Here {
  state: string;
  horizon: number;
}

export function FormulaScreen({ screen, ...here }: Here & { screen: number }) {
  const View = [Turning, Statements, Clauses, YourTurns, Horizon][screen - 1]!;
  return <View {...here} />;
}

/** Turns that the first screens can make: their formula has clauses for nearly all pieces. */
const HAND = 3;

function Turning({ state }: Here) {
  const turns = useSignal<readonly string[]>([]);
  const lit = useSignal<readonly number[]>([]);
  const formula = useAnswer(`formula ${state} ${HAND}`, () => formulaOf(state, HAND));
  const rung = useStickers(lit.value);
  return (
    <Screen title={w.oneTitle} cube={<TurnedCube facelets={state} turns={turns.value} most={HAND} rung={rung} onTurns={(made) => {
      turns.value = made;
      lit.value = [];
    }} />}>
      <p>{w.one({ fixed: FIXED.name })}</p>
      <Exercise of={formula}>
        {(formula) => {
          const step = turns.value.length;
          const said = step === 0 ? [] : carried(formula, turns.value);
          return (
            <>
              <p role="status" data-testid="said" data-count={said.length}>{step === 0 ? w.oneWait : w.oneSaid({ turn: turns.value[step - 1]!, step, count: said.length })}</p>
              {said.map((number) => <ClauseCard key={number} facelets={state} formula={formula} number={number} onPoint={(literals) => {
                // The stickers where they are after the last turn, by their places before it.
                const before = origins(turns.value.slice(-1));
                const pointed = literals.flatMap((literal) => stickersOf(meaningOf(formula, Math.abs(literal))));
                lit.value = pointed.map((sticker) => before[sticker]!);
              }} />)}
            </>
          );
        }}
      </Exercise>
    </Screen>
  );
}

/** The clauses that say where the last turn takes the pieces that are there. */
function carried(formula: Formula, turns: readonly string[]): number[] {
  const all = assignment(formula, turns);
  const turn = formula.ids.get(`turn(${turns.length},${turns.at(-1)})`)!;
  return clausesByKind(formula).get("moves")!.filter((number) => {
    const [premise, before] = formula.clauses[number - 1]!;
    return premise === -turn && all.has(-before!);
  });
}

function Statements({ state }: Here) {
  const turns = useSignal<readonly string[]>([]);
  const slot = useSignal("URF");
  const formula = useAnswer(`formula ${state} ${HAND}`, () => formulaOf(state, HAND));
  const now = origins(turns.value);
  const home = slotNamed(slot.value);
  // Where the piece is now: rings are given by the places before the last turn.
  const last = origins(turns.value.slice(0, -1));
  const rung = useStickers(home.stickers.map((sticker) => last.indexOf(sticker)));
  return (
    <Screen title={w.twoTitle} cube={<TurnedCube facelets={state} turns={turns.value} most={HAND} rung={rung} onTurns={(made) => (turns.value = made)}
      onTap={(sticker) => {
        const from = slotAt(now[sticker]!);
        if (from !== FIXED) slot.value = from.name;
      }} />}>
      <p>{w.two({ count: 3 * SLOTS.length })}</p>
      <Exercise of={formula}>
        {(formula) => {
          const all = assignment(formula, turns.value);
          const own = home.stickers[0];
          const moment = turns.value.length;
          const ids = formula.names.flatMap((name, index) => (name.startsWith(`at0(${moment},`) && meaningOf(formula, index + 1).kind === "at" ? [index + 1] : []));
          const statements = ids.filter((id) => home.stickers.some((sticker) => stickerOf(formula, id) === sticker));
          return (
            <>
              <p data-testid="piece"><Piece facelets={state} slot={home} /></p>
              <ul class="places" data-testid="statements" data-count={statements.length}>
                {SLOTS.map(({ name }) => (
                  <li key={name}>
                    {statements.filter((id) => slotAt(placeOf(formula, id)).name === name).map((id) => (
                      <i key={id} class={all.has(id) ? "state is-true" : "state"} data-variable={id} data-true={all.has(id)} title={formula.names[id - 1]}>{faceAt(placeOf(formula, id))}</i>
                    ))}
                    <span>{name}</span>
                  </li>
                ))}
              </ul>
              <p role="status">{w.twoTrue({ moment, slot: slotAt(now.indexOf(own)).name })}</p>
            </>
          );
        }}
      </Exercise>
    </Screen>
  );
}

function stickerOf(formula: Formula, variable: number): number {
  const meaning = meaningOf(formula, variable);
  return meaning.kind === "at" ? meaning.from : -1;
}
function placeOf(formula: Formula, variable: number): number {
  const meaning = meaningOf(formula, variable);
  return meaning.kind === "at" ? meaning.to : -1;
}

function Clauses({ state, horizon }: Here) {
  const open = useSignal<Kind>("moves");
  const lit = useSignal<readonly number[]>([]);
  const formula = useAnswer(`formula ${state} ${horizon}`, () => formulaOf(state, horizon));
  return (
    <Screen title={w.threeTitle} cube={<Cube facelets={state} rung={useStickers(lit.value)} />}>
      <p>{w.three}</p>
      <Slider label={w.horizon} least={0} most={MOST} value={horizon} onValue={(value) => go({ horizon: value })} testid="clauses-of" />
      <Exercise of={formula}>
        {(formula) => {
          const kinds = [...clausesByKind(formula)].filter(([, numbers]) => numbers.length > 0);
          const largest = Math.max(...kinds.map(([, numbers]) => numbers.length));
          const numbers = kinds.find(([kind]) => kind === open.value)?.[1] ?? [];
          return (
            <>
              <p role="status" data-testid="how-counts">{w.threeCount({ horizon, variables: formula.names.length, clauses: formula.total })}</p>
              <div class="bars">
                {kinds.map(([kind, { length }]) => (
                  <button type="button" key={kind} aria-pressed={kind === open.value} data-kind={kind} data-count={length} onClick={() => (open.value = kind)}>
                    <span>{w[kind]}</span> <i style={{ width: `${(100 * length) / largest}%` }} /> <b>{numeral(length)}</b>
                  </button>
                ))}
              </div>
              {[numbers[0], numbers[Math.floor(numbers.length / 2)]].filter((number, index, both) => number !== undefined && both.indexOf(number) === index).map((number) => (
                <ClauseCard key={number} facelets={state} formula={formula} number={number!} onPoint={(literals) => (lit.value = literals.flatMap((literal) => stickersOf(meaningOf(formula, Math.abs(literal)))))} />
              ))}
            </>
          );
        }}
      </Exercise>
    </Screen>
  );
}

function YourTurns({ state, horizon }: Here) {
  const steps = Math.max(1, horizon);
  const turns = useSignal<readonly string[]>([]);
  const lies = useSignal(false);
  const formula = useAnswer(`formula ${state} ${steps}`, () => formulaOf(state, steps));
  return (
    <Screen title={w.fourTitle({ horizon: steps })} cube={lies.value
      ? <Cube facelets={state} />
      : <TurnedCube facelets={state} turns={turns.value} most={steps} onTurns={(made) => (turns.value = made)} />}>
      <p>{w.four}</p>
      <Exercise of={formula}>
        {(formula) => {
          // Idle steps come first.
          const idle = Array.from({ length: steps - turns.value.length }, () => "-");
          const all = assignment(formula, [...idle, ...turns.value], !lies.value);
          const broken = brokenBy(formula, all);
          const kinds = [...clausesByKind(formula)].map(([kind, numbers]) => [kind, numbers.filter((number) => broken.includes(number))] as const).filter(([, numbers]) => numbers.length > 0);
          return (
            <>
              <p role="status" class={broken.length === 0 ? "good" : ""} data-testid="judged" data-total={broken.length}>{broken.length === 0 ? w.model : w.broken({ count: broken.length })}</p>
              {kinds.map(([kind, numbers]) => (
                <details key={kind} data-kind={kind}>
                  <summary><span>{w[kind]}</span> <b>{numeral(numbers.length)}</b></summary>
                  {numbers.slice(0, 2).map((number) => <ClauseCard key={number} facelets={state} formula={formula} number={number} isFalse={(literal) => !isTrue(all, literal)} />)}
                </details>
              ))}
              <label><input type="checkbox" checked={lies.value} data-testid="lie" onChange={({ currentTarget }) => (lies.value = currentTarget.checked)} /> {w.lie}</label>
            </>
          );
        }}
      </Exercise>
    </Screen>
  );
}

/** The answers for all horizons. */
const horizons = (state: string) => Promise.all(Array.from({ length: MOST + 1 }, (_, horizon) => refutationOf(state, horizon)));

function Horizon({ state }: Here) {
  const chosen = useSignal(0);
  const answers = useAnswer(`horizons ${state}`, () => horizons(state));
  const turns = answers.value?.[chosen.value]?.turns ?? "";
  return (
    <Screen title={w.fiveTitle} cube={<Cube facelets={state} turns={turns ? turns.split(" ") : []} />}>
      <p>{w.five}</p>
      <Slider label={w.horizon} least={0} most={MOST} value={chosen.value} onValue={(value) => (chosen.value = value)} testid="horizon" />
      <Exercise of={answers}>
        {(answers) => {
          const now = answers[chosen.value]!;
          return (
            <>
              <ol class="verdicts" aria-hidden="true">
                {answers.map(({ turns }, horizon) => <li key={horizon} class={horizon > chosen.value ? "" : turns === null ? "is-no" : "is-yes"}>{horizon > chosen.value ? "?" : turns === null ? "✗" : "✓"}</li>)}
              </ol>
              <p role="status" class={now.turns === null ? "" : "good"} data-testid="decided" data-turns={now.turns}>
                {now.turns === null ? w.no({ count: now.lemma_count }) : now.turns ? w.yes({ turns: now.turns }) : w.yesSolved}
              </p>
              {answers.every(({ turns }) => turns === null) && <p data-testid="how-far">{w.farAway({ most: MOST })} <Nearer distance={3} testid="how-nearer" /></p>}
            </>
          );
        }}
      </Exercise>
      <End chapter="formula" state={state} steps={[w.endTurns, w.endClauses, w.endSolver]} next="proof" />
    </Screen>
  );
}
