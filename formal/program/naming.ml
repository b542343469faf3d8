(* The names of clauses for the checker. It keeps clauses in a tree, and the digits of a name, from the last one, are
   the way to the clause. A proof mostly uses clauses that it learned shortly before, so clauses with near numbers
   should have near places: numbers below `ordered_below` are in order in a tree of `levels` levels. A 10-turn proof
   is checked in half of the time. The theorems hold for any names; a name for two clauses would only be refused. *)

open BinNums

let levels = 20
let ordered_below = 1 lsl levels

(* The binary digits above the lowest digit 1, from the first one, as in a search tree: 4 is the root of the
   numbers 1 to 7, 2 and 6 are below it. *)
let way_to number =
  let rec above at way =
    if at = levels then way
    else above (at + 1) (if number land (1 lsl at) <> 0 then Coq_xI way else Coq_xO way)
  in
  let rec lowest at = if number land (1 lsl at) <> 0 then at else lowest (at + 1) in
  above (lowest 0 + 1) Coq_xH

let name number =
  if number < 1 then invalid_arg "name"
  else if number < ordered_below then Coq_xO (way_to number)
  else Coq_xI (Numbers.positive number)

(* The number that a name was made of. *)
let number = function
  | Coq_xO way ->
      let rec from at number = function
        | Coq_xH -> number lor (1 lsl (at - 1))
        | Coq_xO way -> from (at - 1) number way
        | Coq_xI way -> from (at - 1) (number lor (1 lsl (at - 1))) way
      in
      from levels 0 way
  | Coq_xI positive -> Numbers.integer positive
  | Coq_xH -> invalid_arg "number"
