(* A proof's file: lines `N literals 0 hints 0` and `N d names 0`, as docs/certificate.md tells. *)

open Lrup

(* Names of clauses: positive numbers. A negative one is a hint of a RAT step, which is refused. *)
let names reader first last =
  let name number = if number < 1 then Reading.unreadable reader else Numbers.positive number in
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

(* The next line; none at the end of the file. A blank line is `Some None`. *)
let next reader longest : line option option =
  if not (Reading.begun reader longest) then None
  else begin
    Reading.skip_spaces reader;
    if Reading.ended reader then Some None
    else begin
      Reading.keep reader (Reading.number reader);
      Reading.skip_spaces reader;
      let forgets = Reading.peek reader = Char.code 'd' in
      if forgets then begin
        Reading.step reader;
        if Reading.peek reader <> Reading.space then Reading.unreadable reader
      end;
      Reading.numbers reader;
      let last = reader.count - 1 in
      if reader.numbers.(last) <> 0 then Reading.unreadable reader;
      if forgets then
        if last < 1 || reader.numbers.(0) < 0 then Reading.unreadable reader
        else Some (Some (Forget (names reader 1 (last - 1))))
      else begin
        let middle = zero_from reader 1 in
        if middle >= last || reader.numbers.(0) < 1 then Reading.unreadable reader;
        if some_hint_twice reader (middle + 1) (last - 1) then
          Said.refused "Line %d of %s: lemma %d has a hint twice." reader.line reader.file reader.numbers.(0);
        Some
          (Some
             (Learn
                ( Numbers.positive reader.numbers.(0),
                  Reading.listed reader 1 (middle - 1) Numbers.literal,
                  names reader (middle + 1) (last - 1) )))
      end
    end
  end
