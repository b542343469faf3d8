(* The fold: each line of the formula and of the proofs goes to the verified `read`, and nothing else does. *)

open Lrup

type t = { belongs : Clause.clause -> bool; most_megabytes : int; mutable state : state; mutable lemmas : int }

let start ~belongs ~most_megabytes = { belongs; most_megabytes; state = Lrup.start; lemmas = 0 }

let sentence line =
  let lemma = match line with
    | Given (name, _) | Learn (name, _, _) | Suppose (name, _) | Conclude name -> Numbers.integer name
    | Forget _ -> 0
  in
  function
  | Does_not_belong -> Printf.sprintf "clause %d belongs to no formula of this question" lemma
  | Name_taken -> Printf.sprintf "there is a clause %d already" lemma
  | Not_there name -> (
      let missing = Numbers.integer name in
      match line with
      | Forget _ -> Printf.sprintf "clause %d, to be forgotten, is not there" missing
      | _ -> Printf.sprintf "lemma %d leans on clause %d, which is not there" lemma missing)
  | Hint_open name ->
      Printf.sprintf "clause %d, a hint of lemma %d, leaves more than one literal open" (Numbers.integer name)
        lemma
  | No_contradiction -> Printf.sprintf "the hints of lemma %d lead to no contradiction" lemma
  | After_the_end -> "it comes after the empty clause"
  | Inside_a_part -> "a part of the proof has begun"
  | No_part_ended -> "no part of the proof has ended"

(* One step of the fold; `where` tells where the line stands. *)
let step checking where line =
  checking.state <- Lrup.read checking.belongs checking.state line;
  match checking.state with
  | Refused why -> Said.refused "%s: %s." (where ()) (sentence line why)
  | Open _ | Closed _ -> ()

let read checking (reader : Reading.t) line =
  step checking (fun () -> Printf.sprintf "Line %d of %s" reader.line reader.file) line

let see_memory checking =
  let megabytes = (Gc.quick_stat ()).heap_words / 131072 in
  if megabytes > checking.most_megabytes then
    Said.not_done "The proof needs more than %d MB of memory; --memory allows more." checking.most_megabytes

(* Read the formula; `keep` gets the number and the literals of each clause. *)
let formula checking keep path =
  let reader = Reading.opened path in
  let header = Dimacs.header reader in
  Dimacs.iter reader header (fun number literals clause ->
      if number land 4095 = 0 then see_memory checking;
      keep number literals;
      read checking reader (Given (Numbers.positive number, clause)));
  Reading.closed reader;
  header

let has_ended checking = match checking.state with Closed _ -> true | Open _ | Refused _ -> false

(* A proof from a formula that was read, and so many literals that were supposed. *)
let proof checking (header : Dimacs.header) supposed path =
  let reader = Reading.opened path in
  let longest () =
    (Dimacs.number_bytes * ((2 * header.variables) + header.clauses + supposed + reader.line + 5)) - 1
  in
  let rec follow () =
    match Lrat.next reader (longest ()) with
    | None -> ()
    | Some None ->
        if not (has_ended checking) then Reading.unreadable reader;
        follow ()
    | Some (Some line) ->
        if reader.line land 4095 = 0 then see_memory checking;
        read checking reader line;
        (match line with Learn _ -> checking.lemmas <- checking.lemmas + 1 | _ -> ());
        follow ()
  in
  follow ();
  Reading.closed reader;
  if not (has_ended checking) then Said.refused "%s ends without the empty clause." reader.file

(* All parts of a proof, and that they cover every case. *)
let parts checking (header : Dimacs.header) kept (parts : Parts.part list) =
  let alone = match parts with [ { literals = []; _ } ] -> true | _ -> false in
  let where () = "The parts of the proof" in
  List.iteri
    (fun count (part : Parts.part) ->
      List.iteri
        (fun place literal ->
          step checking where
            (Suppose (Numbers.positive (header.clauses + place + 1), Numbers.literal literal)))
        part.literals;
      proof checking header (List.length part.literals) part.file;
      if not alone then step checking where (Conclude (Parts.name_after count)))
    parts;
  if not alone then List.iter (step checking where) (Parts.covered kept parts)

(* The formula and the parts of its proof: what is left of them is for the theorems to say. *)
let refuted ~belongs ~most_megabytes formula_file arguments =
  let these = List.map Parts.of_argument arguments in
  let kept = Parts.keeping these in
  let checking = start ~belongs ~most_megabytes in
  let header = formula checking (Parts.keep kept) formula_file in
  parts checking header kept these;
  if not (Lrup.refutes checking.state) then Said.refused "The formula is not refuted.";
  checking.lemmas
