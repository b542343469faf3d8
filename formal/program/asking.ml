(* A certificate: a question, an answer, a formula and its proof. What is computed here is what the theorems ask
   for; the files are read by the verified test and the verified checker, clause by clause and line by line. *)

open Geometry
open Manifest

type theorem = { name : string; file : string }

let the_answer asked =
  match asked.answer with
  | [] -> "The empty answer"
  | tokens -> "The answer " ^ shown (String.concat " " tokens)

(* That the answer leads to the goal, from and to stickers of a cube, and counts what it says. *)
let see_that_it_solves asked colours =
  let size = Numbers.natural asked.size in
  let word = Long.map (Cubes.turn asked.size) asked.answer in
  (match asked.goal with
  | None ->
      if not (Shortest.is_answer size colours word) then
        Said.refused "%s does not solve the cube." (the_answer asked)
  | Some goal ->
      if not (Held.is_way colours (Cubes.coloured goal) word) then
        Said.refused "%s does not lead to the goal, held just so, or the goal is no cube." (the_answer asked);
      if not (Possible.is_possible (Cubes.coloured goal)) then
        Said.refused "No turns lead from the solved cube to the start and the goal.");
  let counted = Numbers.machine (word_cost size asked.metric word) in
  if counted <> asked.length then
    Said.refused "%s counts %d, and the certificate says %d." (the_answer asked) counted asked.length

(* Which turns the formula is about: those that leave the centres, or one of two corners of a 2×2×2, to which the
   theorems reduce all turns, or, where the hold is given, perhaps all that count one. They must be in
   their order. *)
type turns = Few of Reduction.corner | All

let turns_of asked =
  let words = Long.map (fun (turns, _) -> Cubes.word asked.size turns) asked.generators in
  let leave corner = words = Reduction.generators (Numbers.natural asked.size) asked.metric corner in
  let found =
    if leave Reduction.DBL then Few Reduction.DBL
    else if leave Reduction.ULF then Few Reduction.ULF
    else if asked.goal <> None && words = Reduction.layer_generators asked.metric then All
    else Said.not_covered "generators"
  in
  if List.exists (fun (_, cost) -> cost <> 1) asked.generators then
    Said.refused "A generator of the formula does not count 1.";
  found

let question asked colours =
  {
    Certificate.layers_of_cube = Numbers.natural asked.size;
    counted = asked.metric;
    colours;
    most = Numbers.natural asked.horizon;
  }

(* What the certificate says, when the comments of its formula have been read. *)
let account held names turns =
  {
    Certificate.held;
    unmoved_by = (match turns with Few corner -> corner | All -> Reduction.DBL);
    meanings = Names.meaning_of names;
    hints = Names.hint names;
  }

(* How the formula has the cube at the end. *)
let held asked =
  match asked.goals with
  | [ held ] when not (unknown held) ->
      if asked.goal <> None && asked.goal <> Some held then
        Said.refused "The formula has another goal than the question.";
      Cubes.coloured held
  | _ -> Said.refused "\"goals\" of a formula cannot be without a cube, all stickers known."

(* The test of the clauses of the formula. *)
let test asked question account turns =
  let found =
    match asked.goal with
    | None -> Certificate.test_for question account
    | Some _ -> Held.held_test_for (turns = All) question account
  in
  match found with
  | Some belongs -> belongs
  | None -> Said.refused "The cube cannot be solved so that it is held as the formula's goal says, or also otherwise."

let settled asked question account turns =
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
let theorem asked question account turns =
  if asked.horizon >= asked.length then
    Said.refused "The formula is about %d steps: the answer itself is one of its models." asked.horizon
  else if asked.horizon = asked.length - 1 then by_refutation asked.goal
  else if asked.horizon = asked.length - 2 && asked.metric = Coq_qtm && settled asked question account turns
  then by_parity asked.goal
  else
    Said.refused "The formula is about %d steps, and an answer might have %d." asked.horizon (asked.length - 1)

let called (turns, _) = match String.index_opt turns ' ' with Some at -> String.sub turns 0 at | None -> turns

(* ** The files of the folder *)

let formula_file = "formula.cnf"
let proof_name number = Printf.sprintf "part-%04d.lrat" (number + 1)

(* A proof that the certificate does not name would not be checked. *)
let see_no_other_part folder parts =
  let names = Hashtbl.create 64 in
  for number = 0 to parts - 1 do Hashtbl.replace names (proof_name number) () done;
  let is_part name = String.starts_with ~prefix:"part-" name && Filename.check_suffix name ".lrat" in
  match Disk.names folder with
  | files ->
      Array.sort compare files;
      Array.iter
        (fun name ->
          if is_part name && not (Hashtbl.mem names name) then
            Said.refused "%s is not the proof of a part in the certificate." name)
        files
  | exception Sys_error reason -> Said.refused "%s." reason

let parts folder asked names () =
  let literal name =
    match Names.variable names name with
    | Some variable -> variable
    | None -> Said.refused "The certificate names a part %S that the formula does not have." (shown name)
  in
  Long.mapi
    (fun number part ->
      { Parts.file = Filename.concat folder (proof_name number); literals = Long.map literal part })
    asked.parts

(* Check a certificate: what it says, the theorem that says what has been proved, how many lemmas were followed. *)
let certificate ~most_megabytes folder =
  let asked = Manifest.read folder in
  let colours = Cubes.coloured asked.start in
  see_that_it_solves asked colours;
  if asked.length = 0 then begin
    see_no_other_part folder 0;
    (asked, no_turn asked.goal, 0)
  end
  else begin
    if asked.parts = [] then Said.refused "\"parts\" of a certificate cannot be [].";
    see_no_other_part folder (List.length asked.parts);
    let held = held asked and turns = turns_of asked in
    let names =
      Names.of_turns asked.size ~steps:asked.horizon ~parts:asked.parts (Long.map called asked.generators)
    in
    let question = question asked colours in
    (* Which theorem it is does not depend on the comments of the formula, which have not been read yet. *)
    let by = theorem asked question (account held names turns) turns in
    let belongs () = test asked question (account held names turns) turns in
    let lemmas =
      Checking.refuted Checking.of_certificates ~remark:(Names.remark names) ~belongs ~most_megabytes
        (Filename.concat folder formula_file)
        (parts folder asked names)
    in
    (asked, by, lemmas)
  end
