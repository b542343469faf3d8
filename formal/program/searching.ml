(* That an answer of a 3×3×3 is a shortest, by a search of all shorter words; without an answer, that there is no shorter
   word. It computes the hypotheses of the theorems of search/Excluded.v, or with all of phase 1 those of
   search/Phase1Excluded.v. *)

type asked = { start : string; answer : string list option; length : int }

(* A method of searching: where its theorems are, its tables, and its use of the tables and a cube: a search of one
   share for a number of turns, or nothing if the tables have no place for the cube. *)
type method_ = {
  name : string;
  answer_theorem : string;
  bound_theorem : string;
  file : string;
  tables : string -> Words.memory;            (* from a folder, after their test *)
  shares : Words.memory -> Geometry.face list -> (int -> int -> int option) option;
}

type options = {
  question : asked option;
  tables : string;
  jobs : int;
  rounds : bool;
  progress : bool;
  journal : string option;
  fresh : bool;                               (* whether all shares of the journal are searched again *)
  by : method_ option;
}

(* The shares of the search, those that a journal had, and those of them that were searched again. *)
type shares = { all : int; kept : int; again : int; damaged : int }

type proof = { theorem : string; file : string; looks : int; shares : shares }

let no_shares = { all = 0; kept = 0; again = 0; damaged = 0 }

(* The shares of several searches with one journal. *)
let all_shares proofs =
  let add sum { shares = { all; kept; again; damaged }; _ } =
    { all = sum.all + all; kept = sum.kept + kept; again = sum.again + again; damaged }
  in
  List.fold_left add no_shares proofs

let entries_of_shares { all; kept; again; damaged } =
  let entry (name, count) = (name, string_of_int count) in
  List.map entry
    [
      ("shares", all);
      ("shares_from_journal", kept);
      ("shares_searched_again", again);
      ("damaged_journal_lines", damaged);
    ]

let three = Numbers.natural 3

(* ** Methods *)

let beginnings = Array.of_list Excluded.all_beginnings

let shares_of root share_from memory cube =
  let start = Excluded.relabelled cube in
  Option.map
    (fun root most ->
      let lefts = Excluded.counting_down (Numbers.natural most) in
      fun share -> share_from memory start root lefts beginnings.(share))
    (root memory start)

let wrong (table : Table_file.table) folder reason =
  Said.not_done "The table %s in %s is wrong: %s." table.name folder reason

let no_bound = "an entry is not a lower bound"

let pairs =
  {
    name = "pairs";
    answer_theorem = "searched_is_shortest";
    bound_theorem = "excluded_in_shares";
    file = "search/Excluded.v";
    tables =
      (fun folder ->
        let memory = Search_tables.pairs folder in
        if not (Pairs.tables_ok memory) then wrong Table_file.pairs folder no_bound;
        memory);
    shares = shares_of Excluded.root Excluded.share_from;
  }

let phase1 =
  {
    name = "phase1";
    answer_theorem = "shortest_by_phase1";
    bound_theorem = "excluded_by_phase1";
    file = "search/Phase1Excluded.v";
    tables =
      (fun folder ->
        let wrong_classes () = wrong Table_file.coordinates folder "its classes do not fit the turns" in
        let memory = try Search_tables.phase1 folder with Search_tables.Wrong -> wrong_classes () in
        if not (Phase1.phase1_ok memory) then
          if Phase1.images_ok memory && Phase1.classes_ok memory then wrong Table_file.whole folder no_bound
          else wrong_classes ();
        memory);
    shares = shares_of Phase1Excluded.phase1_root Phase1Excluded.phase1_share_from;
  }

let methods = [ pairs; phase1 ]

(* Up to 14 turns, the tables of pairs search for fewer seconds than the test of phase 1 takes. *)
let method_of options length = Option.value options.by ~default:(if length < 15 then pairs else phase1)

(* Why tables cannot be used. No question that needs them is answered. *)
exception No_tables of string

let digest_of_bytes (memory : Words.memory) =
  let piece = Bytes.create 65536 and total = Bigarray.Array1.dim memory in
  let rec from place so_far =
    if place >= total then Digest.to_hex so_far
    else begin
      let count = min (Bytes.length piece) (total - place) in
      for index = 0 to count - 1 do
        Bytes.set piece index (Bigarray.Array1.get memory (place + index))
      done;
      from (place + count) (Digest.string (so_far ^ Digest.subbytes piece 0 count))
    end
  in
  from 0 ""

(* Reads and tests the tables of a method when a question needs them, once; with their digest. *)
let tested_tables folder =
  let tested (by : method_) = (by, lazy (let memory = by.tables folder in (memory, digest_of_bytes memory))) in
  let all = List.map tested methods in
  fun by -> try Lazy.force (List.assq by all) with Said.Not_done reason -> raise (No_tables reason)

(* ** Options *)

let number name text least most =
  match int_of_string_opt text with
  | Some value when value >= least && value <= most -> value
  | _ -> Said.not_done "%s is to be a number from %d to %d, not %S." name least most text

let method_called name =
  match List.find_opt (fun by -> by.name = name) methods with
  | Some by -> by
  | None -> Said.not_done "--method is to be pairs or phase1, not %S." name

let valued = [ "--start"; "--answer"; "--length"; "--certificate"; "--tables"; "--jobs"; "--journal"; "--method" ]
let flags = [ "--rounds"; "--progress"; "--fresh" ]

let options arguments =
  let rec from found = function
    | [] -> found
    | name :: _ when List.mem_assoc name found -> Said.not_done "%s is given twice." name
    | name :: rest when List.mem name flags -> from ((name, "") :: found) rest
    | name :: value :: rest when List.mem name valued -> from ((name, value) :: found) rest
    | name :: _ -> Said.not_done "search does not have the option %S, or its value is missing." name
  in
  let found = from [] arguments in
  let given name = List.assoc_opt name found in
  let text name = match given name with Some value -> value | None -> Said.not_done "search requires %s." name in
  let question =
    match (given "--certificate", given "--start", given "--answer", given "--length") with
    | None, None, None, None -> None
    | None, _, _, _ ->
        let length = number "--length" (text "--length") 0 40 in
        Some { start = text "--start"; answer = Option.map Cubes.tokens (given "--answer"); length }
    | Some folder, None, None, None ->
        let { Search_manifest.start; answer; length } = Search_manifest.read folder in
        Some { start; answer = Some answer; length }
    | Some _, _, _, _ -> Said.not_done "A certificate is the whole question: leave out --start, --length and --answer."
  in
  {
    question;
    tables = text "--tables";
    jobs = (match given "--jobs" with Some value -> number "--jobs" value 1 64 | None -> 1);
    rounds = given "--rounds" <> None;
    progress = given "--progress" <> None;
    journal = given "--journal";
    fresh = given "--fresh" <> None;
    by = Option.map method_called (given "--method");
  }

(* A line of questions: the letters, the length, and the turns of an answer; [-] for no answer. *)
let question_of line =
  match Cubes.tokens line with
  | [ start; length; "-" ] -> { start; answer = None; length = number "The length" length 0 40 }
  | start :: length :: answer -> { start; answer = Some answer; length = number "The length" length 0 40 }
  | _ -> Said.not_done "A question has letters, a length and turns."

(* ** The search *)

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

(* Called during a search: with the finished shares of a number of turns, and with numbers of turns that are excluded. *)
type told = { shares : most:int -> count:int -> finished:int -> looks:int -> unit; excluded : most:int -> proof -> unit }

(* Rounds of fewer turns take less time than the rest of the program. *)
let first_round = 8

let proved options told =
  let tables = tested_tables options.tables in
  let journal = Option.map Journal.opened options.journal in
  let damaged = match journal with Some journal -> journal.damaged | None -> 0 in
  Random.self_init ();
  let excluded by digest asked cube shares most =
    if not (Excluded.question_ok cube (Numbers.natural most)) then Said.refused "The cube is solved without a turn.";
    let name = String.concat " " [ Sources.digest; by.name; digest; asked.start ] in
    let count = Array.length beginnings in
    let question = { Search_shares.name; most; count; search = shares most } in
    let tell = told.shares ~most ~count in
    (* Short rounds end before other processes have started. *)
    let jobs = if options.rounds && most <= first_round then 1 else options.jobs in
    match Search_shares.run question ~jobs ~journal ~fresh:options.fresh ~tell with
    | May_be_solved -> Said.refused "Fewer than %d turns solve the cube." (most + 1)
    | Ended { shares; looks; kept; again } ->
        if not (Excluded.whole (List.map (Array.get beginnings) shares)) then
          Said.not_done "A process of the search ended early; only %d of %d shares were searched." (List.length shares)
            count;
        { theorem = by.bound_theorem; file = by.file; looks; shares = { all = count; kept; again; damaged } }
  in
  let searched by asked cube =
    let memory, digest = tables by in
    match by.shares memory cube with
    | None -> Said.refused "The start is not a cube that turns can solve."
    | Some shares ->
        let last = asked.length - 1 in
        if options.rounds then
          for most = min first_round (last - 1) to last - 1 do
            if most > 0 then told.excluded ~most (excluded by digest asked cube shares most)
          done;
        excluded by digest asked cube shares last
  in
  fun asked ->
    let cube = cube_of asked and by = method_of options asked.length in
    match asked.answer with
    | Some _ when asked.length = 0 -> { theorem = "no_turn_is_shortest"; file = "formula/Shortest.v"; looks = 0; shares = no_shares }
    | Some _ -> { (searched by asked cube) with theorem = by.answer_theorem }
    | None when asked.length = 0 -> Said.not_done "No word is shorter than 0 turns: there is nothing to search."
    | None -> searched by asked cube
