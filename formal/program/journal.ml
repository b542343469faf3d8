(* Finished shares of searches, in a file to which lines are only added, so that a search that was interrupted need not
   search them again. Each line ends with a sum over the line, against accidents: a line without its sum counts nothing.
   Who can write to the file can make it lie, so a search makes some of its shares again (search_shares.ml). Several
   programs may add to it at once: each line is written in one piece. *)

type t = {
  lines : string list;                        (* those with their sums, without them *)
  damaged : int;                              (* the number of other lines *)
  file : Unix.file_descr;
  path : string;
  mutable works : bool;
}

let most_bytes = 64_000_000

let failed path reason = Said.not_done "The journal %s cannot be used: %s." path reason

let sum_starts = " sum "

let with_sum line = line ^ sum_starts ^ Digest.to_hex (Digest.string line)

(* The line that a sum belongs to. *)
let without_sum text =
  let length = String.length text - String.length (with_sum "") in
  if length < 0 then None
  else
    let line = String.sub text 0 length in
    if with_sum line = text then Some line else None

let write journal text =
  let written = try Unix.write_substring journal.file text 0 (String.length text) with Unix.Unix_error _ -> 0 in
  (* A full disk ends the journal, not the search. *)
  if written < String.length text && journal.works then begin
    journal.works <- false;
    prerr_endline ("The journal " ^ journal.path ^ " cannot be written: finished shares are not kept.")
  end

let text_of path file size =
  let text = Bytes.create size in
  let rec from place =
    if place < size then
      match Unix.read file text place (size - place) with
      | 0 -> failed path "it was cut off while it was read"
      | count -> from (place + count)
  in
  from 0;
  Bytes.to_string text

(* The file is made if there is none. A line that a program left incomplete is ended first. *)
let opened path =
  match
    let file = Unix.openfile path [ O_RDWR; O_CREAT; O_APPEND; O_CLOEXEC; O_NONBLOCK ] 0o600 in
    let status = Unix.fstat file in
    if status.st_kind <> S_REG then failed path "it is no regular file";
    if status.st_size > most_bytes then failed path (Printf.sprintf "it has more than %d bytes" most_bytes);
    let text = text_of path file status.st_size in
    let all = List.filter (fun line -> line <> "") (String.split_on_char '\n' text) in
    let lines = List.filter_map without_sum all in
    let journal = { lines; damaged = List.length all - List.length lines; file; path; works = true } in
    if text <> "" && text.[String.length text - 1] <> '\n' then write journal "\n";
    journal
  with
  | journal ->
      if journal.damaged > 0 then
        prerr_endline
          (Printf.sprintf "Lines of the journal %s without their right sum: %d. They count nothing; their shares are searched."
             path journal.damaged);
      journal
  | exception Unix.Unix_error (reason, _, _) -> failed path (Unix.error_message reason)

let add journal line = if journal.works then write journal (with_sum line ^ "\n")
