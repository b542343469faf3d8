(* The tables that `cubeproof-tables` is to compare, read from their files; what is no stored table is refused.

   This is linked before what Coq extracted, so it runs before the certified distances are computed, which takes seconds. *)

type metric = Htm | Qtm
type table = { file : string; metric : metric; payload : string }

let usage =
  "cubeproof-tables FILE...     each holds the distances of all states of the 2x2x2, as they are proved\n\
   \n\
   A FILE is one that `cubeproof tables build distance-2x2x2-htm` (or -qtm) has stored.\n\
   Status: 0 all agree; 1 one differs; 2 one cannot be read, or is no such table.\n"

exception Unreadable of string

let unreadable form = Printf.ksprintf (fun text -> raise (Unreadable text)) form
let metrics = [ ("distance-2x2x2-htm", Htm); ("distance-2x2x2-qtm", Qtm) ]
let payload_bytes = 918_540

let longest_line = 1000

(* The first line, which must be short. *)
let first_line file input =
  let text = Buffer.create 100 in
  let rec follow () =
    match input_char input with
    | '\n' -> Buffer.contents text
    | _ when Buffer.length text = longest_line -> unreadable "%s does not begin as a stored table does." file
    | letter ->
        Buffer.add_char text letter;
        follow ()
  in
  follow ()

(* The line in front says what the table is. *)
let metric file line =
  match String.split_on_char ' ' line with
  | "cubeproof-table" :: "2" :: name :: _ when String.length name > 5 && String.sub name 0 5 = "name=" -> (
      let name = String.sub name 5 (String.length name - 5) in
      match List.assoc_opt name metrics with
      | Some metric -> metric
      | None -> unreadable "%s holds %S, which is not among the certified tables." file name)
  | _ -> unreadable "%s does not begin as a stored table does." file

let read file =
  let input = try open_in_bin file with Sys_error reason -> unreadable "%s." reason in
  Fun.protect
    ~finally:(fun () -> close_in input)
    (fun () ->
      try
        let metric = metric file (first_line file input) in
        if in_channel_length input - pos_in input <> payload_bytes then
          unreadable "%s does not hold %d bytes." file payload_bytes;
        { file; metric; payload = really_input_string input payload_bytes }
      with
      | End_of_file -> unreadable "%s does not begin as a stored table does." file
      | Sys_error reason -> unreadable "%s cannot be read: %s." file reason)

let tables =
  match List.tl (Array.to_list Sys.argv) with
  | [] | "--help" :: _ ->
      prerr_string usage;
      exit 2
  | files -> (
      try List.map read files
      with Unreadable reason ->
        prerr_endline reason;
        exit 2)
