(* That an answer of a 3×3×3 is a shortest, by a search of all shorter words. What is computed here is what the theorem
   of search/Excluded.v asks for. *)

let theorem = "searched_is_shortest"
let file = "search/Excluded.v"

type asked = { start : string; answer : string; length : int; tables : string; jobs : int }
type proof = { turns : string list; theorem : string; file : string; looks : int }

let three = Numbers.natural 3

let options arguments =
  let rec from found = function
    | [] -> found
    | (("--start" | "--answer" | "--length" | "--tables" | "--jobs") as name) :: value :: rest ->
        if List.mem_assoc name found then Said.not_done "%s is given twice." name;
        from ((name, value) :: found) rest
    | name :: _ -> Said.not_done "search does not have the option %S, or its value is missing." name
  in
  let found = from [] arguments in
  let text name =
    match List.assoc_opt name found with Some value -> value | None -> Said.not_done "search requires %s." name
  in
  let number name text least most =
    match int_of_string_opt text with
    | Some value when value >= least && value <= most -> value
    | _ -> Said.not_done "%s is to be a number from %d to %d, not %S." name least most text
  in
  {
    start = text "--start";
    answer = text "--answer";
    length = number "--length" (text "--length") 0 40;
    tables = text "--tables";
    jobs = (match List.assoc_opt "--jobs" found with Some value -> number "--jobs" value 1 64 | None -> 1);
  }

let question_of asked =
  if String.length asked.start <> 54 then
    Said.refused "A cube of 3 layers has 54 stickers, not %d." (String.length asked.start);
  let cube = Cubes.coloured asked.start in
  let turns = Cubes.tokens asked.answer in
  let word = List.map (Cubes.turn 3) turns in
  if not (Shortest.is_answer three cube word) then Said.refused "The answer does not solve the cube.";
  let counts = Numbers.machine (Geometry.word_cost three Geometry.Coq_htm word) in
  if counts <> asked.length then Said.refused "The answer counts %d turns, not %d." counts asked.length;
  (cube, turns)

let search asked cube ~name =
  let memory = Table_file.read asked.tables in
  if not (Tables.tables_ok memory) then
    Said.not_done "The table %s in %s is wrong: an entry is not a lower bound." Table_file.name asked.tables;
  let most = asked.length - 1 in
  if not (Excluded.question_ok cube (Numbers.natural most)) then
    Said.refused "The cube is solved without a turn, or it is not a cube.";
  let start = Excluded.relabelled cube in
  match Search.root memory start with
  | None -> Said.refused "The start is not a cube that turns can solve."
  | Some root -> (
      match Search_shares.run { memory; start; root; most } ~name ~jobs:asked.jobs with
      | May_be_solved -> Said.refused "Fewer than %d turns solve the cube." asked.length
      | Ended { shares; looks } ->
          if not (Excluded.whole shares) then
            Said.not_done "A process of the search ended early; only %d of %d shares were searched." (List.length shares)
              (List.length Excluded.all_beginnings);
          looks)

let proved asked =
  let cube, turns = question_of asked in
  if asked.length = 0 then { turns; theorem = "no_turn_is_shortest"; file = "formula/Shortest.v"; looks = 0 }
  else
    let name = String.concat " " [ Sources.digest; Digest.to_hex (Digest.string (asked.start ^ asked.answer)) ] in
    { turns; theorem; file; looks = search asked cube ~name }
