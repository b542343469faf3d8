(* That an answer of a 3×3×3 is a shortest, by a search of all shorter words; without an answer, that there is no shorter
   word. It computes the hypotheses of the theorems of search/Excluded.v. *)

let file = "search/Excluded.v"

type asked = { start : string; answer : string list option; length : int }
type options = { question : asked option; tables : string; jobs : int }
type proof = { theorem : string; file : string; looks : int }

let three = Numbers.natural 3

let number name text least most =
  match int_of_string_opt text with
  | Some value when value >= least && value <= most -> value
  | _ -> Said.not_done "%s is to be a number from %d to %d, not %S." name least most text

let options arguments =
  let rec from found = function
    | [] -> found
    | (("--start" | "--answer" | "--length" | "--tables" | "--jobs") as name) :: value :: rest ->
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
  }

(* A line of questions: the letters, the length, and the turns of an answer; [-] for no answer. *)
let question_of line =
  match Cubes.tokens line with
  | [ start; length; "-" ] -> { start; answer = None; length = number "The length" length 0 40 }
  | start :: length :: answer -> { start; answer = Some answer; length = number "The length" length 0 40 }
  | _ -> Said.not_done "A question has letters, a length and turns."

(* The table, after its test. *)
let tested_table tables =
  let memory = Table_file.read tables in
  if not (Pairs.tables_ok memory) then
    Said.not_done "The table %s in %s is wrong: an entry is not a lower bound." Table_file.name tables;
  memory

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

let search memory jobs asked cube =
  let most = asked.length - 1 in
  if not (Excluded.question_ok cube (Numbers.natural most)) then
    Said.refused "The cube is solved without a turn.";
  let start = Excluded.relabelled cube in
  let name = Sources.digest ^ " " ^ Digest.to_hex (Digest.string asked.start) in
  match Excluded.root memory start with
  | None -> Said.refused "The start is not a cube that turns can solve."
  | Some root -> (
      match Search_shares.run { memory; start; root; most } ~name ~jobs with
      | May_be_solved -> Said.refused "Fewer than %d turns solve the cube." asked.length
      | Ended { shares; looks } ->
          if not (Excluded.whole shares) then
            Said.not_done "A process of the search ended early; only %d of %d shares were searched." (List.length shares)
              (List.length Excluded.all_beginnings);
          looks)

let proved memory jobs asked =
  let cube = cube_of asked in
  match asked.answer with
  | Some _ when asked.length = 0 -> { theorem = "no_turn_is_shortest"; file = "formula/Shortest.v"; looks = 0 }
  | Some _ -> { theorem = "searched_is_shortest"; file; looks = search memory jobs asked cube }
  | None when asked.length = 0 -> Said.not_done "No word is shorter than 0 turns: there is nothing to search."
  | None -> { theorem = "excluded_in_shares"; file; looks = search memory jobs asked cube }
