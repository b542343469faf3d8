(* That the superflip needs 20 turns, or another even number: a search after each beginning of 3 turns. Each search shows a
   hypothesis of the theorems of god/Superflip.v; Superflip.all_searched, which is verified, decides whether they are all
   there. Finished searches may be kept in a journal, so that an interrupted run goes on where it ended. *)

let file = "god/Superflip.v"

type options = { tables : string; jobs : int; length : int; journal : string option; progress : bool }

let options arguments =
  let rec from found = function
    | [] -> found
    | "--progress" :: rest -> from { found with progress = true } rest
    | "--tables" :: folder :: rest -> from { found with tables = folder } rest
    | "--journal" :: path :: rest -> from { found with journal = Some path } rest
    | "--jobs" :: text :: rest -> from { found with jobs = Searching.number "--jobs" text 1 64 } rest
    | "--length" :: text :: rest ->
        let length = Searching.number "--length" text 6 20 in
        if length mod 2 = 1 then Said.not_done "--length is to be an even number from 6 to 20, not %d." length;
        from { found with length } rest
    | name :: _ -> Said.not_done "superflip does not have the option %S, or its value is missing." name
  in
  let found = from { tables = ""; jobs = 1; length = 20; journal = None; progress = false } arguments in
  if found.tables = "" then Said.not_done "superflip requires --tables.";
  found

type search = { first : Superflip.three_turns; name : string; turns : int }

let searches length =
  let search first =
    let slabs = List.map Excluded.slab_of (Superflip.word_of first) in
    let name = String.concat " " (List.map (Cubes.name 3) slabs) in
    { first; name; turns = Numbers.machine (Superflip.turns_to_exclude (Numbers.natural length) first) }
  in
  (* The shorter searches first. *)
  List.stable_sort (fun one other -> compare one.turns other.turns) (List.map search Superflip.beginnings)

(* A line of the journal has the digest of the program: searches of another program count nothing. *)
let line search looks seconds =
  Printf.sprintf "%s superflip %s: %d turns excluded, %d looks, %.1f s\n" Sources.digest search.name search.turns looks
    seconds

let looks_in search text =
  let prefix = Printf.sprintf "%s superflip %s: %d turns excluded, " Sources.digest search.name search.turns in
  let known = String.length prefix in
  if String.length text > known && String.sub text 0 known = prefix then
    match Scanf.sscanf (String.sub text known (String.length text - known)) "%d looks, %_f s%!" Fun.id with
    | looks when looks >= 0 -> Some looks
    | _ -> None
    | exception (Scanf.Scan_failure _ | Failure _ | End_of_file) -> None
  else None

let keep path text =
  try
    let channel = open_out_gen [ Open_append; Open_creat; Open_binary ] 0o644 path in
    Fun.protect ~finally:(fun () -> close_out_noerr channel) (fun () -> output_string channel text; flush channel)
  with Sys_error reason -> Said.not_done "%s." reason

(* The lines of a journal. If the last one was cut off, the next one starts on a new line. It is noticed now if the journal
   cannot be written. *)
let lines path =
  keep path "";
  if (Unix.stat path).st_kind <> Unix.S_REG then Said.not_done "%s: it is no regular file." path;
  match
    let channel = open_in_bin path in
    Fun.protect
      ~finally:(fun () -> close_in_noerr channel)
      (fun () -> really_input_string channel (in_channel_length channel))
  with
  | text ->
      let size = String.length text in
      if size > 0 && text.[size - 1] <> '\n' then keep path "\n";
      String.split_on_char '\n' text
  | exception Sys_error reason -> Said.not_done "%s." reason

(* CPU seconds of this process and of those that it started. *)
let seconds () =
  let spent = Unix.times () in
  spent.tms_utime +. spent.tms_stime +. spent.tms_cutime +. spent.tms_cstime

(* A search of one more turn takes about 13 times as long. *)
let weight search = 13. ** float_of_int search.turns

type account = { finished : (search * int) list; resumed : int }

let run { tables; jobs; length; journal; progress } =
  let all = searches length in
  let kept = match journal with Some path -> lines path | None -> [] in
  let proved =
    Searching.proved
      { question = None; tables; jobs; rounds = false; progress = false; journal = None; by = None }
      { shares = (fun ~most:_ ~count:_ ~finished:_ ~looks:_ -> ()); excluded = (fun ~most:_ _ -> ()) }
  in
  let total = List.fold_left (fun sum search -> sum +. weight search) 0. all in
  let one account search =
    match List.find_map (looks_in search) kept with
    | Some looks -> { finished = (search, looks) :: account.finished; resumed = account.resumed + 1 }
    | None ->
        let start = seconds () in
        let letters = Cubes.written (Superflip.cube_after search.first) in
        let proof = proved { Searching.start = letters; answer = None; length = search.turns + 1 } in
        Option.iter (fun path -> keep path (line search proof.looks (seconds () -. start))) journal;
        let finished = (search, proof.looks) :: account.finished in
        if progress then begin
          let part = List.fold_left (fun sum (search, _) -> sum +. weight search) 0. finished /. total in
          Printf.eprintf "%d of %d beginnings searched, about %.0f %%: no %d turns after %s, %d looks, %.1f CPU seconds\n%!"
            (List.length finished) (List.length all) (100. *. part) search.turns search.name proof.looks
            (seconds () -. start)
        end;
        { account with finished }
  in
  let account = List.fold_left one { finished = []; resumed = 0 } all in
  let shown = List.map (fun (search, _) -> (search.first, Numbers.natural search.turns)) account.finished in
  if not (Superflip.all_searched (Numbers.natural length) shown) then
    Said.not_done "The searches after %d beginnings do not suffice." (List.length shown);
  account

let proved options =
  let account = try run options with Searching.No_tables reason -> Said.not_done "%s" reason in
  let length = string_of_int options.length in
  let looks = List.fold_left (fun sum (_, looks) -> sum + looks) 0 account.finished in
  let theorem, shown =
    if options.length = 20 then
      let answer = String.concat " " (List.map (Cubes.name 3) Superflip.twenty_turns) in
      ("superflip_needs_20_turns", Json.[ ("answer", quoted answer); ("length", length) ])
    else ("superflip_needs", [ ("at_least", length) ])
  in
  Verdict.proved ~counted:"looks"
    (Json.[
       ("size", "3");
       ("start", quoted (Cubes.written Symmetries.superflip));
       ("goal", quoted "solved");
       ("turns", quoted "all");
       ("metric", quoted "htm");
     ]
    @ shown
    @ [ ("searches", string_of_int (List.length account.finished)); ("resumed", string_of_int account.resumed) ])
    theorem file looks
