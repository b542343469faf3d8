(* Why the program ends without having proved anything. *)

(* The certificate, or the proof, is no good: status 1. *)
exception Refused of string

(* The question, or the machine, is not one for this program: status 2. *)
exception Not_done of string

(* What no theorem covers: a puzzle, size, start, goal, set of moves or formula. Status 3. *)
exception Not_covered of string

let refused form = Printf.ksprintf (fun text -> raise (Refused text)) form
let not_done form = Printf.ksprintf (fun text -> raise (Not_done text)) form
let not_covered what = raise (Not_covered what)

let covered = function
  | "puzzle" -> "cubes"
  | "size" -> "cubes of 2 and 3 layers"
  | "start" -> "cubes with all stickers known"
  | "goal" -> "the goal solved, in any rotation, and with 3 layers a cube with all stickers known"
  | "moves" -> "all turns of a metric"
  | "ends" -> "formulas with one goal"
  | _ -> "formulas about the turns of the theorems, in their order"
