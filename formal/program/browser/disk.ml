(* The files that a visitor chose. JavaScript has them (`files.js`); their folder has no name. *)

type file = { size : int; next : unit -> Bytes.t; close : unit -> unit }

(* At most max_int; -1 without such a file. *)
external size_of : string -> int = "cubeproof_size"

(* The bytes from a position; none at the end. May raise Sys_error. *)
external piece_of : string -> int -> Bytes.t = "cubeproof_piece"

external names_of : unit -> string array = "cubeproof_names"

let measured = ref 0        (* megabytes *)
let unmeasured = ref 0      (* the bytes that were read since *)

let opened path =
  let size = size_of path in
  if size < 0 then Said.refused "%s: No such file or directory." path;
  unmeasured := max_int / 2;
  let at = ref 0 in
  let next () =
    let piece = piece_of path !at in
    at := !at + Bytes.length piece;
    unmeasured := min (max_int / 2) (!unmeasured + Bytes.length piece);
    piece
  in
  { size; next; close = ignore }

let names _ = names_of ()

(* A browser does not report its use of memory, and ends a page that uses too much. So the words of the clauses in memory
   are counted from time to time, as sixteen bytes each: one byte of a file can take eighty bytes of memory. *)
let megabytes words =
  if !unmeasured / 13107 > 100 + (!measured / 2) then begin
    measured := words () / 65536;
    unmeasured := 0
  end;
  !measured
let more_memory = "the command cubeproof check has more"
