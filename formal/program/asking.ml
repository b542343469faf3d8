(* A certificate: a question, an answer, a formula and its proof. What is computed here is what the theorems ask
   for; the files are read by the verified test and the verified checker, clause by clause and line by line. *)

open Geometry

type t = {
  size : int;
  metric : metric;
  start : string;                 (* the letters of the stickers *)
  answer : string;
  length : int;                   (* what the answer counts *)
  goal : string option;           (* the cube just as it is to be held at the end; none for solved in any hold *)
  horizon : int;                  (* the formula is about so many turns, or fewer *)
  held : string;                  (* the cube as the formula's goal has it *)
  generators : string list;       (* the formula's turns, in its order *)
}

type theorem = { name : string; file : string }

let metrics = [ ("htm", Coq_htm); ("qtm", Coq_qtm); ("stm", Coq_stm) ]
let shown text = if String.length text <= 300 then text else String.sub text 0 300 ^ "..."

let number option text =
  match int_of_string_opt text with
  | Some number when number >= 0 && number < 10_000 -> number
  | _ -> Said.not_done "%s is to be a number below 10,000, not %S." option (shown text)

let rec of_options found = function
  | "--size" :: text :: rest -> (
      match text with
      | "2" | "3" -> of_options { found with size = number "--size" text } rest
      | _ -> Said.not_done "The theorems are about cubes of 2 and 3 layers, not %s." (shown text))
  | "--metric" :: text :: rest -> (
      match List.assoc_opt text metrics with
      | Some metric -> of_options { found with metric } rest
      | None -> Said.not_done "There is no metric %S." (shown text))
  | "--start" :: start :: rest -> of_options { found with start } rest
  | "--goal" :: goal :: rest -> of_options { found with goal = Some goal } rest
  | "--answer" :: answer :: rest -> of_options { found with answer } rest
  | "--generators" :: text :: rest ->
      of_options { found with generators = String.split_on_char ',' text } rest
  | "--held" :: held :: rest -> of_options { found with held } rest
  | "--length" :: text :: rest -> of_options { found with length = number "--length" text } rest
  | "--horizon" :: text :: rest -> of_options { found with horizon = number "--horizon" text } rest
  | option :: _ when String.length option > 1 && String.sub option 0 2 = "--" ->
      Said.not_done "There is no option %s here, or nothing after it." (shown option)
  | files -> (found, files)

let none =
  { size = 3; metric = Coq_htm; start = ""; answer = ""; length = 0; goal = None; horizon = 0;
    held = ""; generators = [] }

let coloured asked text =
  let stickers = 6 * asked.size * asked.size in
  if String.length text <> stickers then
    Said.refused "The stickers of a cube of %d layers are %d letters, not %d." asked.size stickers
      (String.length text);
  Cubes.coloured text

let the_answer asked =
  match Cubes.tokens asked.answer with
  | [] -> "The empty answer"
  | tokens -> "The answer " ^ shown (String.concat " " tokens)

(* That the answer leads to the goal, and counts what it says. *)
let see_that_it_solves asked colours =
  let size = Numbers.natural asked.size in
  let word = Cubes.word asked.size asked.answer in
  (match asked.goal with
  | None ->
      if not (Shortest.is_answer size colours word) then
        Said.refused "%s does not solve the cube." (the_answer asked)
  | Some goal ->
      if asked.size <> 3 then Said.not_done "The theorems about a cube held just so are about 3 layers.";
      if not (Held.is_way colours (coloured asked goal) word) then
        Said.refused "%s does not lead to the goal, held just so." (the_answer asked);
      if asked.length > 0 && asked.held <> goal then
        Said.refused "The formula has another goal than the question.");
  let counted = Numbers.machine (word_cost size asked.metric word) in
  if counted <> asked.length then
    Said.refused "%s counts %d, and the certificate says %d." (the_answer asked) counted asked.length

(* Which turns the formula is about: those that leave the centres, or one of two corners of a 2×2×2, to which the theorems reduce all turns, or, where
   the cube is to be held just so, perhaps all that count one. They must be in their order. *)
type turns = Few of Reduction.corner | All

let turns_of asked =
  let words = List.map (Cubes.word asked.size) asked.generators in
  let leave corner = words = Reduction.generators (Numbers.natural asked.size) asked.metric corner in
  if leave Reduction.DBL then Few Reduction.DBL
  else if leave Reduction.ULF then Few Reduction.ULF
  else if asked.goal <> None && words = Reduction.layer_generators asked.metric then All
  else Said.not_done "The formula is about other turns than the theorems, or in another order."

let question asked colours =
  {
    Certificate.layers_of_cube = Numbers.natural asked.size;
    counted = asked.metric;
    colours;
    most = Numbers.natural asked.horizon;
  }

(* What the certificate says, when the comments of its formula have been read. *)
let account asked names turns =
  {
    Certificate.held = coloured asked asked.held;
    unmoved_by = (match turns with Few corner -> corner | All -> Reduction.DBL);
    meanings = Names.meaning_of names;
    hints = Names.hint names;
  }

(* The test of the clauses of the formula. *)
let test asked colours names turns () =
  let question = question asked colours and account = account asked names turns in
  let found =
    match asked.goal with
    | None -> Certificate.test_for question account
    | Some _ -> Held.held_test_for (turns = All) question account
  in
  match found with
  | Some belongs -> belongs
  | None -> Said.refused "The cube cannot be solved so that it is held as the formula's goal says, or also otherwise."

let settled asked colours names turns =
  let question = question asked colours and account = account asked names turns in
  match asked.goal with
  | None -> Parity.settled question account
  | Some _ -> Held.corners_settled (turns = All) question account

(* The theorems, for any hold and for one. *)
let no_turn = function
  | None -> { name = "no_turn_is_shortest"; file = "formula/Shortest.v" }
  | Some _ -> { name = "no_turn_is_shortest_held"; file = "formula/Held.v" }

let by_refutation = function
  | None -> { name = "answer_is_shortest"; file = "formula/Shortest.v" }
  | Some _ -> { name = "answer_is_shortest_held"; file = "formula/Held.v" }

let by_parity = function
  | None -> { name = "answer_is_shortest_by_parity"; file = "formula/Parity.v" }
  | Some _ -> { name = "answer_is_shortest_held_by_parity"; file = "formula/Held.v" }

(* The theorem that speaks of a formula with so many steps. *)
let theorem asked colours names turns =
  if asked.horizon >= asked.length then
    Said.refused "The formula is about %d steps: the answer itself is one of its models." asked.horizon
  else if asked.horizon = asked.length - 1 then by_refutation asked.goal
  else if
    asked.horizon = asked.length - 2 && asked.metric = Coq_qtm && settled asked colours names turns
  then by_parity asked.goal
  else
    Said.refused "The formula is about %d steps, and an answer might have %d." asked.horizon (asked.length - 1)

let called turns = match String.index_opt turns ' ' with Some at -> String.sub turns 0 at | None -> turns

(* Check a certificate; the theorem that says what has been proved, and how many lemmas were followed. *)
let certificate ~most_megabytes arguments =
  let asked, files = of_options none arguments in
  let colours = coloured asked asked.start in
  see_that_it_solves asked colours;
  match files with
  | [] when asked.length = 0 -> (no_turn asked.goal, 0)
  | formula :: (_ :: _ as parts) when asked.length > 0 ->
      let turns = turns_of asked in
      let names = Names.of_turns asked.size ~steps:asked.horizon (List.map called asked.generators) in
      let by = theorem asked colours names turns in
      let belongs = test asked colours names turns in
      (by, Checking.refuted ~remark:(Names.remark names) ~belongs ~most_megabytes formula parts)
  | _ -> Said.not_done "A formula and its proof are wanted exactly if the answer has a turn."
