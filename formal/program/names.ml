(* What a formula's comments say of its variables: `c var 7 turn(1,F)`, `c var 235 at0(0,U1,F3)`. Nothing of it
   is believed: whichever variables are said to mean what, the clauses must fit. *)

open Framed

type t = {
  size : int;
  moments : Datatypes.nat array;                          (* 0, 1, ..., one more than the formula has steps *)
  turns : (string, int) Hashtbl.t;                        (* the names of the actions, from 1 *)
  meanings : (int, meaning) Hashtbl.t;
  things : (int, unit) Hashtbl.t;
  variables : (string, int) Hashtbl.t;                    (* of the names in the parts of a proof; 0 until it is read *)
  mutable in_order : int list;                            (* the things, the last one first *)
  mutable triples : bool;
}

let idle = "-"

(* The turns in the order of the formula; after them comes doing nothing. *)
let of_turns size ~steps ~parts turns =
  let numbers = Hashtbl.create 64 in
  List.iteri (fun index turn -> Hashtbl.replace numbers turn (index + 1)) turns;
  Hashtbl.replace numbers idle (List.length turns + 1);
  let variables = Hashtbl.create 64 in
  List.iter (List.iter (fun name -> Hashtbl.replace variables name 0)) parts;
  {
    size;
    variables;
    moments = Numbers.naturals (steps + 1);
    turns = numbers;
    meanings = Hashtbl.create 10000;
    things = Hashtbl.create 64;
    in_order = [];
    triples = false;
  }

(* A place, U1 or F9, counted from 1. *)
let place names text =
  let per_face = names.size * names.size in
  match (String.index_opt "URFDLB" text.[0], int_of_string_opt (String.sub text 1 (String.length text - 1))) with
  | Some face, Some number when number >= 1 && number <= per_face -> (face * per_face) + number
  | _ -> raise Not_found

let turn names text = Numbers.positive (Hashtbl.find names.turns text)

(* A layer is called by a turn of it that is a quarter clockwise. *)
let layer_turn text =
  match String.length text with
  | 0 -> text
  | length -> (
      match text.[length - 1] with '2' | '\'' -> String.sub text 0 (length - 1) | _ -> text)

let layers names =
  Hashtbl.fold
    (fun text number map ->
      match Hashtbl.find_opt names.turns (layer_turn text) with
      | Some layer -> FMapPositive.PositiveMap.add (Numbers.positive number) (Numbers.positive layer) map
      | None -> map)
    names.turns FMapPositive.PositiveMap.empty

let number most text =
  match int_of_string_opt text with
  | Some number when number >= 0 && number <= most -> number
  | _ -> raise Not_found

(* A step or a moment: a variable of a later one has no meaning. Equal ones are the same value, of which there
   may be as many as there are variables. *)
let moment names text = names.moments.(number (Array.length names.moments - 1) text)

let meaning names text =
  match String.split_on_char '(' (String.sub text 0 (String.length text - 1)) with
  | [ kind; inside ] -> (
      match (kind, String.split_on_char ',' inside) with
      | "turn", [ step; name ] -> Turn (moment names step, turn names name)
      | "layer", [ step; name ] -> Layer (moment names step, turn names name)
      | _, [ when_; thing; there ] when String.length kind > 2 && String.sub kind 0 2 = "at" ->
          let thing = place names thing in
          if not (Hashtbl.mem names.things thing) then begin
            Hashtbl.replace names.things thing ();
            names.in_order <- thing :: names.in_order
          end;
          At (moment names when_, Numbers.positive thing, Numbers.positive (place names there))
      | _ -> raise Not_found)
  | _ -> raise Not_found

(* The words of a comment. A variable that means nothing known may stand in no clause. *)
let remark names = function
  | [ "var"; variable; text ] -> (
      (match int_of_string_opt variable with
      | Some number when number > 0 && number <= Dimacs.most_variables && Hashtbl.mem names.variables text ->
          Hashtbl.replace names.variables text number
      | _ -> ());
      match (number Dimacs.most_variables variable, meaning names text) with
      | variable, meaning -> Hashtbl.replace names.meanings variable meaning
      | exception (Not_found | Invalid_argument _) -> ())
  | "clauses" :: _ :: "too" :: "far" :: "for" :: "three" :: _ -> names.triples <- true
  | _ -> ()

let hint names =
  {
    Cube.layers = layers names;
    things = List.rev_map Numbers.positive names.in_order;
    triples = names.triples;
  }

let meaning_of names variable = Hashtbl.find_opt names.meanings (Numbers.integer variable)

(* The variable that a name of a part has in the formula. *)
let variable names text =
  match Hashtbl.find_opt names.variables text with Some number when number > 0 -> Some number | _ -> None
