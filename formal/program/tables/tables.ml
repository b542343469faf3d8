(* `cubeproof-tables`: compares stored tables of the 2×2×2 with the distances that the proofs are about.

   What agrees is what `agreed_payload` in mini/Stored.v speaks of: the table has the distance of every state. *)

open Certified

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

let byte value =
  let bit k = value land (1 lsl k) <> 0 in
  Byte (bit 0, bit 1, bit 2, bit 3, bit 4, bit 5, bit 6, bit 7)

(* There are 256 of them; a list of a million has no room for as many copies. *)
let bytes = Array.init 256 byte

let rec reversed_payload input found =
  match input_byte input with
  | value -> reversed_payload input (bytes.(value) :: found)
  | exception End_of_file -> found

let read file =
  let input = try open_in_bin file with Sys_error reason -> unreadable "%s." reason in
  Fun.protect
    ~finally:(fun () -> close_in input)
    (fun () ->
      try
        let metric = metric file (first_line file input) in
        if in_channel_length input - pos_in input <> payload_bytes then
          unreadable "%s does not hold %d bytes." file payload_bytes;
        (metric, reversed_payload input [])
      with
      | End_of_file -> unreadable "%s does not begin as a stored table does." file
      | Sys_error reason -> unreadable "%s cannot be read: %s." file reason)

let agrees_with_proofs file =
  let metric, payload = read file in
  let same = agrees metric payload in
  Printf.printf "%s %s\n%!" file
    (if same then "holds the certified distances of all 3674160 states." else "differs from the certified distances.");
  same

let () =
  match List.tl (Array.to_list Sys.argv) with
  | [] | "--help" :: _ ->
      prerr_string usage;
      exit 2
  | files -> (
      match List.map agrees_with_proofs files with
      | verdicts -> exit (if List.for_all Fun.id verdicts then 0 else 1)
      | exception Unreadable reason ->
          prerr_endline reason;
          exit 2)
