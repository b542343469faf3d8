// The choices: which engine, for which goal, with which turns, for how long.
import { signal, type Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { about } from "../../about";
import type { Failure } from "../../api";
import { goal, isPainted, PAINTED } from "../../goal";
import { say, words } from "../../language";
import { solve } from "../../words/solve";
import * as choices from "./choices";

const w = words(solve);
const open = signal(false);

/** Whether the fault belongs to one of the fields here, and so is told there. */
export function isOurs(failure: Failure | null): boolean {
  return failure?.field !== undefined && failure.field in choices.fields;
}

export function Options({ failure }: { failure: Failure | null }) {
  const ours = isOurs(failure);
  useEffect(() => {
    if (ours) open.value = true;
  }, [failure, ours]);
  return (
    <>
      <EngineChoice />
      <details open={open.value} onToggle={(event) => (open.value = event.currentTarget.open)}>
        <summary data-testid="solve-options">{w.value.options}</summary>
        <div class="fields">
          <Field name="goal" label={w.value.goal} failure={failure}>
            <Choice id="solve-goal" of={goal} value={choices.aim.value} failure={failure} name="goal"
              choices={choices.aims.value.map((name) => [name, goalWords(name)])} />
          </Field>
          <Field name="metric" label={w.value.metric} failure={failure}>
            <Choice id="solve-metric" of={choices.metric} failure={failure} name="metric" choices={Object.entries(w.value.metrics)} />
          </Field>
          <Moves failure={failure} />
          <Field name="timeout" label={w.value.seconds} failure={failure}>
            <input type="number" id="solve-timeout" min="1" max={choices.mostSeconds.value} step="1" required value={choices.seconds.value}
              onInput={(event) => (choices.seconds.value = event.currentTarget.valueAsNumber || 60)} {...described("timeout", failure)} />
          </Field>
          <label class="wide">
            <input type="checkbox" checked={choices.every.value && choices.findsAll.value} disabled={!choices.findsAll.value}
              onChange={(event) => (choices.every.value = event.currentTarget.checked)} data-testid="solve-all" />{" "}
            {w.value.every}
          </label>
          {choices.writes.value && <Formula failure={failure} />}
        </div>
      </details>
    </>
  );
}

/** What a goal is called, the painted one too. */
export function goalName(name: string): string {
  return name === PAINTED || isPainted(name) ? w.value.painted : (w.value.goalNames[name] ?? name);
}

function goalWords(name: string): string {
  if (name === PAINTED) return w.value.painted;
  const summary = w.value.goals[name] ?? choices.goals.value.find((goal) => goal.name === name)?.summary ?? "";
  return `${goalName(name)}${summary && `${w.value.colon} ${summary}`}`;
}

function EngineChoice() {
  return (
    <fieldset class="engines">
      <legend class="hidden">{w.value.engine}</legend>
      <div class="pills">
        {choices.ENGINES.map((name) => (
          <label key={name} title={choices.fits(name) ? undefined : w.value.unfit}>
            <input type="radio" name="engine" value={name} checked={choices.engine.value === name} disabled={!choices.fits(name)}
              onChange={() => (choices.wanted.value = name)} aria-describedby="engine-what" data-testid={`engine-${name}`} />
            <span>
              {w.value.engines[name]}
              {!choices.fits(name) && <span class="hidden"> ({w.value.unfit})</span>}
            </span>
          </label>
        ))}
      </div>
      <p id="engine-what" class="hint">{w.value.what[choices.engine.value]}</p>
    </fieldset>
  );
}

function Moves({ failure }: { failure: Failure | null }) {
  const { moves, picks, halfTurns } = choices;
  const usual: [string, string][] = [
    [w.value.allTurns, ""],
    ...picks.value.map((turns): [string, string] => [turns, turns]),
    [w.value.half, halfTurns.value],
  ];
  return (
    <Field name="moves" label={w.value.moves} failure={failure} hint={w.value.movesHint} wide>
      <input type="text" id="solve-moves" spellcheck={false} autocomplete="off" autocapitalize="off" placeholder={w.value.allTurns}
        value={moves.value} onInput={(event) => (moves.value = event.currentTarget.value)} {...described("moves", failure, true)}
        data-testid="solve-moves" />
      <div class="buttons picks" role="group" aria-label={w.value.picks}>
        {usual.map(([label, turns]) => (
          <button type="button" key={label} aria-pressed={moves.value.trim() === turns} onClick={() => (moves.value = turns)}>
            {label}
          </button>
        ))}
      </div>
    </Field>
  );
}

function Formula({ failure }: { failure: Failure | null }) {
  const found = about.value?.encodings ?? ["framed"];
  return (
    <details class="wide">
      <summary>{w.value.formula}</summary>
      <div class="fields">
        <Field name="encoding" label={w.value.encoding} failure={failure}>
          <Choice id="solve-encoding" of={choices.encoding} failure={failure} name="encoding"
            choices={found.map((name) => [name, w.value.encodings[name] ?? name])} />
        </Field>
        <Field name="horizon" label={w.value.horizon} failure={failure}>
          <Choice id="solve-horizon" of={choices.horizon} failure={failure} name="horizon" choices={Object.entries(w.value.horizons)} />
        </Field>
      </div>
    </details>
  );
}

interface FieldProps {
  name: string;
  label: string;
  failure: Failure | null;
  hint?: string;
  wide?: boolean;
  children: ComponentChildren;
}

/** A control with its label, and below it what is wrong with it, if anything is. */
function Field({ name, label, failure, hint, wide, children }: FieldProps) {
  const bad = failure?.field === name;
  return (
    <div class={wide ? "field wide" : "field"}>
      <label for={`solve-${name}`}>{label}</label>
      {children}
      {hint && <p class="hint" id={`solve-${name}-hint`}>{hint}</p>}
      {bad && <p class="fault" role="alert" id={`solve-${name}-fault`} data-testid={`fault-${name}`}>{say(failure.error)}</p>}
    </div>
  );
}

function described(name: string, failure: Failure | null, hint = false) {
  const bad = failure?.field === name;
  const by = [hint && `solve-${name}-hint`, bad && `solve-${name}-fault`].filter(Boolean).join(" ");
  return { ...(by && { "aria-describedby": by }), "aria-invalid": bad };
}

interface ChoiceProps {
  id: string;
  name: string;
  of: Signal<string>;
  value?: string;
  choices: [string, string][];
  failure: Failure | null;
}

function Choice({ id, name, of, value, choices, failure }: ChoiceProps) {
  return (
    <select id={id} value={value ?? of.value} onChange={(event) => (of.value = event.currentTarget.value)} {...described(name, failure)} data-testid={id}>
      {choices.map(([choice, label]) => (
        <option key={choice} value={choice}>{label}</option>
      ))}
    </select>
  );
}
