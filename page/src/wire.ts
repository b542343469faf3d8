// What the server answers and is asked, as the document of its API has it. Made by `make wire`: nothing here is written by hand.

/** What this server is and has. */
export interface ApiAnswer {
  version: string;
  /** the smallest cube and the largest */
  sizes: readonly [number, number];
  metrics: readonly string[];
  engines: readonly EngineAnswer[];
  encodings: readonly string[];
  palettes: readonly string[];
  goals: readonly GoalAnswer[];
  /** for every size, what the engines can do for a scrambled cube */
  reach: readonly ReachAnswer[];
  /** what a visitor may ask for */
  limits: Readonly<Record<string, number>>;
}

/** A cube after turns, and the turns one by one. */
export interface ApplyAnswer {
  /** layers of the cube */
  size: number;
  /** a cube as a facelet string: 6·N² letters in the order of the faces URFDLB, row by row; ? is unknown */
  facelets: string;
  /** in words */
  description: Said;
  /** whether every face has one colour, however the cube is held */
  solved: boolean;
  /** the turns as they are usually written */
  alg: string;
  moves: readonly MoveAnswer[];
  /** the turns that take them back */
  inverse: string;
  /** the cube after each of the turns; null unless `steps` asks for it */
  states: readonly string[] | null;
}

/** Turns to be made. */
export interface ApplyRequest {
  size?: number | null;
  /** where they begin; by default the solved cube */
  state?: string | null;
  /** turns in the notation of WCA and SiGN, with brackets */
  alg?: string;
  /** tell the cube after each of the turns too */
  steps?: boolean;
}

/** What a goal asks for. */
export interface AskedAnswer {
  /** the numbers from 0 of the stickers that it asks for, where they are on the cube now */
  stickers: readonly number[];
}

/** Every answer has so many turns or more. */
export interface BoundProved {
  /** how many */
  lower_bound: number;
  /** the program on whose word that stands, "" if it is proved */
  unverified_solver: string;
  /** the change in the state of the search */
  state: StateChange;
}

/** The event `bound-proved`. */
export interface BoundProvedEvent {
  /** the event's name */
  event: "bound-proved";
  /** its number, for the header Last-Event-ID */
  id: string;
  /** what it tells, as JSON */
  data: BoundProved;
}

/** How far a search is, told about once a second. */
export interface Bounds {
  /** how long it has run */
  seconds: number;
  /** the length of the best answer so far */
  length: number | null;
  /** the bound proved so far */
  lower_bound: number;
  /** the length that a solver is trying now */
  horizon: number | null;
}

/** The event `bounds`. */
export interface BoundsEvent {
  /** the event's name */
  event: "bounds";
  /** its number, for the header Last-Event-ID */
  id: string;
  /** what it tells, as JSON */
  data: Bounds;
}

/** A loop is turned into machine code, which is kept for next time. */
export interface Compiling {
  /** its name */
  loop: string;
  /** the change in the state of the search */
  state: StateChange;
}

/** The event `compiling`. */
export interface CompilingEvent {
  /** the event's name */
  event: "compiling";
  /** its number, for the header Last-Event-ID */
  id: string;
  /** what it tells, as JSON */
  data: Compiling;
}

/** A loop is turned into machine code, which is kept for next time. */
export interface CompilingNow {
  /** its name */
  loop: string;
  event: "compiling";
}

/** A search for all answers of one length goes on. */
export interface DepthSearched {
  /** the length */
  length: number;
  /** how much of it is searched, from 0 to 1 */
  share: number;
  /** how many cubes were looked at so far, shorter lengths too */
  cubes: number;
  /** how many millions of them in a second */
  rate: number;
  /** estimate of the seconds that the rest of this length takes; None while there is no estimate */
  seconds_left: number | null;
  /** the change in the state of the search */
  state: StateChange;
}

/** The event `depth-searched`. */
export interface DepthSearchedEvent {
  /** the event's name */
  event: "depth-searched";
  /** its number, for the header Last-Event-ID */
  id: string;
  /** what it tells, as JSON */
  data: DepthSearched;
}

/** A search for all answers of one length goes on. */
export interface DepthSearchedNow {
  /** the length */
  length: number;
  /** how much of it is searched, from 0 to 1 */
  share: number;
  /** how many cubes were looked at so far, shorter lengths too */
  cubes: number;
  /** how many millions of them in a second */
  rate: number;
  /** estimate of the seconds that the rest of this length takes; None while there is no estimate */
  seconds_left: number | null;
  event: "depth-searched";
}

/** An engine: what it takes and what it can do. A list that is null is of all there are. */
export interface EngineAnswer {
  name: string;
  /** what it does */
  summary: Said;
  /** the sizes of cubes that it takes */
  sizes: readonly number[] | null;
  /** the metrics that it counts in */
  metrics: readonly string[] | null;
  /** the goals with a name that it goes for */
  goals: readonly string[] | null;
  /** whether it can prove that an answer is a shortest one */
  proves: boolean;
  /** whether it has an answer in moments */
  at_once: boolean;
  /** whether it knows every state, so that the proof too takes but moments */
  exhaustive: boolean;
  /** whether it can find all shortest answers */
  finds_all: boolean;
  writes_formulas: boolean;
  /** the engines that it asks, in order, if it is made of others */
  asks: readonly string[];
  settings: readonly SettingAnswer[];
  tables: readonly TableAnswer[];
}

/** How many states are how far from solved. */
export interface ExploreAnswer {
  /** layers of the cube */
  size: number;
  metric: "htm" | "qtm" | "stm";
  /** by distance, from 0 */
  counts: readonly number[];
  total: number;
}

/** A random state at a distance from solved. */
export interface ExploredCube {
  /** layers of the cube */
  size: number;
  /** a cube as a facelet string: 6·N² letters in the order of the faces URFDLB, row by row; ? is unknown */
  facelets: string;
  /** turns in the notation of WCA and SiGN, with brackets */
  scramble: string;
  distance: number;
  /** a number for chance that can be had again */
  seed: number;
}

/** The event `failed`. */
export interface FailedEvent {
  /** the event's name */
  event: "failed";
  /** its number, for the header Last-Event-ID */
  id: string;
  /** what it tells, as JSON */
  data: Failure;
}

/** Why there is no answer: a sentence, and where the fault is. */
export interface Failure {
  /** what went wrong, in English */
  error: string;
  /** the code of the template, which stays when its words change; empty for text without one */
  code: string;
  /** the template in English */
  template: string;
  /** what stands in its fields, by their names */
  values: Readonly<Record<string, Value>>;
  /** which field of the request is at fault */
  field?: string | null;
  /** where in an algorithm, from 1 */
  column?: number | null;
  /** where in its text, from 0 */
  position?: number | null;
  /** why a cube cannot exist */
  reasons?: readonly Said[] | null;
  /** the change that leads to a possible cube near it */
  repair?: Said | null;
}

/** A goal that has a name. */
export interface GoalAnswer {
  /** as a request has it */
  name: string;
  /** what it is called */
  title: Said;
  /** what it asks for */
  summary: Said;
  /** the sizes of cubes that it makes sense on */
  sizes: readonly number[];
}

/** A cube, and what is aimed at with it. */
export interface GoalRequest {
  /** a cube as a facelet string: 6·N² letters in the order of the faces URFDLB, row by row; ? is unknown */
  state: string;
  /** the name of a goal, or facelets */
  goal: string;
}

/** A formula that a solver was given: is there an answer of this length? */
export interface Horizon {
  /** the length */
  length: number;
  /** the variable count of the formula */
  variables: number;
  /** the clause count of the formula */
  clauses: number;
  /** whether there is an answer; null while the solver runs, and if it was stopped */
  solvable: boolean | null;
  /** the time that the solver took; null while it runs */
  seconds: number | null;
}

/** A question is settled, or was left. */
export interface HorizonClosed {
  /** the length that was asked for */
  length: number;
  /** whether there is an answer of it; None if the solver was stopped before it knew */
  solvable: boolean | null;
  /** how long that took */
  seconds: number;
  /** the change in the state of the search */
  state: StateChange;
}

/** The event `horizon-closed`. */
export interface HorizonClosedEvent {
  /** the event's name */
  event: "horizon-closed";
  /** its number, for the header Last-Event-ID */
  id: string;
  /** what it tells, as JSON */
  data: HorizonClosed;
}

/** A formula is handed to a solver. */
export interface HorizonOpened {
  /** the length that it asks for */
  length: number;
  /** its size */
  variables: number;
  /** likewise */
  clauses: number;
  /** the change in the state of the search */
  state: StateChange;
}

/** The event `horizon-opened`. */
export interface HorizonOpenedEvent {
  /** the event's name */
  event: "horizon-opened";
  /** its number, for the header Last-Event-ID */
  id: string;
  /** what it tells, as JSON */
  data: HorizonOpened;
}

/** An answer was found that is shorter than any before. */
export interface Improved {
  /** its length */
  length: number;
  /** the bound proved so far */
  lower_bound: number;
  /** the answer as people write it. Engines leave that to `solve`, which replays it first */
  turns: string;
  /** the change in the state of the search */
  state: StateChange;
}

/** The event `improved`. */
export interface ImprovedEvent {
  /** the event's name */
  event: "improved";
  /** its number, for the header Last-Event-ID */
  id: string;
  /** what it tells, as JSON */
  data: Improved;
}

/** Where a search stands. */
export interface JobAnswer {
  id: string;
  state: "running" | "done" | "failed" | "stopped";
  seconds: number;
  /** the best answer so far */
  best: string | null;
  length: number | null;
  lower_bound: number;
  /** the length that a solver is trying now */
  horizon: number | null;
  /** the engine at work */
  engine: string;
  /** why it failed */
  failure?: Failure | null;
  result?: SolveResult | null;
}

/** A search that has begun. */
export interface JobStarted {
  id: string;
  /** where it stands, and its result */
  url: string;
  /** what happens, as server-sent events */
  events: string;
}

/** A language that the page speaks. */
export interface LanguageAnswer {
  /** as browsers and locales have it */
  tag: string;
  /** what it calls itself */
  name: string;
}

/** How a language writes what stands in the fields of its templates. */
export interface LanguageConventions {
  /** what it calls itself */
  name: string;
  /** between a number's whole and its fraction */
  decimal: string;
  /** between thousands */
  grouping: string;
  /** what opens and closes a quotation; null for Python's own way */
  quotes: readonly [string, string] | null;
  /** between the members of a list */
  comma: string;
  /** between those that have commas themselves */
  semicolon: string;
  /** the “and” of a list, with its spaces */
  conjunction: string;
  /** the “or” */
  disjunction: string;
  /** the least and the greatest number that go with the singular */
  one: readonly [number, number];
}

/** The table of a language. */
export interface LanguageTable {
  language: LanguageConventions;
  /** by their codes; what is not there is said in English */
  templates: Readonly<Record<string, string>>;
}

/** The languages that the page speaks, English first. */
export interface LanguagesAnswer {
  languages: readonly LanguageAnswer[];
}

/** A breadth-first search has finished a layer. */
export interface LayerCounted {
  /** the distance from the start */
  depth: number;
  /** how many states are at it */
  states: number;
  /** the change in the state of the search */
  state: StateChange;
}

/** The event `layer-counted`. */
export interface LayerCountedEvent {
  /** the event's name */
  event: "layer-counted";
  /** its number, for the header Last-Event-ID */
  id: string;
  /** what it tells, as JSON */
  data: LayerCounted;
}

/** One turn of an answer. */
export interface MadeMove {
  text: string;
  /** in words */
  description: Said;
}

/** One turn of a text. */
export interface MoveAnswer {
  text: string;
  /** in words */
  description: Said;
  /** what turns, and how far */
  slab: SlabAnswer;
  /** where it begins in the text, from 0; null where brackets repeat it */
  start: number | null;
  /** where it ends */
  end: number | null;
}

/** A state that is one turn away. */
export interface NeighbourAnswer {
  turn: string;
  /** in words */
  description: Said;
  /** a cube as a facelet string: 6·N² letters in the order of the faces URFDLB, row by row; ? is unknown */
  facelets: string;
  distance: number;
}

/** A state's distance from solved, and its neighbours'. */
export interface NeighboursAnswer {
  distance: number;
  neighbours: readonly NeighbourAnswer[];
}

/** A 2×2×2 whose neighbours are asked for. */
export interface NeighboursRequest {
  /** a cube as a facelet string: 6·N² letters in the order of the faces URFDLB, row by row; ? is unknown */
  state: string;
  metric?: "htm" | "qtm" | "stm";
}

/** Something the user should know. */
export interface Note {
  /** what it is */
  sentence: Said;
  /** the change in the state of the search */
  state: StateChange;
}

/** The event `note`. */
export interface NoteEvent {
  /** the event's name */
  event: "note";
  /** its number, for the header Last-Event-ID */
  id: string;
  /** what it tells, as JSON */
  data: Note;
}

/** A part of a certificate holds. */
export interface PartChecked {
  /** its number, from 1 */
  part: number;
  /** how many there are */
  parts: number;
  /** how many lemmas were checked */
  lemmas: number;
  /** the change in the state of the search */
  state: StateChange;
}

/** The event `part-checked`. */
export interface PartCheckedEvent {
  /** the event's name */
  event: "part-checked";
  /** its number, for the header Last-Event-ID */
  id: string;
  /** what it tells, as JSON */
  data: PartChecked;
}

/** A part of a certificate is written. */
export interface PartProved {
  /** how many are written by now */
  done: number;
  /** how many there will be */
  parts: number;
  /** the change in the state of the search */
  state: StateChange;
}

/** The event `part-proved`. */
export interface PartProvedEvent {
  /** the event's name */
  event: "part-proved";
  /** its number, for the header Last-Event-ID */
  id: string;
  /** what it tells, as JSON */
  data: PartProved;
}

/** A part of a certificate is written. */
export interface PartProvedNow {
  /** how many are written by now */
  done: number;
  /** how many there will be */
  parts: number;
}

/** A random cube, of which no turns are told. */
export interface RandomAnswer {
  /** layers of the cube */
  size: number;
  /** with which `/api/scramble` tells turns that lead there */
  seed: number;
  /** a cube as a facelet string: 6·N² letters in the order of the faces URFDLB, row by row; ? is unknown */
  facelets: string;
}

/** What is to be expected for a scrambled cube of a size, to be solved by its usual turns. */
export interface ReachAnswer {
  /** the number of layers */
  size: number;
  /** the engine that solves any such cube; null for none */
  engine: string | null;
  /** the time that suffices, and that a search gets which asks for none */
  seconds: number;
  /** what to know of it before a search is begun; null for nothing */
  sentence: Said | null;
}

/** How far a search in stages came that found no answer. */
export interface ReachedAnswer {
  /** the beginning of a way: those of the finished stages */
  turns: string;
  /** how many stages are finished */
  finished: number;
  /** how many there are */
  stages: number;
  /** the cube after these turns */
  facelets?: string | null;
  /** the turns one by one */
  moves: readonly MadeMove[];
  /** all this in words */
  sentence: Said;
}

/** A possible cube near one that is not: the nearest, where changing one sticker or two is enough. */
export interface RepairAnswer {
  /** a cube as a facelet string: 6·N² letters in the order of the faces URFDLB, row by row; ? is unknown */
  state: string;
  /** the change */
  sentence: Said;
}

/** The event `result`. */
export interface ResultEvent {
  /** the event's name */
  event: "result";
  /** its number, for the header Last-Event-ID */
  id: string;
  /** what it tells, as JSON */
  data: SolveResult;
}

/** A sentence in English, with its template and its values, so that it can be said in another language too. */
export interface Said {
  /** the sentence in English */
  text: string;
  /** the code of the template, which stays when its words change; empty for text without one */
  code: string;
  /** the template in English */
  template: string;
  /** what stands in its fields, by their names */
  values: Readonly<Record<string, Value>>;
}

/** A sentence that stands in a field of another one. */
export interface SaidWithin {
  /** the sentence in English */
  text: string;
  /** the code of the template, which stays when its words change; empty for text without one */
  code: string;
  /** what stands in its fields, if anything does */
  values?: Readonly<Record<string, Value>>;
}

/** What the solver did, all lengths and processes together. */
export interface SatStatistics {
  /** the name of the encoding */
  encoding: string;
  /** the name of the solver, or its command */
  solver: string;
  /** how long solvers worked, added up over processes */
  solving_seconds: number;
  /** the variables of the last formula; None if there was none */
  variables: number | null;
  /** its clauses; None if there was none */
  clauses: number | null;
  /** how often the solver began anew; None if it does not count that, here and below */
  restarts: number | null;
  /** contradictions that it learned from */
  conflicts: number | null;
  /** variables that it guessed */
  decisions: number | null;
  /** variables that followed from others */
  propagations: number | null;
}

/** A random cube. */
export interface ScrambleAnswer {
  /** layers of the cube */
  size: number;
  /** a number for chance that can be had again */
  seed: number;
  /** turns in the notation of WCA and SiGN, with brackets */
  scramble: string;
  /** a cube as a facelet string: 6·N² letters in the order of the faces URFDLB, row by row; ? is unknown */
  facelets: string;
}

/** What the search did. */
export interface SearchStatistics {
  /** the pruning table; "" if none was needed */
  table: string;
  /** how many cubes the search for shortest answers looked at */
  cubes: number;
  /** how many answers two phases found, each shorter than the one before */
  answers: number;
}

/** A setting of an engine, which `POST /api/solve` takes under this name. */
export interface SettingAnswer {
  name: string;
  /** of its value */
  kind: "flag" | "whole" | "number" | "text";
  default: boolean | number | string | null;
  /** what it is for */
  help: Said;
  /** the texts that it may be; empty for any */
  choices: readonly string[];
  /** the least number that it may be */
  least: number | null;
  /** the number that it must exceed */
  above: number | null;
  /** the greatest number that it may be */
  most: number | null;
}

/** Turns that lead to a state. */
export interface SetupAnswer {
  /** turns in the notation of WCA and SiGN, with brackets */
  alg: string;
}

/** Neighbouring layers, and how far they turn. */
export interface SlabAnswer {
  /** where layers are counted from, from 1 */
  face: "U" | "R" | "F" | "D" | "L" | "B";
  /** the first layer that turns */
  first: number;
  /** the last layer that turns */
  last: number;
  /** quarter turns, clockwise as seen from that face */
  turns: 1 | 2 | 3;
}

/** A cube to be solved; the options are those of `cubeproof solve`. */
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
  /** the engine; the settings below are for those that have them */
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
  /** where lengths are tried from */
  horizon?: "up" | "down" | "middle";
  /** how many may share the work: threads for search, all cores by default; processes for sat, one by default, at most 4 for each core of the machine or 8 */
  jobs?: number | null;
  /** find all shortest answers, but for those that differ only in the order of turns that may change places */
  all?: boolean;
  /** with all, also find the answers that are up to so many turns longer */
  extra?: number;
  /** be content with the first good answer, without a proof */
  quick?: boolean;
  /** the random walk avoids what it has met */
  memory?: boolean;
  /** a number for a random walk that can be repeated */
  seed?: number | null;
  /** turns per second of the random walk; at full speed without */
  pace?: number | null;
}

/** What a search found: what `cubeproof solve --json` prints, and more. */
export interface SolveResult {
  /** of a cube; another puzzle has none */
  size?: number | null;
  /** the facelets, or a puzzle's colours */
  start: string | readonly number[];
  scramble?: string | null;
  /** the best answer, null if there is none */
  solution: string | null;
  length: number | null;
  /** htm, qtm or stm; of a puzzle what it calls its count */
  metric: string;
  /** whether it is proved to be a shortest one */
  optimal: boolean;
  /** no answer is shorter; proved */
  lower_bound: number;
  engine: string;
  seconds: number;
  /** all shortest answers, if asked for */
  solutions?: readonly string[] | null;
  /** why the search ended before it was done */
  stopped?: string | null;
  /** the program on whose word alone the lower bound stands, if it does */
  unverified_solver?: string | null;
  /** how far a search in stages came that found no answer */
  reached?: ReachedAnswer | null;
  /** what is proved, in words */
  claim: Said;
  moves: readonly MadeMove[];
  /** what the engine did; null if it tells nothing */
  statistics: TableStatistics | SatStatistics | SearchStatistics | StagesStatistics | WalkStatistics | null;
  /** the address of the certificate, if there is one */
  certificate: string | null;
  /** where twizzle.net plays the answer, if it has such a cube and can be told of this one */
  twizzle: string | null;
}

/** A stage of the chain that led to the answer. */
export interface SolvedStage {
  /** what it achieves */
  name: Said;
  /** its answer */
  turns: string;
  /** the number of these turns */
  length: number;
  /** whether it is proved that the stage has no shorter answer */
  shortest: boolean;
  /** how long it took */
  seconds: number;
}

/** A stage of a chain is solved. */
export interface StageClosed {
  /** what it achieves */
  name: Said;
  /** the length of its answer */
  length: number;
  /** whether that is proved to be its shortest one */
  shortest: boolean;
  /** how long it took */
  seconds: number;
  /** which of the stages it is, from 1 */
  number: number;
  /** how many there are */
  stages: number;
  /** the answers to it and to all stages before it, as people write them. Engines leave that to `solve` */
  turns: string;
  /** the change in the state of the search */
  state: StateChange;
}

/** The event `stage-closed`. */
export interface StageClosedEvent {
  /** the event's name */
  event: "stage-closed";
  /** its number, for the header Last-Event-ID */
  id: string;
  /** what it tells, as JSON */
  data: StageClosed;
}

/** A stage of a chain is solved. */
export interface StageClosedNow {
  /** what it achieves */
  name: Said;
  /** the length of its answer */
  length: number;
  /** whether that is proved to be its shortest one */
  shortest: boolean;
  /** how long it took */
  seconds: number;
  /** which of the stages it is, from 1 */
  number: number;
  /** how many there are */
  stages: number;
  /** the answers to it and to all stages before it, as people write them. Engines leave that to `solve` */
  turns: string;
}

/** What the chain of stages was. */
export interface StagesStatistics {
  /** the name of the encoding */
  encoding: string;
  /** the length of the chain before it was shortened; None if there was none */
  chain: number | null;
  /** its stages, one by one */
  stages: readonly SolvedStage[];
}

/** An engine begins. */
export interface Started {
  /** its name */
  engine: string;
  /** the change in the state of the search */
  state: StateChange;
}

/** The event `started`. */
export interface StartedEvent {
  /** the event's name */
  event: "started";
  /** its number, for the header Last-Event-ID */
  id: string;
  /** what it tells, as JSON */
  data: Started;
}

/** The change in the state of a search: `activity`, `seconds`, and the members that have a new value. */
export interface StateChange {
  /** the new formulas, by their places from 0 */
  horizons?: Readonly<Record<string, Horizon>>;
  /** the new stages, by their places from 0 */
  stages?: Readonly<Record<string, StageClosedNow>>;
  /** the progress of the certificate, or null */
  part?: PartProvedNow | null;
  /** the work of the moment, or null */
  activity?: CompilingNow | TableBuildingNow | DepthSearchedNow | WalkedNow | null;
  /** the engine at work */
  engine?: string;
  /** the best answer so far as text; null if there is no answer */
  turns?: string | null;
  /** the length of the best answer so far; null if there is no answer */
  length?: number | null;
  /** no answer is shorter */
  lower_bound?: number;
  /** the program that claims the lower bound, empty if the bound is proved */
  unverified_solver?: string;
  /** the length that a solver is trying now; null if no solver runs */
  horizon?: number | null;
  /** the seconds from the start of the search to the newest event */
  seconds?: number;
}

/** What is wrong with a cube, if anything is. */
export interface StatusAnswer {
  /** layers of the cube */
  size: number;
  /** whether turning can lead there, as far as stickers are known */
  possible: boolean;
  /** whether all stickers are known */
  complete: boolean;
  solved: boolean;
  /** in words */
  description: Said;
  faults: readonly string[];
  /** a sentence for each */
  reasons: readonly Said[];
  /** the numbers from 0 of the stickers that show a fault, else of those that the repair changes */
  suspects: readonly number[];
  repair: RepairAnswer | null;
}

/** A cube to be looked at. */
export interface StatusRequest {
  /** a cube as a facelet string: 6·N² letters in the order of the faces URFDLB, row by row; ? is unknown */
  state: string;
}

/** A table that an engine builds once and keeps. */
export interface TableAnswer {
  name: string;
  /** in bytes */
  size: number;
  /** estimated build time in seconds */
  seconds: number;
}

/** A table is being built. */
export interface TableBuilding {
  /** its name */
  table: string;
  /** how much of it is done, from 0 to 1 */
  share: number;
  /** estimate of the seconds left; None while there is no estimate */
  seconds_left: number | null;
  /** the change in the state of the search */
  state: StateChange;
}

/** The event `table-building`. */
export interface TableBuildingEvent {
  /** the event's name */
  event: "table-building";
  /** its number, for the header Last-Event-ID */
  id: string;
  /** what it tells, as JSON */
  data: TableBuilding;
}

/** A table is being built. */
export interface TableBuildingNow {
  /** its name */
  table: string;
  /** how much of it is done, from 0 to 1 */
  share: number;
  /** estimate of the seconds left; None while there is no estimate */
  seconds_left: number | null;
  event: "table-building";
}

/** What was read. */
export interface TableStatistics {
  /** the size of the table */
  table_bytes: number;
  /** how many configurations it has the distance of */
  configurations: number;
}

/** A turn that a button may offer. */
export interface TurnAnswer {
  text: string;
  /** in words */
  description: Said;
  /** what turns, and how far */
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

/** What a walk did. */
export interface WalkStatistics {
  /** how many turns were made */
  turns: number;
  /** how many different configurations were met */
  configurations: number;
  /** after how many turns the configuration was one met before */
  met_again: number;
}

/** The random strategy goes on. */
export interface Walked {
  /** the cube as it is now */
  facelets?: string | null;
  /** the turn made last, empty before the first */
  turn?: string | null;
  /** how many turns were made */
  turns: number;
  /** after how many the configuration was one met before */
  met_again: number;
  /** the change in the state of the search */
  state: StateChange;
}

/** The event `walked`. */
export interface WalkedEvent {
  /** the event's name */
  event: "walked";
  /** its number, for the header Last-Event-ID */
  id: string;
  /** what it tells, as JSON */
  data: Walked;
}

/** The random strategy goes on. */
export interface WalkedNow {
  /** the cube as it is now */
  facelets?: string | null;
  /** the turn made last, empty before the first */
  turn?: string | null;
  /** how many turns were made */
  turns: number;
  /** after how many the configuration was one met before */
  met_again: number;
  event: "walked";
}

/** An event of a search: what `data` is goes by `event`. */
export type SolveEvent = StartedEvent | LayerCountedEvent | HorizonOpenedEvent | HorizonClosedEvent | ImprovedEvent | BoundProvedEvent | StageClosedEvent | CompilingEvent | TableBuildingEvent | DepthSearchedEvent | WalkedEvent | PartProvedEvent | PartCheckedEvent | NoteEvent | BoundsEvent | ResultEvent | FailedEvent;
