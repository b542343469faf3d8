(* Stored tables as the search engine writes them. Their bytes are read into memory; nothing of them is believed. *)

type table = { name : string; version : int; bytes : int }

(* Pairs of twist, flip and slots. *)
let pairs = { name = "search-3x3x3-phase1"; version = 1; bytes = 6_575_301 }

(* All of phase 1, and its classes. *)
let whole = { name = "search-3x3x3-whole1"; version = 1; bytes = 70_454_205 }
let coordinates = { name = "search-3x3x3-coordinates"; version = 1; bytes = 14_195_750 }

(* Of a file with its header. *)
let most_bytes table = table.bytes + 65_536

let fault path form =
  Printf.ksprintf (fun reason -> Said.not_done "The table file %s cannot be used: %s." path reason) form

(* A header is one line of ASCII, padded with spaces to a multiple of 64 bytes. *)
let header path channel table =
  let line = try input_line channel with End_of_file -> "" in
  match
    Scanf.sscanf line "cubeproof-table 2 name=%s version=%d bytes=%d checksum=%s" (fun name version bytes _ ->
        { name; version; bytes })
  with
  | exception (Scanf.Scan_failure _ | Failure _ | End_of_file) -> fault path "it does not start like a table file"
  | found when found.name <> table.name -> fault path "it is the table %S, not %S" found.name table.name
  | found when found.version <> table.version ->
      fault path "it has version %d, not %d" found.version table.version
  | found when found.bytes <> table.bytes -> fault path "its table has %d bytes, not %d" found.bytes table.bytes
  | _ -> ()

let fill_bytes path channel table (memory : Words.memory) first =
  let piece = Bytes.create 65536 in
  let rec from place =
    let count = input channel piece 0 (min (Bytes.length piece) (table.bytes - place)) in
    if count = 0 then place
    else begin
      for index = 0 to count - 1 do
        Bigarray.Array1.set memory (first + place + index) (Bytes.get piece index)
      done;
      from (place + count)
    end
  in
  let present = from 0 in
  if present < table.bytes then fault path "it is cut off after %d bytes of %d" present table.bytes;
  if input channel piece 0 1 > 0 then fault path "more bytes follow its table"

(* Reads a table of a folder into the memory, from the byte [first] on. *)
let read folder table (memory : Words.memory) first =
  let path = Filename.concat folder (table.name ^ ".table") in
  (match Unix.stat path with
  | { st_kind = S_REG; st_size; _ } ->
      let most = most_bytes table in
      if st_size > most then fault path "it has %d bytes, and at most %d are read" st_size most
  | _ -> fault path "it is no regular file"
  | exception Unix.Unix_error (reason, _, _) -> fault path "%s" (Unix.error_message reason));
  let channel = try open_in_bin path with Sys_error reason -> fault path "%s" reason in
  Fun.protect
    ~finally:(fun () -> close_in_noerr channel)
    (fun () ->
      try
        header path channel table;
        fill_bytes path channel table memory first
      with Sys_error reason -> fault path "%s" reason)
