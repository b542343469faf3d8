(* The checker of the page: two functions for JavaScript. *)

external offer : (unit -> string) -> (unit -> int * string * string) -> unit = "cubeproof_offer"

let () = offer Verdict.version (fun () -> Verdict.ended (fun () -> Verdict.certificate ~most_megabytes:2000 ""))
