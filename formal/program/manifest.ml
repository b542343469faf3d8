(* What `certificate.json` says, as docs/certificate.md describes it. Nothing of it is believed: the theorems ask for
   all that their statements name, and `asked`, the question in full, is computed again. *)

open Geometry

type t = {
  size : int;
  metric : metric;
  metric_name : string;
  start : string;                         (* the letters of the stickers *)
  goal : string option;                   (* the cube just as it is to be held at the end; none for solved in any hold *)
  answer : string list;                   (* its turns *)
  length : int;                           (* what the answer counts *)
  horizon : int;                          (* the maximum number of turns in the formula *)
  goals : string list;                    (* how the formula's goal has the cube *)
  generators : (string * int) list;       (* the formula's turns, in its order, and what they count *)
  parts : string list list;               (* what each part of the proof supposes: names of variables *)
}

let file = "certificate.json"
let format = "cubeproof certificate 2"
let most_bytes = 16_000_000
let most_turns = 100_000
let most_parts = 100_000
let shown text = if String.length text <= 300 then text else String.sub text 0 300 ^ "..."
let metrics = [ ("htm", Coq_htm); ("qtm", Coq_qtm); ("stm", Coq_stm) ]

(* ** Entries *)

let no_entry name = Said.refused "The certificate has no valid entry %S." name
let entry entries name = List.assoc_opt name entries
let text entries name = match entry entries name with Some (Json.Text text) -> text | _ -> no_entry name
let list entries name = match entry entries name with Some (Json.List list) -> list | _ -> no_entry name
let inside entries name = match entry entries name with Some (Json.Object entries) -> entries | _ -> no_entry name

let must_be entries name known =
  let found = text entries name in
  if found <> known then Said.refused "%S is %S; this program only knows %S." name (shown found) known

(* The theorems are about small numbers: no cube needs as many turns. *)
let number entries name =
  match entry entries name with
  | Some (Json.Integer digits) -> (
      match int_of_string_opt digits with
      | Some number when number >= 0 && number < 10_000 -> number
      | _ -> Said.refused "%S of a certificate cannot be %s." name (shown digits))
  | _ -> no_entry name

let texts name = Long.map (function Json.Text text -> text | _ -> no_entry name)

let generator = function
  | Json.List [ Json.Text turns; Json.Integer cost ] -> (turns, Option.value (int_of_string_opt cost) ~default:0)
  | _ -> no_entry "generators"

let part = function Json.List names -> texts "parts" names | _ -> no_entry "parts"

(* ** The question in full *)

let turns size metric =
  let counted slab = Numbers.machine (cost (Numbers.natural size) metric slab) in
  List.filter_map
    (fun slab -> if counted slab = 0 then None else Some (Cubes.name size slab, counted slab))
    (slabs (Numbers.natural size))

let see_that_it_asks asked certificate =
  let solved = Cubes.written (solved_colours (Numbers.natural certificate.size)) in
  let must_be name wanted =
    if text asked name <> wanted then Said.refused "\"asked.%s\" does not match the question: it should be %S." name wanted
  in
  must_be "start" certificate.start;
  must_be "goal" (Option.value certificate.goal ~default:solved);
  must_be "hold" (if certificate.goal = None then "any" else "as given");
  must_be "rotations" (if certificate.goal = None then "free" else "none");
  let counted = Long.map (function Json.List [ Json.Text turn; Json.Integer cost ] -> (turn, cost) | _ -> ("", "")) in
  let wanted = List.map (fun (turn, cost) -> (turn, string_of_int cost)) (turns certificate.size certificate.metric) in
  if counted (list asked "turns") <> wanted then
    Said.refused "\"asked.turns\" does not match the question: it should be all %d turns of %s." (List.length wanted)
      certificate.metric_name

(* ** Letters *)

let letters_of name size text =
  let right letter = letter = '?' || List.mem_assoc letter Cubes.letters in
  if String.length text <> 6 * size * size || not (String.for_all right text) then
    Said.refused "%S: the stickers of a cube of %d layers are %d letters of URFDLB." name size (6 * size * size)

let unknown text = String.contains text '?'

(* ** The whole *)

(* The entries of the file, with any proof. *)
let entries_of folder =
  let no_certificate () = Said.refused "%s is not a certificate of the form %S." file format in
  match Json.of_text (Reading.whole (Filename.concat folder file) most_bytes) with
  | Json.Object entries ->
      if entry entries "format" <> Some (Json.Text format) then no_certificate ();
      entries
  | _ -> no_certificate ()
  | exception Json.Malformed -> Said.refused "%s is not JSON." file

let of_entries entries =
  if text entries "puzzle" = "permutations" then Said.not_covered "puzzle";
  must_be entries "puzzle" "cube";
  if entry entries "proof" = Some (Json.Text "search") then
    Said.not_done "The proof of this certificate is a search: \"cubeproof-formal search --certificate\" checks it.";
  must_be entries "proof" "lrat";
  let size =
    match entry entries "size" with
    | Some (Json.Integer "2") -> 2
    | Some (Json.Integer "3") -> 3
    | Some (Json.Integer _) -> Said.not_covered "size"
    | _ -> no_entry "size"
  in
  let start = text entries "start" and goal = text entries "goal" in
  letters_of "start" size start;
  let goal =
    if goal = "solved" then None
    else if String.length goal <> String.length start then Said.not_covered "goal"
    else begin
      letters_of "goal" size goal;
      if size <> 3 || unknown goal then Said.not_covered "goal";
      Some goal
    end
  in
  (match entry entries "moves" with
  | Some Json.Null -> ()
  | Some (Json.Text _) -> Said.not_covered "moves"
  | _ -> no_entry "moves");
  if unknown start then Said.not_covered "start";
  let metric_name = text entries "metric" in
  let metric =
    match List.assoc_opt metric_name metrics with
    | Some metric -> metric
    | None -> Said.refused "There is no metric %S." (shown metric_name)
  in
  let formula = inside entries "formula" in
  must_be formula "encoding" "framed";
  let goals = texts "goals" (list formula "goals") in
  if List.length goals > 1 then Said.not_covered "ends";
  List.iter (letters_of "goals" size) goals;
  let answer = Cubes.tokens (text entries "answer") in
  if List.length answer > most_turns then Said.not_done "The answer has more than %d turns." most_turns;
  let parts = list entries "parts" in
  if List.compare_length_with parts most_parts > 0 then
    Said.not_done "The proof has more than %d parts." most_parts;
  let certificate =
    {
      size; metric; metric_name; start; goal; answer; goals;
      length = number entries "length";
      horizon = number formula "horizon";
      generators = Long.map generator (list formula "generators");
      parts = Long.map part parts;
    }
  in
  see_that_it_asks (inside entries "asked") certificate;
  certificate

let read folder = of_entries (entries_of folder)
