(* A proof's file: lines `N literals 0 hints 0` and `N d names 0`, as docs/certificate.md tells. *)

open Lrup

(* Names of clauses: positive numbers. A negative one is a hint of a RAT step, which is refused. *)
let names reader first last =
  let name number = if number < 1 then Reading.unreadable reader else Naming.name number in
  Reading.listed reader first last name

let some_hint_twice reader first last =
  let hints = Array.sub reader.Reading.numbers first (last - first + 1) in
  Array.sort compare hints;
  let twice = ref false in
  for index = 1 to Array.length hints - 1 do
    if hints.(index) = hints.(index - 1) then twice := true
  done;
  !twice

(* The first zero after the first number, or the end. *)
let rec zero_from reader index =
  if index >= reader.Reading.count || reader.numbers.(index) = 0 then index
  else zero_from reader (index + 1)

type kind = Nothing | Blank | Forgetting | Learning

(* The kind of the line whose numbers were read. *)
let kind (reader : Reading.t) ~forgets =
  let last = reader.count - 1 in
  if reader.numbers.(last) <> 0 then Reading.unreadable reader;
  if forgets then if last < 1 || reader.numbers.(0) < 0 then Reading.unreadable reader else Forgetting
  else if zero_from reader 1 >= last || reader.numbers.(0) < 1 then Reading.unreadable reader
  else Learning

(* Whether the lemma that was read is the empty clause. *)
let is_empty reader = zero_from reader 1 = 1

(* Read the next line into the reader's numbers: the name, then all that comes after it. *)
let read_line reader longest =
  if not (Reading.begin_line reader longest) then Nothing
  else begin
    Reading.skip_spaces reader;
    if Reading.ended reader then Blank
    else begin
      Reading.keep reader (Reading.number reader);
      Reading.skip_spaces reader;
      let forgets = Reading.peek reader = Char.code 'd' in
      if forgets then begin
        Reading.step reader;
        if Reading.peek reader <> Reading.space then Reading.unreadable reader
      end;
      Reading.numbers reader;
      kind reader ~forgets
    end
  end

(* The line that was read, for the checker. Clauses that are `absent` were left out of the formula, since no hint
   names them: they can be forgotten, once. *)
let forgotten reader absent =
  let last = reader.Reading.count - 1 in
  let rec from index rest =
    if index < 1 then Forget rest
    else
      let number = reader.numbers.(index) in
      if number < 1 then Reading.unreadable reader
      else if Bits.take absent number then from (index - 1) rest
      else from (index - 1) (Naming.name number :: rest)
  in
  from (last - 1) []

let learned reader absent =
  let last = reader.Reading.count - 1 in
  let lemma = reader.numbers.(0) and middle = zero_from reader 1 in
  if some_hint_twice reader (middle + 1) (last - 1) then
    Said.refused "Line %d of %s: lemma %d has a hint twice." reader.line reader.file lemma;
  if Bits.mem absent lemma then
    Said.refused "Line %d of %s: clause %d already exists." reader.line reader.file lemma;
  Learn
    ( Naming.name lemma,
      Reading.listed reader 1 (middle - 1) Numbers.literal,
      names reader (middle + 1) (last - 1) )

(* Put into `used` the clauses of the formula that the hints of the line name. *)
let use reader used =
  for index = zero_from reader 1 + 1 to reader.Reading.count - 2 do
    Bits.put used reader.numbers.(index)
  done
