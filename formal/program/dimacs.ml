(* A formula's file: comments, `p cnf VARIABLES CLAUSES`, then a clause a line, as our writer writes them. *)

type header = { variables : int; clauses : int }

let comment_bytes = 1000

(* The longest formulas have some thousands. How long a line may be depends on them. *)
let most_variables = 100_000

(* What a file says of itself, if it can be so: a clause takes two bytes or more. *)
let believed reader variables clauses =
  let file = reader.Reading.file in
  if variables > most_variables then
    Said.not_done "%s has %d variables, and no more than %d are allowed here." file variables most_variables;
  if clauses > Reading.size reader / 2 then Said.refused "%s is too short for %d clauses." file clauses;
  { variables; clauses }

(* The rest of a line, as text. *)
let rest reader =
  let text = Buffer.create 80 in
  while not (Reading.ended reader) do
    Buffer.add_char text (Char.chr (Reading.peek reader));
    Reading.step reader
  done;
  Buffer.contents text

let expect reader text =
  String.iter
    (fun wanted ->
      if Reading.peek reader <> Char.code wanted then Reading.unreadable reader;
      Reading.step reader)
    text

(* `remark` gets the words of each comment. *)
let rec header remark reader =
  if not (Reading.begin_line reader comment_bytes) then
    Said.refused "%s has no line that begins with \"p cnf\"." reader.Reading.file;
  if Reading.peek reader = Char.code 'c' then begin
    (match String.split_on_char ' ' (rest reader) with "c" :: words -> remark words | _ -> ());
    header remark reader
  end
  else begin
    expect reader "p cnf ";
    Reading.numbers reader;
    match Reading.listed reader 0 (reader.count - 1) Fun.id with
    | [ variables; clauses ] when variables >= 0 && clauses >= 0 -> believed reader variables clauses
    | _ -> Reading.unreadable reader
  end

(* Call `receive` with the number of each clause and with its literals, as machine integers and as proofs have them. *)
let iter reader header receive =
  for number = 1 to header.clauses do
    if not (Reading.begin_line reader (Reading.number_bytes * ((2 * header.variables) + 4))) then
      Said.refused "%s ends after %d of %d clauses." reader.file (number - 1) header.clauses;
    Reading.numbers reader;
    let last = reader.count - 1 in
    if last < 0 || reader.numbers.(last) <> 0 then Reading.unreadable reader;
    let checked literal =
      if literal = 0 || abs literal > header.variables then Reading.unreadable reader else literal
    in
    let literals = Reading.listed reader 0 (last - 1) checked in
    receive number literals (Reading.listed reader 0 (last - 1) Numbers.literal)
  done;
  if Reading.begin_line reader 1 then
    Said.refused "Line %d of %s comes after the last clause." reader.line reader.file
