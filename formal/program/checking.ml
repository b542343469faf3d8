(* The fold: each line of the formula and of the proofs goes to the verified `read`, and nothing else does. *)

open Lrup

(* The form of files. `goes_on`: whether a proof is read to its end, also after the empty clause. *)
type form = {
  header : (string list -> unit) -> Reading.t -> Dimacs.header;
  clauses : Reading.t -> Dimacs.header -> (int -> int list -> Clause.clause -> unit) -> unit;
  read_line : Reading.t -> int -> Lrat.kind;
  goes_on : bool;
}

let of_certificates =
  { header = Dimacs.header; clauses = Dimacs.iter; read_line = Lrat.read_line; goes_on = true }

let of_other_programs =
  {
    header = (fun _ reader -> Foreign.header reader);
    clauses = Foreign.iter;
    read_line = Foreign.read_line;
    goes_on = false;
  }

type t = { belongs : Clause.clause -> bool; most_megabytes : int; mutable state : state; mutable lemmas : int }

let start ~belongs ~most_megabytes = { belongs; most_megabytes; state = Lrup.start; lemmas = 0 }

let sentence line =
  let lemma = match line with
    | Given (name, _) | Learn (name, _, _) | Suppose (name, _) | Conclude name -> Naming.number name
    | Forget _ -> 0
  in
  function
  | Does_not_belong -> Printf.sprintf "clause %d belongs to no formula of this question" lemma
  | Name_taken -> Printf.sprintf "clause %d already exists" lemma
  | Not_there name -> (
      let missing = Naming.number name in
      match line with
      | Forget _ -> Printf.sprintf "clause %d, to be forgotten, is not there" missing
      | _ -> Printf.sprintf "lemma %d uses clause %d, which does not exist" lemma missing)
  | Hint_open name ->
      Printf.sprintf "clause %d, a hint of lemma %d, leaves more than one literal open" (Naming.number name)
        lemma
  | No_contradiction -> Printf.sprintf "the hints of lemma %d lead to no contradiction" lemma
  | Literal_twice -> Printf.sprintf "lemma %d has a literal twice" lemma
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

let see most_megabytes megabytes =
  if megabytes > most_megabytes then
    Said.not_done "The proof needs more than %d MB of memory; %s." most_megabytes Disk.more_memory

let rec words = function
  | FMapPositive.PositiveMap.Leaf -> 0
  | Node (left, clause, right) ->
      let of_clause = match clause with None -> 0 | Some literals -> 2 + (5 * List.length literals) in
      4 + of_clause + words left + words right

let kept_words checking () =
  match checking.state with
  | Open known | Closed known -> words known.known + words known.outside
  | Refused _ -> 0

(* From time to time, while lines or clauses of a file are counted. *)
let see_memory ?(kept = fun () -> 0) most_megabytes count (reader : Reading.t) =
  if count land 4095 = 0 || reader.bytes > 65536 then see most_megabytes (Disk.megabytes kept)

(* Three sets of clauses are there at a time. *)
let see_room most_megabytes (header : Dimacs.header) = see most_megabytes (3 * (header.clauses / 8) / 1048576)

let longest_line (header : Dimacs.header) supposed (reader : Reading.t) =
  let numbers = (2 * header.variables) + header.clauses + supposed + reader.line + 5 in
  (Reading.number_bytes * min numbers Reading.most_numbers) - 1

(* The clauses of the formula that some hint names, and those of `parts` that speak of nothing but their cases:
   the others are looked at, but not kept. On a long formula these are most. *)
let used_by form most_megabytes (header : Dimacs.header) (parts : Parts.part list) =
  let used = Bits.none header.clauses in
  List.iter
    (fun (part : Parts.part) ->
      let reader = Reading.opened part.file in
      let supposed = List.length part.literals in
      let rec follow () =
        match form.read_line reader (longest_line header supposed reader) with
        | Nothing -> ()
        | Blank | Forgetting -> follow ()
        | Learning ->
            see_memory most_megabytes reader.line reader;
            Lrat.use reader used;
            if form.goes_on || not (Lrat.is_empty reader) then follow ()
      in
      follow ();
      Reading.closed reader)
    parts;
  used

(* Read the rest of the formula. What is in `absent` afterwards belongs to it, but was not kept. *)
let formula form checking kept used reader (header : Dimacs.header) =
  let absent = Bits.none header.clauses in
  form.clauses reader header (fun number literals clause ->
      see_memory ~kept:(kept_words checking) checking.most_megabytes number reader;
      let line = Given (Naming.name number, clause) in
      if Parts.keep kept number literals || Bits.mem used number then read checking reader line
      else if checking.belongs clause then Bits.put absent number
      else Said.refused "Line %d of %s: %s." reader.line reader.file (sentence line Does_not_belong));
  Reading.closed reader;
  absent

let has_ended checking = match checking.state with Closed _ -> true | Open _ | Refused _ -> false

(* A proof from a formula that was read, and so many literals that were supposed. *)
let proof form checking header absent supposed path =
  let reader = Reading.opened path in
  let absent = Bits.copy absent in
  let rec follow () =
    match form.read_line reader (longest_line header supposed reader) with
    | Nothing -> ()
    | Blank ->
        if not (has_ended checking) then Reading.unreadable reader;
        follow ()
    | (Forgetting | Learning) as kind ->
        see_memory ~kept:(kept_words checking) checking.most_megabytes reader.line reader;
        if kind = Forgetting then read checking reader (Lrat.forgotten reader absent)
        else begin
          read checking reader (Lrat.learned reader absent);
          checking.lemmas <- checking.lemmas + 1
        end;
        if form.goes_on || not (has_ended checking) then follow ()
  in
  follow ();
  Reading.closed reader;
  if not (has_ended checking) then Said.refused "%s ends without the empty clause." reader.file

(* All parts of a proof, and that they cover every case. *)
let parts form checking (header : Dimacs.header) kept absent (parts : Parts.part list) =
  let alone = match parts with [ { literals = []; _ } ] -> true | _ -> false in
  let where () = "The parts of the proof" in
  List.iteri
    (fun count (part : Parts.part) ->
      List.iteri
        (fun place literal ->
          step checking where
            (Suppose (Naming.name (header.clauses + place + 1), Numbers.literal literal)))
        part.literals;
      proof form checking header absent (List.length part.literals) part.file;
      if not alone then step checking where (Conclude (Parts.name_after count)))
    parts;
  if not alone then List.iter (step checking where) (Parts.covered kept parts)

(* The formula and the parts of its proof: what is left of them is for the theorems to say. What belongs to the
   formula may depend on the comments before it. *)
let refuted form ~remark ~belongs ~most_megabytes formula_file parts_of =
  let reader = Reading.opened formula_file in
  let remark words =
    see_memory most_megabytes reader.line reader;
    remark words
  in
  let header = form.header remark reader in
  see_room most_megabytes header;
  let these = parts_of () in
  let kept = Parts.keeping these in
  let checking = start ~belongs:(belongs ()) ~most_megabytes in
  let used = used_by form most_megabytes header these in
  let absent = formula form checking kept used reader header in
  parts form checking header kept absent these;
  if not (Lrup.refutes checking.state) then Said.refused "The formula is not refuted.";
  checking.lemmas
