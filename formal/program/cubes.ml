(* Cubes and turns as people and certificates write them: letters of stickers, and tokens of SiGN. *)

open Geometry

let letters = [ ('U', U); ('R', R); ('F', F); ('D', D); ('L', L); ('B', B) ]

let coloured text =
  let colour letter =
    match List.assoc_opt letter letters with
    | Some face -> face
    | None -> Said.refused "The letters of stickers are U, R, F, D, L and B, not %C." letter
  in
  List.map colour (List.of_seq (String.to_seq text))

let written colours =
  let letter face = fst (List.find (fun (_, other) -> other = face) letters) in
  String.of_seq (Seq.map letter (List.to_seq colours))

let slab face first last quarters =
  {
    seen_from = face;
    first = Numbers.natural first;
    last = Numbers.natural last;
    quarters = Numbers.natural quarters;
  }

(* A token: layers and a face, or a letter for the middle layer, for all but the outer ones, for the whole cube;
   then nothing, 2 or '. *)
let turn size token =
  let unknown () = Said.refused "%S is no turn of a cube of %d layers." token size in
  let length = String.length token in
  let body, quarters =
    if length = 0 then unknown ()
    else
      match token.[length - 1] with
      | '2' -> (String.sub token 0 (length - 1), 2)
      | '\'' -> (String.sub token 0 (length - 1), 3)
      | _ -> (token, 1)
  in
  let made face first last =
    match List.assoc_opt face letters with
    | Some face when 1 <= first && first <= last && last <= size -> slab face first last quarters
    | _ -> unknown ()
  in
  let layer digit = if digit >= '1' && digit <= '9' then Char.code digit - 48 else unknown () in
  let middle face = if size mod 2 = 1 then made face ((size + 1) / 2) ((size + 1) / 2) else unknown () in
  match List.of_seq (String.to_seq body) with
  | [ 'x' ] -> made 'R' 1 size
  | [ 'y' ] -> made 'U' 1 size
  | [ 'z' ] -> made 'F' 1 size
  | [ 'M' ] -> middle 'L'
  | [ 'E' ] -> middle 'D'
  | [ 'S' ] -> middle 'F'
  | [ 'm' ] -> made 'L' 2 (size - 1)
  | [ 'e' ] -> made 'D' 2 (size - 1)
  | [ 's' ] -> made 'F' 2 (size - 1)
  | [ face ] -> made face 1 1
  | [ face; 'w' ] -> made face 1 2
  | [ digit; face ] -> made face (layer digit) (layer digit)
  | [ digit; face; 'w' ] -> made face 1 (layer digit)
  | [ first; '-'; last; face; 'w' ] -> made face (layer first) (layer last)
  | _ -> unknown ()

(* The name of a turn that is seen from U, R or F: from the nearer face, if it has an outer layer. *)
let name size { seen_from; first; last; quarters } =
  let opposite = function U -> D | R -> L | F -> B | D -> U | L -> R | B -> F in
  let first, last, quarters = Numbers.(machine first, machine last, machine quarters) in
  let face, first, last, quarters =
    if last = size && first > 1 then (opposite seen_from, 1, size + 1 - first, 4 - quarters)
    else (seen_from, first, last, quarters)
  in
  let layers =
    match (first, last) with
    | 1, 1 -> written [ face ]
    | 1, 2 -> written [ face ] ^ "w"
    | 1, _ -> Printf.sprintf "%d%sw" last (written [ face ])
    | _ when first = last -> Printf.sprintf "%d%s" first (written [ face ])
    | _ -> Printf.sprintf "%d-%d%sw" first last (written [ face ])
  in
  layers ^ match quarters with 1 -> "" | 2 -> "2" | _ -> "'"

(* Between turns is white space: the same as in Python. *)
let tokens text =
  let blank = function '\t' .. '\r' | '\028' .. '\031' | ' ' -> true | _ -> false in
  let spaced = String.map (fun letter -> if blank letter then ' ' else letter) text in
  List.filter (fun token -> token <> "") (String.split_on_char ' ' spaced)

let word size text = Long.map (turn size) (tokens text)
