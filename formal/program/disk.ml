(* The files of the machine. *)

type file = { size : int; next : unit -> Bytes.t; close : unit -> unit }

(* A pipe may have no end, and could not be read twice. *)
let regular path =
  match (Unix.stat path).st_kind with
  | S_REG -> ()
  | S_DIR -> Said.refused "%s: Is a directory." path
  | _ -> Said.refused "%s: It is no regular file." path
  | exception Unix.Unix_error (error, _, _) -> Said.refused "%s: %s." path (Unix.error_message error)

let opened path =
  regular path;
  match open_in_bin path with
  | channel ->
      let piece = Bytes.create 65536 in
      let next () =
        let count = input channel piece 0 (Bytes.length piece) in
        if count = Bytes.length piece then piece else Bytes.sub piece 0 count
      in
      { size = in_channel_length channel; next; close = (fun () -> close_in_noerr channel) }
  | exception Sys_error reason -> Said.refused "%s." reason

let names = Sys.readdir
let megabytes _ = (Gc.quick_stat ()).heap_words / 131072
let more_memory = "--memory allows more"
