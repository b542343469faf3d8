(* That the superflip needs 20 turns, or another even number: a search after each beginning of 3 turns. Each search shows a
   hypothesis of the theorems of god/Superflip.v; Superflip.all_searched, which is verified, decides whether they are all
   there. The finished shares of all searches may be kept in a journal, so that an interrupted run goes on where it ended. *)

let file = "god/Superflip.v"

type options = { tables : string; jobs : int; length : int; journal : string option; fresh : bool; progress : bool }

let options arguments =
  let rec from found = function
    | [] -> found
    | "--progress" :: rest -> from { found with progress = true } rest
    | "--fresh" :: rest -> from { found with fresh = true } rest
    | "--tables" :: folder :: rest -> from { found with tables = folder } rest
    | "--journal" :: path :: rest -> from { found with journal = Some path } rest
    | "--jobs" :: text :: rest -> from { found with jobs = Searching.number "--jobs" text 1 64 } rest
    | "--length" :: text :: rest ->
        let length = Searching.number "--length" text 6 20 in
        if length mod 2 = 1 then Said.not_done "--length is to be an even number from 6 to 20, not %d." length;
        from { found with length } rest
    | name :: _ -> Said.not_done "superflip does not have the option %S, or its value is missing." name
  in
  let found = from { tables = ""; jobs = 1; length = 20; journal = None; fresh = false; progress = false } arguments in
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

(* CPU seconds of this process and of those that it started. *)
let seconds () =
  let spent = Unix.times () in
  spent.tms_utime +. spent.tms_stime +. spent.tms_cutime +. spent.tms_cstime

(* A search of one more turn takes about 13 times as long. *)
let weight search = 13. ** float_of_int search.turns

type finished = { search : search; proof : Searching.proof }

let run { tables; jobs; length; journal; fresh; progress } =
  let all = searches length in
  let proved =
    Searching.proved
      { question = None; tables; jobs; rounds = false; progress = false; journal; fresh; by = None }
      { shares = (fun ~most:_ ~count:_ ~finished:_ ~looks:_ -> ()); excluded = (fun ~most:_ _ -> ()) }
  in
  let total = List.fold_left (fun sum search -> sum +. weight search) 0. all in
  let one finished search =
    let start = seconds () in
    let letters = Cubes.written (Superflip.cube_after search.first) in
    let proof = proved { Searching.start = letters; answer = None; length = search.turns + 1 } in
    let finished = { search; proof } :: finished in
    if progress then begin
      let part = List.fold_left (fun sum { search; _ } -> sum +. weight search) 0. finished /. total in
      Printf.eprintf
        "%d of %d beginnings searched, about %.0f %%: no %d turns after %s, %d looks, %d of %d shares from the journal, %.1f CPU seconds\n%!"
        (List.length finished) (List.length all) (100. *. part) search.turns search.name proof.looks proof.shares.kept
        proof.shares.all (seconds () -. start)
    end;
    finished
  in
  let finished = List.fold_left one [] all in
  let shown = List.map (fun { search; _ } -> (search.first, Numbers.natural search.turns)) finished in
  if not (Superflip.all_searched (Numbers.natural length) shown) then
    Said.not_done "The searches after %d beginnings do not suffice." (List.length shown);
  List.map (fun { proof; _ } -> proof) finished

let proved options =
  let proofs = try run options with Searching.No_tables reason -> Said.not_done "%s" reason in
  let length = string_of_int options.length in
  let looks = List.fold_left (fun sum (proof : Searching.proof) -> sum + proof.looks) 0 proofs in
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
    @ [ ("searches", string_of_int (List.length proofs)) ]
    @ Searching.entries_of_shares (Searching.all_shares proofs))
    theorem file looks
