// The part of anywidget's model that the widget's script uses.
import type { Paints, Slab } from "../painter";
import type { Languages } from "./texts";

/** A tape as Python sends it. */
export interface Tape {
  size: number;
  /** The turns as cubers write them, and as layers that turn. */
  moves: string[];
  turns: { slab: Slab; quarters: number }[];
  /** The facelets of the start. */
  start: string;
  paints: Paints;
}

export interface Traits {
  step: number;
  playing: boolean;
  speed: number;
  _tape: Tape;
  _texts: Languages;
  /** The stickers, as `cube`. */
  _descriptions: Languages;
}

export interface Model {
  get<Name extends keyof Traits>(name: Name): Traits[Name];
  set<Name extends keyof Traits>(name: Name, value: Traits[Name]): void;
  save_changes(): void;
  send(message: unknown): void;
  on(event: `change:${keyof Traits}`, changed: () => void): void;
}

/** Set a trait, in the browser and in Python. */
export function put<Name extends keyof Traits>(model: Model, name: Name, value: Traits[Name]): void {
  if (model.get(name) === value) return;
  model.set(name, value);
  model.save_changes();
}
