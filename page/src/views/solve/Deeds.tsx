// The work of the engine, for learners: formulas, stages, layers, numbers; and the log of its events.
import { signal, useSignal, useSignalEffect } from "@preact/signals";
import { Fragment } from "preact";
import { api, type Layers } from "../../api";
import type { LogLine, Run } from "../../jobs";
import { isSentence, type Sayable, type Values } from "../../sentences";
import { named, number, say } from "../../speech";
import { answer as w, events, statistics } from "../../words/answer";
import { engines, time } from "../../words/solve";

type Row = Record<string, unknown>;

export function Deeds({ run, moved }: { run: Run; moved: boolean }) {
  const answer = run.answer.value;
  const horizons = run.horizons.value;
  return (
    <>
      {(answer || horizons.length > 0) && (
        <details class="deeds" data-testid="deeds">
          <summary>{w.did}</summary>
          {answer && <Numbers row={{ engine: answer.engine, seconds: answer.seconds, ...withoutFormula({ ...answer.statistics }, horizons.length > 0) }} />}
          {horizons.length > 0 && (
            <Table caption={w.formulas} rows={horizons.map((horizon) => ({ ...horizon }))} columns={["length", "variables", "clauses", "solvable", "seconds"]} />
          )}
          {answer?.engine === "table" && <TableLayers run={run} length={answer.length} moved={moved} />}
        </details>
      )}
      <Log of={run.log.value} />
    </>
  );
}

/** The numbers of the last formula are shown with the others where all are shown. */
function withoutFormula({ variables, clauses, ...rest }: Row, listed: boolean): Row {
  return listed ? rest : { ...rest, ...(variables !== undefined && { variables, clauses }) };
}

/** Names and numbers; a list of rows is a separate table. */
function Numbers({ row }: { row: Row }) {
  const plain = Object.entries(row).filter(([, value]) => value !== null && !isRows(value));
  const nested = Object.entries(row).filter((entry): entry is [string, Row[]] => isRows(entry[1]));
  return (
    <>
      <div class="scroll">
        <table class="numbers" data-testid="statistics">
          <tbody>
            {plain.map(([name, value]) => (
              <tr key={name}>
                <th scope="row">{nameOf(name)}</th>
                <td>{name === "engine" ? enginesOf(String(value)) : written(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {nested.map(([name, rows]) => rows.length > 0 && <Table key={name} caption={nameOf(name)} rows={rows} columns={Object.keys(rows[0]!)} />)}
    </>
  );
}

function isRows(value: unknown): value is Row[] {
  return Array.isArray(value) && value.every((item) => typeof item === "object" && item !== null);
}

/** The log has no more turns of an answer. */
const MOST_LOGGED = 60;
/** A table with more rows scrolls. */
const MOST_ROWS = 16;

interface TableProps {
  caption: string;
  rows: Row[];
  columns: string[];
  marked?: (row: Row) => boolean;
  mark?: string;
}

function Table({ caption, rows, columns, marked, mark }: TableProps) {
  return (
    <div class={rows.length > MOST_ROWS ? "scroll long" : "scroll"} tabIndex={0} role="region" aria-label={caption}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>{columns.map((name) => <th key={name} scope="col">{nameOf(name)}</th>)}</tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index} class={marked?.(row) ? "marked" : ""}>
              {columns.map((name) => (
                <td key={name} class={typeof row[name] === "number" ? "figure" : ""}>
                  {written(row[name])}
                  {name === "depth" && marked?.(row) && <em> ← {mark}</em>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const layers = signal<Layers | null>(null);

/** All layers of the table, with the layer of the cube; only for the usual turns and goal. */
function TableLayers({ run, length, moved }: { run: Run; length: number | null; moved: boolean }) {
  const { metric = "htm", moves, goal = "solved" } = run.request;
  const usual = !moves && goal === "solved" && metric !== "stm";
  useSignalEffect(() => {
    if (!usual || layers.peek()?.metric === metric) return;
    api.layers(metric).then((counted) => (layers.value = counted), () => {});
  });
  if (!usual || layers.value?.metric !== metric) return null;
  const rows = layers.value.counts.map((states, depth) => ({ depth, states }));
  return <Table caption={w.layers} rows={rows} columns={["depth", "states"]} marked={(row) => row["depth"] === length} mark={moved ? w.start : w.here} />;
}

function Log({ of }: { of: LogLine[] }) {
  const open = useSignal(false);
  if (of.length === 0) return null;
  return (
    <details class="log" open={open.value} onToggle={(event) => (open.value = event.currentTarget.open)} data-testid="log">
      <summary>{w.log}</summary>
      {open.value && (
        <ol tabIndex={0} aria-label={w.log}>
          {of.map((entry, index) => (
            <Fragment key={index}>
              {entry.name === "layer-counted" && entry.data["depth"] === 0 && <li class="hint">{w.table}</li>}
              <li>
                <span class="hint">{time(entry.seconds)}</span> {line(entry)}
              </li>
            </Fragment>
          ))}
        </ol>
      )}
    </details>
  );
}

function line({ name, data }: LogLine): string {
  if (name === "note") return say(data["sentence"] as Sayable);
  if (name === "improved") data = { ...data, turns: shortened(String(data["turns"])) };
  if (name === "started") return events.started({ engine: enginesOf(String(data["engine"])) });
  // The fields of an event are those of its line.
  const lines = events as unknown as Record<string, (fields: Values) => string>;
  return Object.hasOwn(lines, name) ? lines[name]!(data as Values) : name;
}

/** The start of many turns. */
function shortened(turns: string): string {
  const all = turns.split(" ");
  return all.length > MOST_LOGGED ? `${all.slice(0, MOST_LOGGED).join(" ")} …` : turns;
}

function nameOf(name: string): string {
  return named(statistics, name) || name;
}

/** Names of engines: one may have the answer and another the proof. */
function enginesOf(names: string): string {
  return names.split("+").map((name) => named(engines, name) || name).join(" + ");
}

function written(value: unknown): string {
  if (value === null || value === undefined) return "–";
  if (typeof value === "boolean") return value ? w.yes : w.no;
  if (typeof value === "number") return number(value, Number.isInteger(value) ? 0 : 3);
  if (isSentence(value)) return say(value);
  return String(value);
}
