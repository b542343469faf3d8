(* The files that a visitor chose. JavaScript has them (`files.js`); their folder has no name. *)

type file = { size : int; next : unit -> Bytes.t; close : unit -> unit }

(* At most max_int; -1 without such a file. *)
external size_of : string -> int = "cubeproof_size"

(* The bytes from a position; none at the end. May raise Sys_error. *)
external piece_of : string -> int -> Bytes.t = "cubeproof_piece"

external names_of : unit -> string array = "cubeproof_names"

let opened path =
  let size = size_of path in
  if size < 0 then Said.refused "%s: No such file or directory." path;
  let at = ref 0 in
  let next () =
    let piece = piece_of path !at in
    at := !at + Bytes.length piece;
    piece
  in
  { size; next; close = ignore }

let names _ = names_of ()

(* A browser does not say it; it ends a program that needs too much. *)
let megabytes () = 0
