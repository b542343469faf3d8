import { named, words } from "../speech";
import { stateCount } from "../states";

export const solve = words("solve", {
  intro: "Find the shortest way to solve the cube you see, and prove that there is none shorter.",
  solve: "Solve",
  stop: "Stop",
  stopping: "Stopping…",
  again: "Again",
  goOn: "Go on for {minutes} {minutes?one:minute|other:minutes}",
  restarted: "The server no longer has the earlier search: this one starts from nothing.",
  stopKeeps: "Stop keeps the best answer so far.",
  engine: "Engine",
  details: "Details",
  options: "How",
  optionsList: "engine, goal, turns, time",
  crosses: "The shortest cross of each colour",
  cross: "Cross",
  // Starts with the text on the button, for speech input.
  crossOf: "{length} {length?one:turn|other:turns}: the cross on {colour}. Play it.",
  claimed: "The link says: {length:,} {length?one:turn|other:turns}{optimal?true:, and none shorter|false:}. That is not proved here until you press Solve.",
  goal: "Goal",
  painted: "as painted",
  metric: "What counts as one turn",
  counted: "Counted",
  moves: "Allowed turns",
  allTurns: "all",
  movesHint: "R allows R, R2 and R'; R2 only the half turn. With few turns many cubes are out of reach.",
  picks: "Usual choices",
  half: "half turns only",
  limit: "Time limit, in seconds",
  most: "Time limit",
  every: "Find all shortest answers",
  formula: "The formula",
  settings: "Settings of this engine",
  progress: "Progress",
  fewer: "fewer than {proved:,}: proved impossible",
  bestOf: "{count:,}: {over?true:the answer|false:the best so far}",
  labelled: "{label}:",
  whole: "{seconds:,.0f}\u00a0s",
  short: "{seconds:,.2f}\u00a0s",
  long: "{seconds:,.1f}\u00a0s",
  trying: "Is there an answer in {length} {length?one:turn|other:turns}?",
  tryingStage: "Is there an answer to the next stage in {length} {length?one:turn|other:turns}?",
  size: "{variables:,} variables, {clauses:,} clauses",
  readying: "Getting ready (only once){steps?1:|other:: step {step} of {steps}}{seconds?none:|other:, about {seconds:,.0f}\u00a0s}",
  percent: "{percent:.0f} %",
  rate: "{rate:,.1f} million states a second",
  left: "about {time} to go",
  quick: "A quick answer will do",
  quickHint: "The first good answer, without the proof that there is none shorter.",
  extra: "Also answers that are longer by so many turns",
  thinking: "The engine “{engine}” is at work.",
  bar: "{proved?0:|1:|other:Fewer than {proved} turns are proved impossible. }{best?none:No answer yet.|other:The best answer has {best}.}",
  open: "open",
  broken: "The connection to the server is lost; trying again.",
  stages: "Stages",
  stage: "{name} · {length}",
  repair: "A possible cube near it: {repair}",
  toPaint: "See it in Paint",
});

/** A time; a short one with more digits. */
export function time(seconds: number): string {
  return (seconds < 10 ? solve.short : solve.long)({ seconds });
}

/** The unit of each metric. */
export const metrics = words("metric", {
  htm: "turns of faces (HTM)",
  qtm: "quarter turns (QTM)",
  stm: "faces and slices (STM)",
});

/** The names of engines on their buttons; other engines have the server's names. */
export const engines = words("engine", {
  auto: "Automatic",
  table: "Table",
  sat: "SAT",
  search: "Search",
  stages: "Stages",
  large: "3-cycles",
  chain: "Chain",
});

const explained = words("explained", {
  auto: "The table for the 2×2×2. For the 3×3×3 a good answer at once, then a search for a shorter one until it is proved that there is none. For all other cubes short answers first; where there is none, phases for the 4×4×4 and the 5×5×5, and cycles of three pieces for larger cubes.",
  sat: "“Is there an answer in t turns?” is written as a logical formula and handed to a SAT solver. If it says no, that is a proof, and t + 1 is tried.",
  search: "Kociemba’s idea gives good answers to the 3×3×3 at once: first into a subgroup where half turns nearly suffice, then the rest within it. Then all shorter lengths are searched, one after the other; a large table of distances excludes most branches. When no shorter length is left, that is the proof.",
  stages: "A chain of small SAT problems, each with a stricter goal, as people solve in steps. Each step is short, the whole is not the shortest. For cubes that are too hard for one SAT problem.",
  large: "Turns of faces solve the corners, and on odd sizes the middle edges. Then short sequences exchange three pieces at a time, many in one row at once. While there is time, they are put where they save the most turns. Nothing is proved. A 4×4×4 has shorter answers by phases, once their tables are built.",
  chain: "Short words are compared in pairs: two that move some pieces alike, one of them undone, keep these pieces. So there are words that place a few pieces and keep all earlier ones, for any puzzle and any turns. Up to a hundred thousand starts go through this chain, and the shortest result is the answer. Nothing is proved.",
});

const counted = words("explained", {
  table: "The distance of each of the {states:,} states of the 2×2×2 was computed once, layer by layer. An answer is a sequence of turns in which every turn lowers the distance.",
});

/** The method of an engine, for learners; "" if only the server has a line about it. */
export function explain(name: string): string {
  return name === "table" ? counted.table({ states: Number(stateCount(2)) }) : named(explained, name);
}

/** The labels of settings; others have the server's line. */
export const settings = words("setting", {
  encoding: "Encoding: what the variables mean",
  horizon: "Which lengths to try",
  jobs: "Threads or processes that share the work",
});

/** The labels of values; others are shown as they are. */
export const choices = words("choice", {
  up: "upwards",
  down: "downwards",
  middle: "from the middle",
});

/** The meanings of values, in a sentence. */
export const meanings = words("meaning", {
  framed: "Pieces, seen from a fixed corner; the fastest.",
  "cubie-onehot": "One variable for each piece and place.",
  "cubie-binary": "The piece’s number in binary.",
  sticker: "One variable for each sticker and colour.",
  "sticker-binary": "The sticker’s colour in binary.",
  up: "From the proved bound upwards, until there is an answer.",
  down: "From the best answer downwards, until no shorter answer exists.",
  middle: "Halfway between the two bounds, after every answer.",
  htm: "Any turn of a face counts 1, a half turn too.",
  qtm: "A quarter turn counts 1, a half turn 2.",
  stm: "Any turn of a face or of a slice counts 1.",
});
