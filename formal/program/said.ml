(* Why the program ends without having proved anything. *)

(* The certificate, or the proof, is no good: status 1. *)
exception Refused of string

(* The question, or the machine, is not one for this program: status 2. *)
exception Not_done of string

let refused form = Printf.ksprintf (fun text -> raise (Refused text)) form
let not_done form = Printf.ksprintf (fun text -> raise (Not_done text)) form
