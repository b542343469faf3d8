(* Formulas and proofs as other programs write them: blanks of any kind, and comments and empty lines between the
   others; in a formula, clauses over several lines or several in a line, and the end of SATLIB's files; in a proof,
   anything after the empty clause. A certificate's files are read by dimacs.ml and lrat.ml, which accept only what
   our writer writes. A file that is not a formula is not checked. *)

let most_variables = 1_000_000_000
let most_literals = 10_000_000
let is_blank = function 9 | 11 | 12 | 13 | 32 -> true | _ -> false
let is_comment letter = letter = Char.code 'c' || letter = Char.code 'C'

let rec skip_blanks reader =
  if is_blank (Reading.peek reader) then begin
    Reading.step reader;
    skip_blanks reader
  end

let rec skip_line reader =
  if not (Reading.ended reader) then begin
    Reading.step reader;
    skip_line reader
  end

let number reader =
  let number = Reading.integer reader in
  let next = Reading.peek reader in
  if is_blank next || next = Reading.line_feed || next = -1 then number else Reading.unreadable reader

(* ** Formulas *)

let no_formula (reader : Reading.t) =
  Said.not_done "Line %d of %s is not a line of a DIMACS file." reader.line reader.file

(* Begin a line of any length; the literals of the lines before it stay. *)
let next_line (reader : Reading.t) =
  let count = reader.count in
  let exists = Reading.begin_line reader max_int in
  reader.count <- count;
  exists

let literal reader =
  if Reading.peek reader = Char.code '+' then begin
    Reading.step reader;
    if not (Reading.is_digit (Reading.peek reader)) then no_formula reader
  end;
  match number reader with literal -> literal | exception Said.Refused _ -> no_formula reader

let expect reader letter =
  let next = Reading.peek reader in
  if next < 0 || Char.lowercase_ascii (Char.chr next) <> letter then no_formula reader;
  Reading.step reader

let expect_blanks reader =
  if not (is_blank (Reading.peek reader)) then no_formula reader;
  skip_blanks reader

let rec header (reader : Reading.t) =
  if not (next_line reader) then Said.not_done "%s has no line \"p cnf VARIABLES CLAUSES\"." reader.file;
  skip_blanks reader;
  if is_comment (Reading.peek reader) then begin
    skip_line reader;
    header reader
  end
  else if Reading.ended reader then header reader
  else begin
    expect reader 'p';
    expect_blanks reader;
    String.iter (expect reader) "cnf";
    expect_blanks reader;
    let variables = literal reader in
    expect_blanks reader;
    let clauses = literal reader in
    skip_blanks reader;
    if variables < 0 || clauses < 0 || not (Reading.ended reader) then no_formula reader;
    if variables > most_variables then
      Said.not_done "%s has %d variables, and no more than %d are allowed." reader.file variables most_variables;
    (* A clause takes two bytes or more. *)
    if clauses > Reading.size reader / 2 then Said.not_done "%s is too short for %d clauses." reader.file clauses;
    { Dimacs.variables; clauses }
  end

(* After the clauses, SATLIB's files have a line with % and a line with 0. *)
let rec see_the_end reader =
  skip_blanks reader;
  if not (Reading.ended reader) then no_formula reader;
  if next_line reader then begin
    skip_blanks reader;
    if Reading.peek reader = Char.code '0' then Reading.step reader;
    see_the_end reader
  end

(* The same as Dimacs.iter. *)
let iter (reader : Reading.t) (header : Dimacs.header) receive =
  let number = ref 0 in
  let keep = function
    | 0 ->
        incr number;
        if !number > header.clauses then
          Said.not_done "%s has more than the %d clauses that it declares." reader.file header.clauses;
        let last = reader.count - 1 in
        receive !number (Reading.listed reader 0 last Fun.id) (Reading.listed reader 0 last Numbers.literal);
        reader.count <- 0
    | literal when abs literal > header.variables -> no_formula reader
    | literal ->
        if reader.count = most_literals then
          Said.not_done "%s has a clause of more than %d literals." reader.file most_literals;
        Reading.keep reader literal
  in
  let rec rest_of_line () =
    skip_blanks reader;
    if not (Reading.ended reader) then begin
      keep (literal reader);
      rest_of_line ()
    end
  in
  let rec lines () =
    if next_line reader then begin
      skip_blanks reader;
      let next = Reading.peek reader in
      if next = Char.code '%' then begin
        Reading.step reader;
        see_the_end reader
      end
      else begin
        if is_comment next then skip_line reader else rest_of_line ();
        lines ()
      end
    end
  in
  lines ();
  if !number < header.clauses || reader.count > 0 then
    Said.not_done "%s ends after %d of %d clauses." reader.file !number header.clauses

(* ** Proofs *)

let rec numbers reader =
  skip_blanks reader;
  if not (Reading.ended reader) then begin
    Reading.keep reader (number reader);
    numbers reader
  end

(* A lemma that only keeps the formula satisfiable: hints with a minus name the clauses that its first literal resolves with;
   without hints there are none. Such a proof may be right. *)
let is_rat (reader : Reading.t) =
  let middle = Lrat.zero_from reader 1 and last = reader.count - 1 in
  let rec some_negative index = index < last && (reader.numbers.(index) < 0 || some_negative (index + 1)) in
  middle > 1 && (middle + 1 = last || some_negative (middle + 1))

let learning_by_hints (reader : Reading.t) =
  if is_rat reader then
    Said.not_done "Line %d of %s is a RAT step, and RAT steps are not supported." reader.line reader.file;
  Lrat.Learning

(* The same as Lrat.read_line, but never a blank line. *)
let rec read_line reader longest =
  if not (Reading.begin_line reader longest) then Lrat.Nothing
  else begin
    skip_blanks reader;
    if is_comment (Reading.peek reader) then begin
      skip_line reader;
      read_line reader longest
    end
    else if Reading.ended reader then read_line reader longest
    else begin
      Reading.keep reader (number reader);
      skip_blanks reader;
      let forgets = Reading.peek reader = Char.code 'd' in
      if forgets then begin
        Reading.step reader;
        if not (is_blank (Reading.peek reader)) then Reading.unreadable reader
      end;
      numbers reader;
      match Lrat.kind reader ~forgets with Learning -> learning_by_hints reader | kind -> kind
    end
  end
