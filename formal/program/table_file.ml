(* The numbers after each turn, which are computed here, those of the inverse, and after them the stored table of pairs, search-3x3x3-phase1, as
   one array of bytes. Nothing of it is believed: Pairs.tables_ok tests every entry. *)

let name = "search-3x3x3-phase1"
let version = 1
let bytes = 6_575_301

(* Where the table starts. *)
let stored = Words.literal Tables.stored

(* Of a file with its header. *)
let most_bytes = bytes + 65_536

let fault path form =
  Printf.ksprintf (fun reason -> Said.not_done "The table file %s cannot be used: %s." path reason) form

(* A header is one line of ASCII, padded with spaces to a multiple of 64 bytes. *)
let header path channel =
  let line = try input_line channel with End_of_file -> "" in
  match
    Scanf.sscanf line "cubeproof-table 2 name=%s version=%d bytes=%d checksum=%s" (fun name version bytes _ ->
        (name, version, bytes))
  with
  | exception (Scanf.Scan_failure _ | Failure _ | End_of_file) -> fault path "it does not start like a table file"
  | found, _, _ when found <> name -> fault path "it is the table %S, not %S" found name
  | _, found, _ when found <> version -> fault path "it has version %d, not %d" found version
  | _, _, found when found <> bytes -> fault path "its table has %d bytes, not %d" found bytes
  | _ -> String.length line + 1

let fill_bytes path channel (memory : Words.memory) =
  let piece = Bytes.create 65536 in
  let rec from place =
    let count = input channel piece 0 (min (Bytes.length piece) (bytes - place)) in
    if count = 0 then place
    else begin
      for index = 0 to count - 1 do
        Bigarray.Array1.set memory (stored + place + index) (Bytes.get piece index)
      done;
      from (place + count)
    end
  in
  let present = from 0 in
  if present < bytes then fault path "it is cut off after %d bytes of %d" present bytes;
  if input channel piece 0 1 > 0 then fault path "more bytes follow its table"

(* A view as a number, one bit for each place. *)
let packed view = List.fold_left (fun bits bit -> (2 * bits) + (if bit then 1 else 0)) 0 view

let fill_moves (memory : Words.memory) coordinate =
  let views = Array.of_list (List.map Array.of_list (Views.views coordinate)) in
  let numbers = Hashtbl.create 4096 in
  Array.iteri (fun number view -> Hashtbl.replace numbers (packed (Array.to_list view)) number) views;
  let start = Tables.moves_of coordinate in
  let fill (turn, way) =
    let way = List.map Numbers.machine way in
    let fill_one number view =
      let after = Hashtbl.find numbers (packed (List.map (fun place -> view.(place)) way)) in
      Inverse_tables.put memory (start + (18 * number) + Numbers.machine turn) after
    in
    Array.iteri fill_one views
  in
  List.iter fill (Views.ways coordinate)

let read folder : Words.memory =
  let path = Filename.concat folder (name ^ ".table") in
  (match Unix.stat path with
  | { st_kind = S_REG; st_size; _ } ->
      if st_size > most_bytes then fault path "it has %d bytes, and at most %d are read" st_size most_bytes
  | _ -> fault path "it is no regular file"
  | exception Unix.Unix_error (reason, _, _) -> fault path "%s" (Unix.error_message reason));
  let channel = try open_in_bin path with Sys_error reason -> fault path "%s" reason in
  let memory = Bigarray.Array1.create Bigarray.char Bigarray.c_layout (stored + bytes) in
  Bigarray.Array1.fill memory '\000';
  Fun.protect
    ~finally:(fun () -> close_in_noerr channel)
    (fun () ->
      try
        ignore (header path channel);
        fill_bytes path channel memory
      with Sys_error reason -> fault path "%s" reason);
  List.iter (fill_moves memory) Views.coordinates;
  Inverse_tables.fill memory;
  memory
