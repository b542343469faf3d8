// What the server answers and is asked, as the document of its API has it. Made by `make wire`: nothing here is written by hand.

/** The server's version, abilities and limits. */
export interface ApiAnswer {
  version: string;
  /** Smallest and largest cube. */
  sizes: readonly [number, number];
  metrics: readonly string[];
  engines: readonly EngineAnswer[];
  encodings: readonly string[];
  palettes: readonly string[];
  goals: readonly GoalAnswer[];
  /** For every size, what to expect for a scrambled cube. */
  reach: readonly ReachAnswer[];
  /** Limits of a request. */
  limits: Readonly<Record<string, number>>;
}

/** A cube after turns, and the turns one by one. */
export interface ApplyAnswer {
  /** layers of the cube */
  size: number;
  /** a cube as a facelet string: 6·N² letters in the order of the faces URFDLB, row by row; ? is unknown. Colour letters W R G Y O B are accepted too: on odd sizes the centres give the colours of the faces, on even sizes white is U and green is F */
  facelets: string;
  /** description in words */
  description: Said;
  /** Whether every face has one colour, in any orientation of the cube. */
  solved: boolean;
  /** the turns in canonical notation */
  alg: string;
  moves: readonly MoveAnswer[];
  /** the inverse turns */
  inverse: string;
  /** Cube after each turn; null unless the request sets `steps`. */
  states: readonly string[] | null;
}

/** Turns to apply to a cube. */
export interface ApplyRequest {
  size?: number | null;
  /** the cube before the turns; by default solved */
  state?: string | null;
  /** turns in the notation of WCA and SiGN, with brackets */
  alg?: string;
  /** whether to return the cube after each turn */
  steps?: boolean;
}

/** The stickers that a goal requires. */
export interface AskedAnswer {
  /** Numbers from 0 of the stickers that the goal requires, at their present places. */
  stickers: readonly number[];
}

/** A lower bound of the length has been proved. */
export interface BoundProved {
  /** The bound: no answer is shorter. */
  lower_bound: number;
  /** The unverified program that claims the bound; empty if it is proved. */
  unverified_solver: string;
  /** change in the state of the search */
  state: StateChange;
}

/** The event `bound-proved`. */
export interface BoundProvedEvent {
  /** the event's name */
  event: "bound-proved";
  /** its number, for the header Last-Event-ID */
  id: string;
  /** its data, as JSON */
  data: BoundProved;
}

/** The progress of a search, sent about once a second. */
export interface Bounds {
  /** Time since the start. */
  seconds: number;
  /** Length of the best answer so far. */
  length: number | null;
  /** Bound proved so far. */
  lower_bound: number;
  /** Length that a solver is trying now. */
  horizon: number | null;
}

/** The event `bounds`. */
export interface BoundsEvent {
  /** the event's name */
  event: "bounds";
  /** its number, for the header Last-Event-ID */
  id: string;
  /** its data, as JSON */
  data: Bounds;
}

/** The shortest cross of one colour. */
export interface CrossAnswer {
  /** the letter of the colour: U R F D L or B */
  colour: string;
  /** the turns; a whole-cube rotation that brings the colour down comes first, where needed */
  alg: string;
  /** The number of turns. No way is shorter; the rotation counts nothing. */
  length: number;
}

/** The shortest crosses of a cube. */
export interface CrossesAnswer {
  metric: "htm" | "qtm" | "stm";
  /** One for each colour, in the order U R F D L B. */
  crosses: readonly CrossAnswer[];
}

/** A 3×3×3 for its six crosses. */
export interface CrossesRequest {
  /** a cube as a facelet string: 6·N² letters in the order of the faces URFDLB, row by row; ? is unknown. Colour letters W R G Y O B are accepted too: on odd sizes the centres give the colours of the faces, on even sizes white is U and green is F */
  state: string;
  metric?: "htm" | "qtm" | "stm";
}

/** Progress of the search for an answer of one length. */
export interface DepthSearched {
  /** The length. */
  length: number;
  /** The searched share, from 0 to 1. */
  share: number;
  /** The number of cubes visited so far, including shorter lengths. */
  cubes: number;
  /** Millions of cubes per second. */
  rate: number;
  /** Estimate of the seconds left for this length; None while there is no estimate. */
  seconds_left: number | null;
  /** change in the state of the search */
  state: StateChange;
}

/** The event `depth-searched`. */
export interface DepthSearchedEvent {
  /** the event's name */
  event: "depth-searched";
  /** its number, for the header Last-Event-ID */
  id: string;
  /** its data, as JSON */
  data: DepthSearched;
}

/** Progress of the search for an answer of one length. */
export interface DepthSearchedNow {
  /** The length. */
  length: number;
  /** The searched share, from 0 to 1. */
  share: number;
  /** The number of cubes visited so far, including shorter lengths. */
  cubes: number;
  /** Millions of cubes per second. */
  rate: number;
  /** Estimate of the seconds left for this length; None while there is no estimate. */
  seconds_left: number | null;
  event: "depth-searched";
}

/** An engine and its abilities. A list that is null means no restriction. */
export interface EngineAnswer {
  name: string;
  summary: Said;
  /** Sizes of cubes that it solves. */
  sizes: readonly number[] | null;
  /** Metrics that it supports. */
  metrics: readonly string[] | null;
  /** Named goals that it supports. */
  goals: readonly string[] | null;
  /** Whether it can prove that an answer is a shortest one. */
  proves: boolean;
  /** Whether it answers within moments. */
  at_once: boolean;
  /** Whether it stores every state, so that proofs too take only moments. */
  exhaustive: boolean;
  /** Whether it can find all shortest answers. */
  finds_all: boolean;
  writes_formulas: boolean;
  /** Engines that it combines, in the order in which it asks them. */
  asks: readonly string[];
  settings: readonly SettingAnswer[];
  tables: readonly TableAnswer[];
}

/** The number of states at each distance from solved. */
export interface ExploreAnswer {
  /** layers of the cube */
  size: number;
  metric: "htm" | "qtm" | "stm";
  /** Number of states by distance, from 0. */
  counts: readonly number[];
  total: number;
}

/** A random state at a distance from solved. */
export interface ExploredCube {
  /** layers of the cube */
  size: number;
  /** a cube as a facelet string: 6·N² letters in the order of the faces URFDLB, row by row; ? is unknown. Colour letters W R G Y O B are accepted too: on odd sizes the centres give the colours of the faces, on even sizes white is U and green is F */
  facelets: string;
  /** turns in the notation of WCA and SiGN, with brackets */
  scramble: string;
  distance: number;
  /** seed; equal seeds give equal random results */
  seed: number;
}

/** The event `failed`. */
export interface FailedEvent {
  /** the event's name */
  event: "failed";
  /** its number, for the header Last-Event-ID */
  id: string;
  /** its data, as JSON */
  data: Failure;
}

/** The reason why a request failed, and the part of the request that caused it. */
export interface Failure {
  /** English text of the reason. */
  error: string;
  /** code of the template, stable when its words change; empty for text without a template */
  code: string;
  /** English template */
  template: string;
  /** values of the template's fields, by name */
  values: Readonly<Record<string, Value>>;
  /** Field of the request. */
  field?: string | null;
  /** Column of the fault in an algorithm, from 1. */
  column?: number | null;
  /** Position of the fault in an algorithm's text, from 0. */
  position?: number | null;
  /** Reasons why a cube is impossible. */
  reasons?: readonly Said[] | null;
  /** Change that gives a possible cube near it. */
  repair?: Said | null;
}

/** A named goal. */
export interface GoalAnswer {
  /** Name in requests. */
  name: string;
  title: Said;
  /** Which stickers it requires. */
  summary: Said;
  /** Sizes of cubes that have this goal. */
  sizes: readonly number[];
}

/** A cube and a goal. */
export interface GoalRequest {
  /** a cube as a facelet string: 6·N² letters in the order of the faces URFDLB, row by row; ? is unknown. Colour letters W R G Y O B are accepted too: on odd sizes the centres give the colours of the faces, on even sizes white is U and green is F */
  state: string;
  /** the name of a goal, or facelets */
  goal: string;
}

/** A formula given to a solver: does an answer of this length exist? */
export interface Horizon {
  /** The length. */
  length: number;
  /** The variable count of the formula. */
  variables: number;
  /** The clause count of the formula. */
  clauses: number;
  /** Whether an answer exists; null while the solver runs, and if it was stopped. */
  solvable: boolean | null;
  /** The solver's time; null while it runs. */
  seconds: number | null;
}

/** A solver has decided a formula, or was stopped. */
export interface HorizonClosed {
  /** The length of the answers that the formula describes. */
  length: number;
  /** Whether an answer of this length exists; None if the solver was stopped. */
  solvable: boolean | null;
  /** The solver's time. */
  seconds: number;
  /** change in the state of the search */
  state: StateChange;
}

/** The event `horizon-closed`. */
export interface HorizonClosedEvent {
  /** the event's name */
  event: "horizon-closed";
  /** its number, for the header Last-Event-ID */
  id: string;
  /** its data, as JSON */
  data: HorizonClosed;
}

/** A solver starts with a formula. */
export interface HorizonOpened {
  /** The length of the answers that it describes. */
  length: number;
  /** The number of its variables. */
  variables: number;
  /** The number of its clauses. */
  clauses: number;
  /** change in the state of the search */
  state: StateChange;
}

/** The event `horizon-opened`. */
export interface HorizonOpenedEvent {
  /** the event's name */
  event: "horizon-opened";
  /** its number, for the header Last-Event-ID */
  id: string;
  /** its data, as JSON */
  data: HorizonOpened;
}

/** A shorter answer was found. */
export interface Improved {
  /** The length of the answer. */
  length: number;
  /** The bound proved so far. */
  lower_bound: number;
  /** The answer in notation. Engines leave it empty; `solve` sets it after replaying the answer. */
  turns: string;
  /** change in the state of the search */
  state: StateChange;
}

/** The event `improved`. */
export interface ImprovedEvent {
  /** the event's name */
  event: "improved";
  /** its number, for the header Last-Event-ID */
  id: string;
  /** its data, as JSON */
  data: Improved;
}

/** The state of a search. */
export interface JobAnswer {
  id: string;
  state: "running" | "done" | "failed" | "stopped";
  seconds: number;
  /** Best answer so far. */
  best: string | null;
  length: number | null;
  lower_bound: number;
  /** Length that a solver is trying now. */
  horizon: number | null;
  /** The engine at work. */
  engine: string;
  /** Why it failed. */
  failure?: Failure | null;
  result?: SolveResult | null;
}

/** A search that has started. */
export interface JobStarted {
  id: string;
  /** Address of its state and its result. */
  url: string;
  /** Address of its server-sent events. */
  events: string;
}

/** A language of the page. */
export interface LanguageAnswer {
  /** Tag, as in browsers and locales. */
  tag: string;
  /** Its own name. */
  name: string;
}

/** How a language writes the values of its templates. */
export interface LanguageConventions {
  /** Its own name. */
  name: string;
  /** Decimal separator. */
  decimal: string;
  /** Thousands separator. */
  grouping: string;
  /** Opening and closing quotation marks; null for those of Python. */
  quotes: readonly [string, string] | null;
  /** Separator of list members. */
  comma: string;
  /** Separator of list members that contain commas. */
  semicolon: string;
  /** “and” between the last two members of a list, with its spaces. */
  conjunction: string;
  /** “or” between the last two members of a list, with its spaces. */
  disjunction: string;
  /** Smallest and largest number that take the singular. */
  one: readonly [number, number];
}

/** The table of a language. */
export interface LanguageTable {
  language: LanguageConventions;
  /** Templates by code; a missing one is shown in English. */
  templates: Readonly<Record<string, string>>;
}

/** The languages of the page, English first. */
export interface LanguagesAnswer {
  languages: readonly LanguageAnswer[];
}

/** A breadth-first search has finished a layer. */
export interface LayerCounted {
  /** The distance from the start. */
  depth: number;
  /** The number of states at this distance. */
  states: number;
  /** change in the state of the search */
  state: StateChange;
}

/** The event `layer-counted`. */
export interface LayerCountedEvent {
  /** the event's name */
  event: "layer-counted";
  /** its number, for the header Last-Event-ID */
  id: string;
  /** its data, as JSON */
  data: LayerCounted;
}

/** One turn of an answer. */
export interface MadeMove {
  text: string;
  /** description in words */
  description: Said;
}

/** One turn of a text. */
export interface MoveAnswer {
  text: string;
  /** description in words */
  description: Said;
  /** layers that turn, and the angle */
  slab: SlabAnswer;
  /** Position in the text, from 0; null in a repetition of brackets. */
  start: number | null;
  /** Position after its last character. */
  end: number | null;
}

/** A state that is one turn away. */
export interface NeighbourAnswer {
  turn: string;
  /** description in words */
  description: Said;
  /** a cube as a facelet string: 6·N² letters in the order of the faces URFDLB, row by row; ? is unknown. Colour letters W R G Y O B are accepted too: on odd sizes the centres give the colours of the faces, on even sizes white is U and green is F */
  facelets: string;
  distance: number;
}

/** The distances of a state and its neighbours from solved. */
export interface NeighboursAnswer {
  distance: number;
  neighbours: readonly NeighbourAnswer[];
}

/** A 2×2×2 for its neighbours. */
export interface NeighboursRequest {
  /** a cube as a facelet string: 6·N² letters in the order of the faces URFDLB, row by row; ? is unknown. Colour letters W R G Y O B are accepted too: on odd sizes the centres give the colours of the faces, on even sizes white is U and green is F */
  state: string;
  metric?: "htm" | "qtm" | "stm";
}

/** Something the user should know. */
export interface Note {
  /** The note. */
  sentence: Said;
  /** change in the state of the search */
  state: StateChange;
}

/** The event `note`. */
export interface NoteEvent {
  /** the event's name */
  event: "note";
  /** its number, for the header Last-Event-ID */
  id: string;
  /** its data, as JSON */
  data: Note;
}

/** A part of a certificate is verified. */
export interface PartChecked {
  /** Its number, from 1. */
  part: number;
  /** The total number of parts. */
  parts: number;
  /** The number of lemmas checked in it. */
  lemmas: number;
  /** change in the state of the search */
  state: StateChange;
}

/** The event `part-checked`. */
export interface PartCheckedEvent {
  /** the event's name */
  event: "part-checked";
  /** its number, for the header Last-Event-ID */
  id: string;
  /** its data, as JSON */
  data: PartChecked;
}

/** A part of a certificate is written. */
export interface PartProved {
  /** The number of parts written so far. */
  done: number;
  /** The total number of parts. */
  parts: number;
  /** change in the state of the search */
  state: StateChange;
}

/** The event `part-proved`. */
export interface PartProvedEvent {
  /** the event's name */
  event: "part-proved";
  /** its number, for the header Last-Event-ID */
  id: string;
  /** its data, as JSON */
  data: PartProved;
}

/** A part of a certificate is written. */
export interface PartProvedNow {
  /** The number of parts written so far. */
  done: number;
  /** The total number of parts. */
  parts: number;
}

/** A preparation step starts, which each machine needs once: building tables and compiling loops. */
export interface Preparing {
  /** Its number, from 1. */
  step: number;
  /** The number of steps. */
  steps: number;
  /** Estimated duration of the step in seconds. */
  seconds_left: number | null;
  /** change in the state of the search */
  state: StateChange;
}

/** The event `preparing`. */
export interface PreparingEvent {
  /** the event's name */
  event: "preparing";
  /** its number, for the header Last-Event-ID */
  id: string;
  /** its data, as JSON */
  data: Preparing;
}

/** A preparation step starts, which each machine needs once: building tables and compiling loops. */
export interface PreparingNow {
  /** Its number, from 1. */
  step: number;
  /** The number of steps. */
  steps: number;
  /** Estimated duration of the step in seconds. */
  seconds_left: number | null;
  event: "preparing";
}

/** A random cube without turns that lead to it. */
export interface RandomAnswer {
  /** layers of the cube */
  size: number;
  /** seed with which `/api/scramble` gives turns to this cube */
  seed: number;
  /** a cube as a facelet string: 6·N² letters in the order of the faces URFDLB, row by row; ? is unknown. Colour letters W R G Y O B are accepted too: on odd sizes the centres give the colours of the faces, on even sizes white is U and green is F */
  facelets: string;
}

/** What to expect for a scrambled cube of a size with its usual turns. */
export interface ReachAnswer {
  /** Number of layers. */
  size: number;
  /** Engine that solves any such cube; null if there is no such engine. */
  engine: string | null;
  /** Time that suffices, and the default time limit, in seconds. */
  seconds: number;
  /** Advice before a search is started. */
  sentence: Said | null;
}

/** How far a search in stages got that found no answer. */
export interface ReachedAnswer {
  /** turns of the finished stages */
  turns: string;
  /** Number of finished stages. */
  finished: number;
  /** Number of stages. */
  stages: number;
  /** Cube after these turns. */
  facelets?: string | null;
  /** The turns one by one. */
  moves: readonly MadeMove[];
  /** The same in words. */
  sentence: Said;
}

/** A possible cube near an impossible one: the nearest, where changing one sticker or two is enough. The code `repair.exchanged` of the sentence means that two colours are exchanged throughout; its values name them. */
export interface RepairAnswer {
  /** a cube as a facelet string: 6·N² letters in the order of the faces URFDLB, row by row; ? is unknown. Colour letters W R G Y O B are accepted too: on odd sizes the centres give the colours of the faces, on even sizes white is U and green is F */
  state: string;
  /** The change. */
  sentence: Said;
}

/** The event `result`. */
export interface ResultEvent {
  /** the event's name */
  event: "result";
  /** its number, for the header Last-Event-ID */
  id: string;
  /** its data, as JSON */
  data: SolveResult;
}

/** A sentence in English with its template and its values, from which it can be translated. */
export interface Said {
  /** English text. */
  text: string;
  /** code of the template, stable when its words change; empty for text without a template */
  code: string;
  /** English template */
  template: string;
  /** values of the template's fields, by name */
  values: Readonly<Record<string, Value>>;
}

/** A sentence that is a value of another sentence. */
export interface SaidWithin {
  /** English text. */
  text: string;
  /** code of the template, stable when its words change; empty for text without a template */
  code: string;
  /** Values of the template's fields. */
  values?: Readonly<Record<string, Value>>;
}

/** Statistics of the solver, summed over lengths and processes. */
export interface SatStatistics {
  /** The name of the encoding. */
  encoding: string;
  /** The name of the solver, or its command. */
  solver: string;
  /** The solving time, summed over processes. */
  solving_seconds: number;
  /** The number of variables of the last formula, or None. */
  variables: number | null;
  /** The number of its clauses, or None. */
  clauses: number | null;
  /** The number of restarts; None if the solver does not count them. */
  restarts: number | null;
  /** The number of conflicts, from which the solver learned clauses; or None. */
  conflicts: number | null;
  /** The number of decisions; or None. */
  decisions: number | null;
  /** The number of propagations; or None. */
  propagations: number | null;
}

/** A random cube with turns that lead to it. */
export interface ScrambleAnswer {
  /** layers of the cube */
  size: number;
  /** seed; equal seeds give equal random results */
  seed: number;
  /** turns in the notation of WCA and SiGN, with brackets */
  scramble: string;
  /** a cube as a facelet string: 6·N² letters in the order of the faces URFDLB, row by row; ? is unknown. Colour letters W R G Y O B are accepted too: on odd sizes the centres give the colours of the faces, on even sizes white is U and green is F */
  facelets: string;
}

/** Statistics of the search. */
export interface SearchStatistics {
  /** The pruning table, or "" if no table was used. */
  table: string;
  /** The number of cubes that the search for shortest answers visited. */
  cubes: number;
  /** The number of answers of the two phases, each shorter than the previous answer. */
  answers: number;
}

/** A setting of an engine, which `POST /api/solve` takes under this name. */
export interface SettingAnswer {
  name: string;
  /** Kind of value. */
  kind: "flag" | "whole" | "number" | "text";
  default: boolean | number | string | null;
  help: Said;
  /** Allowed texts; empty if any text is allowed. */
  choices: readonly string[];
  /** Smallest allowed number. */
  least: number | null;
  /** Number that the value must exceed. */
  above: number | null;
  /** Largest allowed number. */
  most: number | null;
}

/** Turns that lead to a state. */
export interface SetupAnswer {
  /** turns in the notation of WCA and SiGN, with brackets */
  alg: string;
}

/** Neighbouring layers and the angle by which they turn. */
export interface SlabAnswer {
  /** Face from which layers are counted, from 1. */
  face: "U" | "R" | "F" | "D" | "L" | "B";
  /** First layer that turns. */
  first: number;
  /** Last layer that turns. */
  last: number;
  /** Quarter turns, clockwise as seen from that face. */
  turns: 1 | 2 | 3;
}

/** A cube to solve; the options are those of `cubeproof solve`. */
export interface SolveRequest {
  size?: number | null;
  /** turns that lead to the cube */
  scramble?: string | null;
  state?: string | null;
  /** the name of a goal, or facelets */
  goal?: string | null;
  metric?: "htm" | "qtm" | "stm";
  /** the allowed turns; R allows R2 and R' too */
  moves?: string | null;
  /** the engine; a setting below applies to the engines that have it */
  engine?: "auto" | "table" | "sat" | "search" | "stages" | "walk";
  /** a puzzle as `cubeproof solve --problem` reads it, instead of a cube and its goal */
  problem?: Readonly<Record<string, unknown>> | null;
  /** look for no longer answer */
  max_length?: number | null;
  /** seconds; see the limits of GET /api */
  timeout?: number | null;
  /** write a certificate that the answer is a shortest one */
  certify?: boolean;
  /** how formulas are written */
  encoding?: "framed" | "cubie-onehot" | "cubie-binary" | "sticker" | "sticker-binary";
  /** order in which lengths are tried */
  horizon?: "up" | "down" | "middle";
  /** number of threads (search, by default one per core) or processes (sat, by default 1, at most the larger of 8 and 4 per core) */
  jobs?: number | null;
  /** find all shortest answers, except those that only differ in the order of turns that commute */
  all?: boolean;
  /** with all, also find answers that are up to this many turns longer */
  extra?: number;
  /** return the first good answer, without a proof */
  quick?: boolean;
  /** avoid visited states in the random walk */
  memory?: boolean;
  /** seed of the random walk, to repeat it */
  seed?: number | null;
  /** turns per second of the random walk; by default full speed */
  pace?: number | null;
}

/** The result of a search: the fields of `cubeproof solve --json`, and more. */
export interface SolveResult {
  /** Size of the cube; null for another puzzle. */
  size?: number | null;
  /** Facelets, or the colours of another puzzle. */
  start: string | readonly number[];
  scramble?: string | null;
  /** Best answer; null if there is no answer. */
  solution: string | null;
  length: number | null;
  /** htm, qtm or stm, or the name of another puzzle's metric. */
  metric: string;
  /** Whether the answer is proved to be a shortest one. */
  optimal: boolean;
  /** Proved lower bound of the length. */
  lower_bound: number;
  engine: string;
  seconds: number;
  /** All shortest answers, if requested. */
  solutions?: readonly string[] | null;
  /** Why the search ended early. */
  stopped?: string | null;
  /** Program whose unchecked answer the lower bound relies on. */
  unverified_solver?: string | null;
  /** How far a search in stages got that found no answer. */
  reached?: ReachedAnswer | null;
  /** The proved result in words. */
  claim: Said;
  moves: readonly MadeMove[];
  /** Work of the engine; null if it reports none. */
  statistics: TableStatistics | SatStatistics | SearchStatistics | StagesStatistics | WalkStatistics | null;
  /** Address of the certificate. */
  certificate: string | null;
  /** Address at which twizzle.net plays the answer, if it supports this cube. */
  twizzle: string | null;
}

/** A solved stage of the answer's chain. */
export interface SolvedStage {
  /** A description of the stage's goal. */
  name: Said;
  /** Its answer. */
  turns: string;
  /** The number of these turns. */
  length: number;
  /** Whether it is proved that the stage has no shorter answer. */
  shortest: boolean;
  /** The time that the stage took. */
  seconds: number;
}

/** One stage of a chain of stages is solved. */
export interface StageClosed {
  /** A description of the stage's goal. */
  name: Said;
  /** The length of its answer. */
  length: number;
  /** Whether that length is proved to be the shortest for the stage. */
  shortest: boolean;
  /** The time that the stage took. */
  seconds: number;
  /** The number of the stage, from 1. */
  number: number;
  /** The number of stages. */
  stages: number;
  /** The answers of this stage and of all earlier stages in notation. Engines leave it empty; `solve` sets it. */
  turns: string;
  /** change in the state of the search */
  state: StateChange;
}

/** The event `stage-closed`. */
export interface StageClosedEvent {
  /** the event's name */
  event: "stage-closed";
  /** its number, for the header Last-Event-ID */
  id: string;
  /** its data, as JSON */
  data: StageClosed;
}

/** One stage of a chain of stages is solved. */
export interface StageClosedNow {
  /** A description of the stage's goal. */
  name: Said;
  /** The length of its answer. */
  length: number;
  /** Whether that length is proved to be the shortest for the stage. */
  shortest: boolean;
  /** The time that the stage took. */
  seconds: number;
  /** The number of the stage, from 1. */
  number: number;
  /** The number of stages. */
  stages: number;
  /** The answers of this stage and of all earlier stages in notation. Engines leave it empty; `solve` sets it. */
  turns: string;
}

/** Statistics of a chain of stages. */
export interface StagesStatistics {
  /** The name of the encoding. */
  encoding: string;
  /** The length of the chain before it was shortened; None without a chain. */
  chain: number | null;
  /** Its stages, in order. */
  stages: readonly SolvedStage[];
}

/** An engine starts. */
export interface Started {
  /** Its name. */
  engine: string;
  /** change in the state of the search */
  state: StateChange;
}

/** The event `started`. */
export interface StartedEvent {
  /** the event's name */
  event: "started";
  /** its number, for the header Last-Event-ID */
  id: string;
  /** its data, as JSON */
  data: Started;
}

/** The change in the state of a search: `activity`, `seconds`, and the members that have a new value. */
export interface StateChange {
  /** new formulas, by index from 0 */
  horizons?: Readonly<Record<string, Horizon>>;
  /** new stages, by index from 0 */
  stages?: Readonly<Record<string, StageClosedNow>>;
  /** progress of the certificate, or null */
  part?: PartProvedNow | null;
  /** current activity, or null */
  activity?: PreparingNow | TableBuildingNow | DepthSearchedNow | WalkedNow | null;
  /** The engine that is working. */
  engine?: string;
  /** The best answer so far as text; null if there is no answer. */
  turns?: string | null;
  /** The length of the best answer so far; null if there is no answer. */
  length?: number | null;
  /** The lower bound: no answer is shorter. */
  lower_bound?: number;
  /** The program that claims the lower bound, empty if the bound is proved. */
  unverified_solver?: string;
  /** The length of the formula that a solver is working on; null if no solver runs. */
  horizon?: number | null;
  /** The seconds from the start of the search to the newest event. */
  seconds?: number;
}

/** The faults of a cube. */
export interface StatusAnswer {
  /** layers of the cube */
  size: number;
  /** Whether turning can lead there, judged by the known stickers. */
  possible: boolean;
  /** Whether all stickers are known. */
  complete: boolean;
  solved: boolean;
  /** description in words */
  description: Said;
  faults: readonly string[];
  /** A sentence for each fault. */
  reasons: readonly Said[];
  /** Numbers from 0 of the stickers that show a fault, or else of the stickers that the repair changes. */
  suspects: readonly number[];
  repair: RepairAnswer | null;
  /** A sentence about a possible cube: its colour scheme is the mirror image of the usual one. */
  note: Said | null;
}

/** A cube to diagnose. */
export interface StatusRequest {
  /** a cube as a facelet string: 6·N² letters in the order of the faces URFDLB, row by row; ? is unknown. Colour letters W R G Y O B are accepted too: on odd sizes the centres give the colours of the faces, on even sizes white is U and green is F */
  state: string;
}

/** A table that an engine builds once and keeps. */
export interface TableAnswer {
  name: string;
  /** Size in bytes. */
  size: number;
  /** Estimated build time in seconds. */
  seconds: number;
}

/** A table is being built. */
export interface TableBuilding {
  /** Its name. */
  table: string;
  /** The completed share, from 0 to 1. */
  share: number;
  /** Estimate of the seconds left; None while there is no estimate. */
  seconds_left: number | null;
  /** change in the state of the search */
  state: StateChange;
}

/** The event `table-building`. */
export interface TableBuildingEvent {
  /** the event's name */
  event: "table-building";
  /** its number, for the header Last-Event-ID */
  id: string;
  /** its data, as JSON */
  data: TableBuilding;
}

/** A table is being built. */
export interface TableBuildingNow {
  /** Its name. */
  table: string;
  /** The completed share, from 0 to 1. */
  share: number;
  /** Estimate of the seconds left; None while there is no estimate. */
  seconds_left: number | null;
  event: "table-building";
}

/** Statistics of a table look-up. */
export interface TableStatistics {
  /** The size of the table in bytes. */
  table_bytes: number;
  /** The number of configurations in the table. */
  configurations: number;
}

/** A turn for a button. */
export interface TurnAnswer {
  text: string;
  /** description in words */
  description: Said;
  /** layers that turn, and the angle */
  slab: SlabAnswer;
  kind: "face" | "slice" | "wide" | "rotation";
}

/** The usual turns of a cube. */
export interface TurnsAnswer {
  /** layers of the cube */
  size: number;
  turns: readonly TurnAnswer[];
}

export type Value = string | boolean | number | readonly Value[] | SaidWithin | null;

/** Statistics of a random walk. */
export interface WalkStatistics {
  /** The number of turns. */
  turns: number;
  /** The number of different configurations visited. */
  configurations: number;
  /** The number of turns that led to a configuration visited before. */
  met_again: number;
}

/** Progress of the random walk. */
export interface Walked {
  /** The cube now. */
  facelets?: string | null;
  /** The last turn; empty before the first. */
  turn?: string | null;
  /** The number of turns so far. */
  turns: number;
  /** The number of turns that led to a state visited before. */
  met_again: number;
  /** change in the state of the search */
  state: StateChange;
}

/** The event `walked`. */
export interface WalkedEvent {
  /** the event's name */
  event: "walked";
  /** its number, for the header Last-Event-ID */
  id: string;
  /** its data, as JSON */
  data: Walked;
}

/** Progress of the random walk. */
export interface WalkedNow {
  /** The cube now. */
  facelets?: string | null;
  /** The last turn; empty before the first. */
  turn?: string | null;
  /** The number of turns so far. */
  turns: number;
  /** The number of turns that led to a state visited before. */
  met_again: number;
  event: "walked";
}

/** An event of a search: what `data` is goes by `event`. */
export type SolveEvent = StartedEvent | LayerCountedEvent | HorizonOpenedEvent | HorizonClosedEvent | ImprovedEvent | BoundProvedEvent | StageClosedEvent | PreparingEvent | TableBuildingEvent | DepthSearchedEvent | WalkedEvent | PartProvedEvent | PartCheckedEvent | NoteEvent | BoundsEvent | ResultEvent | FailedEvent;
