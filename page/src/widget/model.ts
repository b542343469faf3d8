// What anywidget gives to a widget's script, as far as it is used here.
import type { Languages } from "./texts";

/** A tape as Python sends it. */
export interface Tape {
  size: number;
  /** The turns as cubers write them, and as cubing.js reads them. */
  moves: string[];
  turns: string[];
  /** The facelets of the start; null where the cube cannot be shown in 3D. */
  start: string | null;
  /** The colours of facelets, by their letters. */
  colours: Record<string, string>;
}

export interface Traits {
  step: number;
  playing: boolean;
  speed: number;
  _tape: Tape;
  _texts: Languages;
  _picture: string;
  /** What the picture shows, as `cube`. */
  _descriptions: Languages;
  _pictured: boolean;
  _library: string;
}

type Hear = (message: unknown, buffers: DataView[]) => void;

export interface Model {
  get<Name extends keyof Traits>(name: Name): Traits[Name];
  set<Name extends keyof Traits>(name: Name, value: Traits[Name]): void;
  save_changes(): void;
  on(event: "msg:custom", heard: Hear): void;
  on(event: `change:${keyof Traits}`, changed: () => void): void;
  off(event: "msg:custom", heard: Hear): void;
  send(message: unknown): void;
}

/** Set one trait, here and in Python. */
export function put<Name extends keyof Traits>(model: Model, name: Name, value: Traits[Name]): void {
  if (model.get(name) === value) return;
  model.set(name, value);
  model.save_changes();
}
