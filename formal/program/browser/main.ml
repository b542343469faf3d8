(* The checker of the page: two functions for JavaScript. *)

external offer : (unit -> string) -> (int -> int * string * string) -> unit = "cubeproof_offer"

let () =
  offer Verdict.version (fun most_megabytes ->
      Verdict.ended (fun () -> Verdict.certificate ~most_megabytes ""))
