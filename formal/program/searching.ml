(* That an answer of a 3×3×3 is a shortest, by a search of all shorter words; without an answer, that there is no shorter
   word. It computes the hypotheses of the theorems of search/Excluded.v, or with all of phase 1 those of
   search/Phase1Excluded.v. *)

type method_ = Pairs | Phase1

type asked = { start : string; answer : string list option; length : int }
type options = { question : asked option; tables : string; jobs : int; method_ : method_ option }
type proof = { theorem : string; file : string; looks : int }

let three = Numbers.natural 3

let number name text least most =
  match int_of_string_opt text with
  | Some value when value >= least && value <= most -> value
  | _ -> Said.not_done "%s is to be a number from %d to %d, not %S." name least most text

let options arguments =
  let rec from found = function
    | [] -> found
    | (("--start" | "--answer" | "--length" | "--tables" | "--jobs" | "--method") as name) :: value :: rest ->
        if List.mem_assoc name found then Said.not_done "%s is given twice." name;
        from ((name, value) :: found) rest
    | name :: _ -> Said.not_done "search does not have the option %S, or its value is missing." name
  in
  let found = from [] arguments in
  let given name = List.assoc_opt name found in
  let text name = match given name with Some value -> value | None -> Said.not_done "search requires %s." name in
  let question =
    match (given "--start", given "--answer", given "--length") with
    | None, None, None -> None
    | _ ->
        let length = number "--length" (text "--length") 0 40 in
        Some { start = text "--start"; answer = Option.map Cubes.tokens (given "--answer"); length }
  in
  {
    question;
    tables = text "--tables";
    jobs = (match given "--jobs" with Some value -> number "--jobs" value 1 64 | None -> 1);
    method_ =
      (match given "--method" with
      | None -> None
      | Some "pairs" -> Some Pairs
      | Some "phase1" -> Some Phase1
      | Some other -> Said.not_done "--method is to be pairs or phase1, not %S." other);
  }

(* A line of questions: the letters, the length, and the turns of an answer; [-] for no answer. *)
let question_of line =
  match Cubes.tokens line with
  | [ start; length; "-" ] -> { start; answer = None; length = number "The length" length 0 40 }
  | start :: length :: answer -> { start; answer = Some answer; length = number "The length" length 0 40 }
  | _ -> Said.not_done "A question has letters, a length and turns."

(* Why tables cannot be used. No question that needs them is answered. *)
exception No_tables of string

(* Tables after their test: how they search, and the theorems that their searches prove. *)
type tested = {
  start_of : Geometry.face list -> Tables.place Search.node option;
  share_from : Geometry.face list -> Tables.place Search.node -> Words.word list -> Excluded.beginning -> Words.word option;
  shortest : string;
  excluded : string;
  file : string;
}

let wrong table tables reason = Said.not_done "The table %s in %s is wrong: %s." table.Table_file.name tables reason
let no_bound = "an entry is not a lower bound"

let tested_pairs tables =
  let memory = Search_tables.pairs tables in
  if not (Pairs.tables_ok memory) then wrong Table_file.pairs tables no_bound;
  {
    start_of = Excluded.root memory;
    share_from = Excluded.share_from memory;
    shortest = "searched_is_shortest";
    excluded = "excluded_in_shares";
    file = "search/Excluded.v";
  }

let tested_phase1 tables =
  let wrong_classes () = wrong Table_file.coordinates tables "its classes do not fit the turns" in
  let memory = try Search_tables.phase1 tables with Search_tables.Wrong -> wrong_classes () in
  if not (Phase1.phase1_ok memory) then
    if Phase1.images_ok memory && Phase1.classes_ok memory then wrong Table_file.whole tables no_bound
    else wrong_classes ();
  {
    start_of = Phase1Excluded.phase1_root memory;
    share_from = Phase1Excluded.phase1_share_from memory;
    shortest = "shortest_by_phase1";
    excluded = "excluded_by_phase1";
    file = "search/Phase1Excluded.v";
  }

(* Reads and tests the tables of a method when a question needs them, once. *)
let tested_tables tables =
  let pairs = lazy (tested_pairs tables) and phase1 = lazy (tested_phase1 tables) in
  fun method_ ->
    try Lazy.force (match method_ with Pairs -> pairs | Phase1 -> phase1)
    with Said.Not_done reason -> raise (No_tables reason)

(* Up to 14 turns, the tables of pairs search for fewer seconds than the test of phase 1 takes. *)
let method_of options length =
  match options.method_ with Some method_ -> method_ | None -> if length < 15 then Pairs else Phase1

(* The cube; verifies that an answer solves it, and its length. *)
let cube_of asked =
  if String.length asked.start <> 54 then
    Said.refused "A cube of 3 layers has 54 stickers, not %d." (String.length asked.start);
  let cube = Cubes.coloured asked.start in
  let see tokens =
    let word = List.map (Cubes.turn 3) tokens in
    if not (Shortest.is_answer three cube word) then Said.refused "The answer does not solve the cube.";
    let counts = Numbers.machine (Geometry.word_cost three Geometry.Coq_htm word) in
    if counts <> asked.length then Said.refused "The answer counts %d turns, not %d." counts asked.length
  in
  Option.iter see asked.answer;
  if not (Solved.is_of_pieces three cube && Possible.is_possible cube) then
    Said.refused "The start is not a cube that turns can solve.";
  cube

let search tables jobs asked cube =
  let most = asked.length - 1 in
  if not (Excluded.question_ok cube (Numbers.natural most)) then
    Said.refused "The cube is solved without a turn.";
  let start = Excluded.relabelled cube in
  let name = Sources.digest ^ " " ^ Digest.to_hex (Digest.string asked.start) in
  match tables.start_of start with
  | None -> Said.refused "The start is not a cube that turns can solve."
  | Some root -> (
      match Search_shares.run { search_share = tables.share_from start root; most } ~name ~jobs with
      | May_be_solved -> Said.refused "Fewer than %d turns solve the cube." asked.length
      | Ended { shares; looks } ->
          if not (Excluded.whole shares) then
            Said.not_done "A process of the search ended early; only %d of %d shares were searched." (List.length shares)
              (List.length Excluded.all_beginnings);
          looks)

let proved options tables asked =
  let cube = cube_of asked in
  if asked.length = 0 then
    if asked.answer = None then Said.not_done "No word is shorter than 0 turns: there is nothing to search."
    else { theorem = "no_turn_is_shortest"; file = "formula/Shortest.v"; looks = 0 }
  else
    let tables = tables (method_of options asked.length) in
    let theorem = if asked.answer = None then tables.excluded else tables.shortest in
    { theorem; file = tables.file; looks = search tables options.jobs asked cube }
