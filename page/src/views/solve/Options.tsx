// The choices of a question: engine, goal, turns, time.
import { signal, type Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { sentenceOf, type Failure, type Setting } from "../../api";
import { goal, isPainted, PAINTED } from "../../goal";
import { named, say } from "../../speech";
import { choices as allowed, engines, explain, meanings, metrics, settings, solve as w } from "../../words/solve";
import * as choices from "../../choices";

const open = signal(false);

/** Whether a failure belongs to a field of these choices, which shows it. */
export function isOurs(failure: Failure | null): boolean {
  return failure?.field != null && choices.isField(failure.field);
}

interface OptionsProps {
  failure: Failure | null;
  /** The name of the fold, and what is in it. */
  name: string;
  hint: string;
  /** More in the same fold. */
  children: ComponentChildren;
}

export function Options({ failure, name, hint, children }: OptionsProps) {
  const ours = isOurs(failure);
  useEffect(() => {
    if (ours) open.value = true;
  }, [failure, ours]);
  return (
      <details class="details" open={open.value} onToggle={(event) => event.target === event.currentTarget && (open.value = event.currentTarget.open)}>
        <summary data-testid="solve-options">{name} <span class="hint">{hint}</span></summary>
        {open.value && children}
        {children && <h3>{w.options}</h3>}
        <div class="fields">
          <Field name="goal" label={w.goal} failure={failure} hint={goalSummary(choices.aim.value)}>
            <Choice id="solve-goal" of={goal} value={choices.aim.value} failure={failure} name="goal"
              choices={choices.aims.value.map((name) => [name, goalName(name)])} />
          </Field>
          <Field name="metric" label={w.metric} failure={failure} hint={named(meanings, choices.metric.value)}>
            <Choice id="solve-metric" of={choices.metric} failure={failure} name="metric" choices={Object.entries(metrics)} />
          </Field>
          <Moves failure={failure} />
          <Field name="timeout" label={w.limit} failure={failure}>
            <input type="number" id="solve-timeout" min="1" max={choices.mostSeconds.value} step="1" required value={choices.seconds.value}
              onInput={(event) => (choices.wished.value = event.currentTarget.valueAsNumber || null)} {...described("timeout", failure)} />
          </Field>
          <label class="wide">
            <input type="checkbox" checked={choices.every.value && choices.findsAll.value} disabled={!choices.findsAll.value}
              onChange={(event) => (choices.every.value = event.currentTarget.checked)} data-testid="solve-all" />{" "}
            {w.every}
          </label>
          {choices.every.value && choices.findsLonger.value && (
            <Field name="extra" label={w.extra} failure={failure}>
              <input type="number" id="solve-extra" min="0" step="1" value={choices.extra.value} data-testid="solve-extra"
                onInput={(event) => (choices.extra.value = Math.max(0, event.currentTarget.valueAsNumber || 0))} {...described("extra", failure)} />
            </Field>
          )}
          {choices.mayBeQuick.value && (
            <label class="switch wide" title={w.quickHint}>
              <input type="checkbox" role="switch" checked={choices.quick.value && !choices.every.value} disabled={choices.every.value}
                onChange={(event) => (choices.quick.value = event.currentTarget.checked)} data-testid="solve-quick" />{" "}
              {w.quick} <span class="hint">{w.quickHint}</span>
            </label>
          )}
        </div>
        <EngineChoice />
        {choices.settings.value.length > 0 && <div class="fields"><Settings failure={failure} /></div>}
      </details>
  );
}

/** The name of a goal, also of a painted goal. */
export function goalName(name: string): string {
  if (name === PAINTED || isPainted(name)) return w.painted;
  return say(choices.goals.value.find((goal) => goal.name === name)?.title ?? name);
}

/** The requirement of a goal in a sentence; empty for a painted goal. */
function goalSummary(name: string): string {
  return say(choices.goals.value.find((goal) => goal.name === name)?.summary ?? "");
}

function EngineChoice() {
  return (
    <fieldset class="engines">
      <legend>{w.engine}</legend>
      <div class="pills">
        {choices.engines.value.filter(choices.fits).map((engine) => (
          <label key={engine.name}>
            <input type="radio" name="engine" value={engine.name} checked={choices.engine.value === engine.name}
              onChange={() => (choices.wanted.value = engine.name)} aria-describedby="engine-what" data-testid={`engine-${engine.name}`} />
            <span>{named(engines, engine.name) || engine.name}</span>
          </label>
        ))}
      </div>
      <p id="engine-what" class="hint">{whatOf(choices.engine.value)}</p>
    </fieldset>
  );
}

/** The work of an engine in words: the page's, or else the server's. */
function whatOf(name: string): string {
  return explain(name) || say(choices.engines.value.find((engine) => engine.name === name)?.summary ?? "");
}

function Moves({ failure }: { failure: Failure | null }) {
  const { moves, picks, halfTurns } = choices;
  const usual: [string, string][] = [
    [w.allTurns, ""],
    ...picks.value.map((turns): [string, string] => [turns, turns]),
    [w.half, halfTurns.value],
  ];
  return (
    <Field name="moves" label={w.moves} failure={failure} hint={w.movesHint} wide>
      <input type="text" id="solve-moves" spellcheck={false} autocomplete="off" autocapitalize="off" placeholder={w.allTurns}
        value={moves.value} onInput={(event) => (moves.value = event.currentTarget.value)} {...described("moves", failure, true)}
        data-testid="solve-moves" />
      <div class="buttons picks" role="group" aria-label={w.picks}>
        {usual.map(([label, turns]) => (
          <button type="button" key={label} aria-pressed={moves.value.trim() === turns} onClick={() => (moves.value = turns)}>
            {label}
          </button>
        ))}
      </div>
    </Field>
  );
}

/** The settings of the engine. */
function Settings({ failure }: { failure: Failure | null }) {
  return (
    <details class="wide">
      <summary data-testid="solve-settings">{choices.writes.value ? w.formula : w.settings}</summary>
      <div class="fields">
        {choices.settings.value.map((setting) => <SettingField key={setting.name} setting={setting} failure={failure} />)}
      </div>
    </details>
  );
}

/** A control for a setting of any kind. */
function SettingField({ setting, failure }: { setting: Setting; failure: Failure | null }) {
  const { name, kind, least, above, most } = setting;
  const label = named(settings, name) || say(setting.help);
  const value = choices.valueOf(setting);
  const about = { id: `solve-${name}`, "data-testid": `solve-${name}`, ...described(name, failure) };
  if (kind === "flag") {
    return (
      <label class="wide">
        <input type="checkbox" {...about} checked={value === true} onChange={(event) => choices.give(setting, event.currentTarget.checked)} /> {label}
      </label>
    );
  }
  return (
    <Field name={name} label={label} failure={failure} hint={named(meanings, String(value))}>
      {setting.choices.length > 0 ? (
        <select {...about} value={String(value)} onChange={(event) => choices.give(setting, event.currentTarget.value)}>
          {setting.choices.map((choice) => (
            <option key={choice} value={choice}>{named(allowed, choice) || choice}</option>
          ))}
        </select>
      ) : kind === "text" ? (
        <input type="text" {...about} value={String(value ?? "")} onInput={(event) => choices.give(setting, event.currentTarget.value)} />
      ) : (
        <input type="number" {...about} min={least ?? above ?? undefined} max={most ?? undefined} step={kind === "whole" ? 1 : "any"}
          value={value === null ? "" : Number(value)}
          onInput={({ currentTarget: { valueAsNumber: number } }) => choices.give(setting, Number.isNaN(number) ? null : number)} />
      )}
    </Field>
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

/** A control with its label, and its failure below. */
function Field({ name, label, failure, hint, wide, children }: FieldProps) {
  const bad = failure?.field === name;
  return (
    <div class={wide ? "field wide" : "field"}>
      <label for={`solve-${name}`}>{label}</label>
      {children}
      {hint && <p class="hint" id={`solve-${name}-hint`}>{hint}</p>}
      {bad && <p class="fault" role="alert" id={`solve-${name}-fault`} data-testid={`fault-${name}`}>{say(sentenceOf(failure))}</p>}
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
