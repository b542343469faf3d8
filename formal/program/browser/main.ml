(* The checker of the page: three functions for JavaScript. *)

type command = int -> int * string * string

external offer : (unit -> string) -> command -> command -> unit = "cubeproof_offer"

let check most_megabytes = Verdict.ended (fun () -> Verdict.certificate ~most_megabytes "")

let refute most_megabytes =
  let parts () = [ { Parts.file = "proof.lrat"; literals = [] } ] in
  Verdict.ended (fun () -> Verdict.refutation ~most_megabytes Checking.of_other_programs "formula.cnf" parts)

let () = offer Verdict.version check refute
