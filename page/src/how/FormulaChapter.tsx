// "A cube becomes a formula", in the encoding `cubie-onehot`: pieces and slots, variables, clauses, groups, assignments, horizons.
import { useSignal } from "@preact/signals";
import { number as numeral } from "../speech";
import { howFormula as w } from "../words/how-formula";
import { how } from "../words/how";
import { assignment, brokenBy, formulaOf, meaningOf, refutationOf, startsOf, useAnswer, type Formula } from "./answers";
import { Cube, Exercise, inWords, literalInWords, nameOf, Piece, Question } from "./Bits";
import { Nearer, open, Screen } from "./Book";
import { faceAt, isSolved, origins, slotAt, slotNamed, SLOTS, turned, TURNS } from "./geometry";
import { chapterLink, MOST } from "./place";

const ENCODING = "cubie-onehot";

interface Here {
  state: string;
  horizon: number;
}

export function FormulaScreen({ screen, ...here }: Here & { screen: number }) {
  const View = [Slots, AfterTurn, InWords, Groups, YourTurns, Horizon][screen - 1]!;
  return <View {...here} />;
}

/** A variable in words, with its value. */
function Variable({ formula, variable, isTrue, onTap }: { formula: Formula; variable: number; isTrue: boolean; onTap?: () => void }) {
  return (
    <button type="button" class={isTrue ? "variable is-true" : "variable"} onClick={onTap} data-variable={variable} data-true={isTrue}>
      <code>{formula.names[variable - 1]}</code> <b>{isTrue ? w.isTrue : w.isFalse}</b>
      <small>{inWords(meaningOf(formula, variable))}</small>
    </button>
  );
}

/** The numbers of the variables of a slot at a moment. */
function variablesOf(formula: Formula, slot: string, moment: number): number[] {
  const place = startsOf(formula).find((start) => slotAt(start).name === slot)!;
  return formula.names.flatMap((name, index) => (new RegExp(`^(piece|turned)0\\(${moment},${place},`).test(name) ? [index + 1] : []));
}

function Slots({ state }: Here) {
  const slot = useSignal("URF");
  const ringed = useSignal<readonly number[] | null>(null);
  const formula = useAnswer(`formula ${state} 0`, () => formulaOf(state, 0, ENCODING));
  const slots = SLOTS.length;
  const rung = useRung(ringed.value ?? slotNamed(slot.value).stickers);
  const choose = (name: string) => {
    ringed.value = null;
    if (SLOTS.some((each) => each.name === name)) slot.value = name;
  };
  return (
    <Screen title={w.oneTitle} cube={<Cube facelets={state} rung={rung} onTap={(sticker) => choose(slotAt(sticker).name)} />}>
      <p>{w.one({ slots })}</p>
      <Question ask={w.oneAsk} choices={[
        { text: slots, reply: w.oneFew({ slots }) },
        { text: 2 * slots, reply: w.oneSum },
        { text: slots * slots, isRight: true, reply: w.oneRight({ slots }) },
      ]}>
        <p>{w.oneResult}</p>
        <div class="choices" role="group" aria-label={how.slots}>
          {SLOTS.map(({ name }) => (
            <button type="button" key={name} aria-pressed={name === slot.value} onClick={() => choose(name)} data-testid={`slot-${name}`}>
              <Piece facelets={state} slot={slotNamed(name)} />
            </button>
          ))}
        </div>
        <Exercise of={formula}>
          {(formula) => {
            const all = assignment(formula, []);
            return (
              <ul class="variables">
                {variablesOf(formula, slot.value, 0).map((number) => (
                  <li key={number}><Variable formula={formula} variable={number} isTrue={all.includes(number)} onTap={() => {
                    const meaning = meaningOf(formula, number);
                    // A piece variable: the piece; an orientation: the sticker's place.
                    ringed.value = meaning.kind === "piece" ? slotNamed(meaning.from).stickers
                      : meaning.kind === "twist" ? slotNamed(slot.value).stickers.filter((sticker) => faceAt(sticker) === meaning.face) : [];
                  }} /></li>
                ))}
              </ul>
            );
          }}
        </Exercise>
      </Question>
    </Screen>
  );
}

/** The same set for the same stickers, so that the cube is painted only for a change. */
function useRung(stickers: readonly number[]): ReadonlySet<number> {
  const rung = useSignal<ReadonlySet<number>>(new Set(stickers));
  const now = rung.peek();
  if (now.size !== stickers.length || !stickers.every((sticker) => now.has(sticker))) rung.value = new Set(stickers);
  return rung.peek();
}

/** URF, the slot whose piece R brings there, and the slots to which R and R2 take the piece of URF. */
const SLOT = slotNamed("URF");
const FROM = slotAt(origins(["R"])[SLOT.stickers[0]]!);
const TO = slotAt(origins(["R"]).indexOf(SLOT.stickers[0]));
const BEYOND = slotAt(origins(["R"]).indexOf(TO.stickers[0]));

/** The variable that says that the piece from a slot is in a slot. */
function pieceVariable(formula: Formula, moment: number, slot: string, from: string): number {
  const starts = startsOf(formula);
  const piece = starts.findIndex((start) => slotAt(start).name === from);
  return formula.ids.get(`piece0(${moment},${starts.find((start) => slotAt(start).name === slot)},${piece})`)!;
}

function AfterTurn({ state }: Here) {
  const formula = useAnswer(`formula ${state} 1`, () => formulaOf(state, 1, ENCODING));
  const played = useSignal(false);
  const rung = useRung([...FROM.stickers]);
  const [slot, from, to] = [SLOT.name, FROM.name, TO.name];
  return (
    <Screen title={w.twoTitle} cube={<Cube facelets={state} turns={played.value ? ["R"] : []} {...(played.value && { rung })} />}>
      <p>{w.two}</p>
      <Question ask={w.twoAsk({ slot })} onRight={() => (played.value = true)} choices={[
        { text: <Piece facelets={state} slot={SLOT} />, reply: w.twoStays({ to }) },
        { text: <Piece facelets={state} slot={FROM} />, isRight: true, reply: w.twoRight({ from, slot }) },
        { text: <Piece facelets={state} slot={TO} />, reply: w.twoBack({ from: to, to: BEYOND.name, slot }) },
      ]}>
        <p>{w.twoResult}</p>
        <Exercise of={formula}>
          {(formula) => <Variable formula={formula} variable={pieceVariable(formula, 1, slot, from)} isTrue={assignment(formula, ["R"]).includes(pieceVariable(formula, 1, slot, from))} />}
        </Exercise>
      </Question>
    </Screen>
  );
}

/** A clause, literal by literal. */
export function ClauseText({ formula, number, isFalse }: { formula: Formula; number: number; isFalse?: (literal: number) => boolean }) {
  return (
    <ul class="clause" aria-label={how.clause({ number })} data-clause={number}>
      {formula.clauses[number - 1]!.map((literal) => (
        <li key={literal} class={isFalse?.(literal) ? "is-false" : ""} data-literal={literal}>
          <code>{nameOf(formula, literal)}</code> <small>{literalInWords(formula, literal)}</small>
        </li>
      ))}
    </ul>
  );
}

function InWords({ state, horizon }: Here) {
  const steps = Math.max(1, horizon);
  const formula = useAnswer(`formula ${state} ${steps}`, () => formulaOf(state, steps, ENCODING));
  const [from, to] = [FROM.name, SLOT.name];
  const rung = useRung([...FROM.stickers, ...SLOT.stickers]);
  return (
    <Screen title={w.threeTitle} cube={<Cube facelets={state} rung={rung} />}>
      <p>{w.three({ from, to })}</p>
      <Exercise of={formula}>
        {(formula) => {
          const [turn, before, after] = [formula.ids.get("turn(1,R)")!, pieceVariable(formula, 0, from, from), pieceVariable(formula, 1, to, from)];
          const parts = new Set([-turn, -before, after]);
          const number = formula.clauses.findIndex((clause) => clause.length === 3 && clause.every((literal) => parts.has(literal))) + 1;
          const count = formula.groups.filter(({ label }) => label === "R moves orbit 0").reduce((sum, { clauses }) => sum + clauses, 0);
          const wrong = (literal: number) => w.threeWrong({ statement: literalInWords(formula, literal) });
          return (
            <>
              <ClauseText formula={formula} number={number} />
              <Question ask={w.threeAsk} choices={[
                { text: w.threeNoTurn, reply: wrong(-turn) },
                { text: w.threeBroken, isRight: true, reply: w.threeRight },
                { text: w.threeNotThere({ from }), reply: wrong(-before) },
              ]}>
                <p>{w.threeResult({ count, horizon: steps })}</p>
              </Question>
            </>
          );
        }}
      </Exercise>
    </Screen>
  );
}

const KINDS = ["turns", "pieces", "start", "moves", "goal", "other"] as const;
type Kind = (typeof KINDS)[number];

/** The kind of a group, from its label. */
function kindOf(label: string): Kind {
  if (/ moves orbit /.test(label)) return "moves";
  if (/turn/.test(label)) return "turns";
  if (/slot of orbit/.test(label)) return "pieces";
  if (/^start/.test(label)) return "start";
  return /goal/.test(label) ? "goal" : "other";
}

function Groups({ state, horizon }: Here) {
  const formula = useAnswer(`formula ${state} ${horizon}`, () => formulaOf(state, horizon, ENCODING));
  return (
    <Screen title={w.fourTitle} cube={<Cube facelets={state} />}>
      <Exercise of={formula}>
        {(formula) => {
          const counts = new Map<Kind, number>();
          for (const { label, clauses } of formula.groups) counts.set(kindOf(label), (counts.get(kindOf(label)) ?? 0) + clauses);
          const ranked = [...counts].sort(([, one], [, other]) => other - one);
          const top = ranked[0]!;
          const offered = KINDS.filter((kind) => kind === top[0] || ranked.slice(1, 3).some(([other]) => other === kind));
          return (
            <>
              <p data-testid="how-counts">{w.four({ horizon, variables: formula.names.length, clauses: formula.total })}</p>
              <Question ask={w.fourAsk} choices={offered.map((kind) => {
                const count = counts.get(kind)!;
                return kind === top[0]
                  ? { text: w[kind], isRight: true, reply: kind === "moves" ? w.fourRight({ count }) : w.fourTop({ count }) }
                  : { text: w[kind], reply: w.fourWrong({ count }) };
              })}>
                <p>{w.fourResult}</p>
                {KINDS.filter((kind) => counts.has(kind)).map((kind) => (
                  <details key={kind} data-kind={kind} data-count={counts.get(kind)}>
                    <summary><span>{w[kind]}</span> <b>{numeral(counts.get(kind)!)}</b></summary>
                    <First formula={formula} kind={kind} />
                  </details>
                ))}
              </Question>
            </>
          );
        }}
      </Exercise>
    </Screen>
  );
}

/** The first clauses of a kind, of different groups. */
function First({ formula, kind }: { formula: Formula; kind: Kind }) {
  const groups = formula.groups.filter(({ label }) => kindOf(label) === kind);
  return <>{groups.slice(0, 2).map(({ first }) => <ClauseText key={first} formula={formula} number={first} />)}</>;
}

const FIRST = ["R", "U", "F", "R"];

function YourTurns({ state, horizon }: Here) {
  const proposed = FIRST.slice(0, horizon);
  const turns = useSignal<readonly string[]>(proposed);
  const lies = useSignal(false);
  const isAnswered = useSignal(false);
  const formula = useAnswer(`formula ${state} ${horizon}`, () => formulaOf(state, horizon, ENCODING));
  const solves = isSolved(turned(state, proposed));
  return (
    <Screen title={w.fiveTitle} cube={<Cube facelets={state} turns={isAnswered.value && !lies.value ? turns.value : []} />}>
      <p>{w.five}</p>
      <Exercise of={formula}>
        {(formula) => (
          <Judged formula={formula} state={state} turns={proposed} lies={false}>
            {(count) => (
              <Question ask={w.fiveAsk({ turns: proposed.join(" ") || w.idle })} onRight={() => (isAnswered.value = true)} choices={[
                { text: w.fiveNone, isRight: solves, reply: solves ? w.fiveNoneRight : w.fiveNoneWrong },
                { text: w.fiveGoal, isRight: !solves, reply: solves ? w.fiveGoalWrong : w.fiveGoalRight({ count }) },
                { text: w.fiveTurns, reply: w.fiveTurnsWrong },
              ]}>
                <p>{w.fiveResult}</p>
                <div class="steps-of">
                  {turns.value.map((turn, index) => (
                    <label key={index}>
                      {w.step({ step: index + 1 })}{" "}
                      <select value={turn} data-testid={`step-${index + 1}`} onChange={({ currentTarget }) => (turns.value = turns.value.map((old, at) => (at === index ? currentTarget.value : old)))}>
                        {[...TURNS, "-"].map((name) => <option key={name} value={name}>{name === "-" ? w.idle : name}</option>)}
                      </select>
                    </label>
                  ))}
                </div>
                <label><input type="checkbox" checked={lies.value} data-testid="lie" onChange={({ currentTarget }) => (lies.value = currentTarget.checked)} /> {w.lie}</label>
                <Judged formula={formula} state={state} turns={turns.value} lies={lies.value} />
              </Question>
            )}
          </Judged>
        )}
      </Exercise>
    </Screen>
  );
}

/** The clauses that turns break, by kind. */
function Judged({ formula, state, turns, lies, children }: { formula: Formula; state: string; turns: readonly string[]; lies: boolean; children?: (count: number) => preact.ComponentChildren }) {
  const all = assignment(formula, turns, !lies);
  const verdict = useAnswer(`verify ${all}`, () => brokenBy(state, formula.horizon, ENCODING, all));
  return (
    <Exercise of={verdict}>
      {({ total, broken }) => {
        if (children) return children(total);
        if (total === 0) return <p class="good" role="status" data-testid="judged" data-total="0">{w.model}</p>;
        const kinds = new Map<Kind, typeof broken[number][]>();
        for (const clause of broken) kinds.set(kindOf(clause.label), [...(kinds.get(kindOf(clause.label)) ?? []), clause]);
        return (
          <div role="status" data-testid="judged" data-total={total}>
            {[...kinds].map(([kind, clauses]) => (
              <details key={kind} data-kind={kind}>
                <summary><span>{w[kind]}</span> <b>{w.broken({ count: clauses.length })}</b></summary>
                {clauses.slice(0, 3).map(({ number }) => <ClauseText key={number} formula={formula} number={number} />)}
              </details>
            ))}
          </div>
        );
      }}
    </Exercise>
  );
}

/** The answers for all horizons. */
const horizons = (state: string) => Promise.all(Array.from({ length: MOST + 1 }, (_, horizon) => refutationOf(state, horizon, ENCODING)));

function Horizon({ state }: Here) {
  const chosen = useSignal(0);
  const isAnswered = useSignal(false);
  const answers = useAnswer(`horizons ${state}`, () => horizons(state));
  const turns = isAnswered.value ? (answers.value?.[chosen.value]?.turns ?? "") : "";
  return (
    <Screen title={w.sixTitle} cube={<Cube facelets={state} turns={turns ? turns.split(" ") : []} />}>
      <p>{w.six}</p>
      <Exercise of={answers}>
        {(answers) => {
          const smallest = answers.findIndex(({ turns }) => turns !== null);
          const least = smallest < 0 ? MOST + 1 : smallest;
          const offered = [least - 1, least, least + 1].map((horizon) => horizon + Math.max(0, 1 - least) - Math.max(0, least - MOST));
          const choices = offered.map((horizon) => {
            if (horizon > MOST) return { text: w.none({ most: MOST }), isRight: smallest < 0, reply: smallest < 0 ? w.sixNoneRight : w.sixNoneWrong({ horizon: smallest, turns: answers[smallest]!.turns }) };
            if (horizon < least) return { text: horizon, reply: w.sixLess({ horizon }) };
            const model = answers[horizon]!.turns!;
            return horizon === least ? { text: horizon, isRight: true, reply: model ? w.sixRight({ turns: model }) : w.sixSolved } : { text: horizon, reply: w.sixMore({ horizon, less: least }) };
          });
          const now = answers[chosen.value]!;
          return (
            <Question ask={w.sixAsk} choices={choices} onRight={() => (isAnswered.value = true)}>
              <p>{w.sixResult}</p>
              <label class="slider">
                {w.horizon} <input type="range" min="0" max={MOST} step="1" value={chosen.value} data-testid="horizon" onInput={({ currentTarget }) => (chosen.value = Number(currentTarget.value))} /> <output>{chosen.value}</output>
              </label>
              <p role="status" class={now.turns === null ? "fault" : "good"} data-testid="decided" data-turns={now.turns}>
                {now.turns === null ? w.no({ count: now.lemma_count }) : now.turns ? w.yes({ turns: now.turns }) : w.yesSolved}
              </p>
              {smallest < 0 && (
                <p data-testid="how-far">{w.far({ most: MOST })} <Nearer distance={3} testid="how-nearer" /></p>
              )}
              <p><a href={chapterLink("proof")} onClick={open}>{w.why}</a></p>
            </Question>
          );
        }}
      </Exercise>
    </Screen>
  );
}
