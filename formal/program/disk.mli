(* Where the bytes of files come from, and how much memory is used: of the machine in `disk.ml`, of the browser in
   `browser/disk.ml`. All code that judges is the same in both. *)

type file = {
  size : int;                     (* in bytes *)
  next : unit -> Bytes.t;         (* the next bytes, valid until the next call; none at the end. May raise Sys_error *)
  close : unit -> unit;
}

(* Refuses what is no regular file, with a sentence. *)
val opened : string -> file

(* The names in a folder. May raise Sys_error. *)
val names : string -> string array

(* The memory that is used, in megabytes; the argument counts the words of the clauses that are kept. *)
val megabytes : (unit -> int) -> int

(* The end of a sentence: how to get more memory. *)
val more_memory : string
