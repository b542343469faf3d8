(* Proofs in parts: each begins with literals that it supposes, and together they cover every case. That they
   do is a proof again, made here and checked like any other: nothing in this file has to be trusted. *)

open Lrup

type part = { file : string; literals : int list }

(* `part-0001.lrat=7,31`, or without literals a proof of the formula itself. *)
let of_argument argument =
  match String.rindex_opt argument '=' with
  | None -> { file = argument; literals = [] }
  | Some place ->
      let number text =
        match int_of_string_opt text with
        | Some number when number > 0 && number < Numbers.too_large -> number
        | _ -> Said.not_done "%S: a part has the numbers of variables after the sign =." argument
      in
      let after = String.sub argument (place + 1) (String.length argument - place - 1) in
      { file = String.sub argument 0 place; literals = List.map number (String.split_on_char ',' after) }

(* The clauses of the formula that speak of nothing but variables of parts, each with its number. *)
type kept = { speaks_of : (int, unit) Hashtbl.t; names : (int list, int) Hashtbl.t }

let keeping parts =
  let speaks_of = Hashtbl.create 64 in
  List.iter (fun part -> List.iter (fun literal -> Hashtbl.replace speaks_of literal ()) part.literals) parts;
  { speaks_of; names = Hashtbl.create 64 }

(* Whether a clause is one of them; then it is kept. *)
let keep kept number literals =
  List.for_all (fun literal -> Hashtbl.mem kept.speaks_of (abs literal)) literals
  && begin
       Hashtbl.replace kept.names (List.sort_uniq compare literals) number;
       true
     end

(* Names beyond those that files can have. *)
let name_after count = Naming.name (Numbers.too_large + count)

(* The parts of the longest proof that there is are some thousands. *)
let most_cases = 1_000_000

let clause_of case = List.rev_map (fun literal -> Numbers.literal (-literal)) case

(* The lines that lead from the conclusions of the parts to the empty clause. A case, its last literal first, is
   impossible by a part or by a clause, or since none of the next literals is possible. *)
let covered kept parts =
  let depth = List.length (List.hd parts).literals in
  if List.exists (fun part -> List.length part.literals <> depth) parts then
    Said.refused "The parts of the proof do not cover all cases: they are of unequal depth.";
  let choices =
    Array.init depth (fun step ->
        List.sort_uniq compare (Long.map (fun part -> List.nth part.literals step) parts))
  in
  let concluded = Hashtbl.create 64 in
  List.iteri (fun count part -> Hashtbl.replace concluded (List.rev part.literals) (name_after count)) parts;
  let count = ref (List.length parts) in
  let lines = ref [] in
  let rec impossible case step =
    let excluded =
      match case with
      | last :: before :: _ -> Hashtbl.find_opt kept.names (List.sort compare [ -last; -before ])
      | _ -> None
    in
    match (excluded, Hashtbl.find_opt concluded case) with
    | Some number, _ -> Naming.name number
    | None, Some name -> name
    | None, None ->
        if step = depth then Said.refused "No part of the proof is about one of the cases.";
        let some_choice =
          match Hashtbl.find_opt kept.names choices.(step) with
          | Some number -> Naming.name number
          | None ->
              Said.refused "The parts of the proof do not cover all that can be done in step %d." (step + 1)
        in
        let hints = List.map (fun literal -> impossible (literal :: case) (step + 1)) choices.(step) in
        let name = name_after !count in
        incr count;
        if !count > most_cases then Said.refused "The parts of the proof have more than %d cases." most_cases;
        lines := Learn (name, clause_of case, hints @ [ some_choice ]) :: !lines;
        name
  in
  ignore (impossible [] 0);
  List.rev !lines
