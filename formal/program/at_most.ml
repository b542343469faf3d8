(* That 40 turns of faces solve every 3×3×3 that turns reach: the two tests of the stored table of phase 1 are the hypotheses of the theorem of
   god/Forty.v. *)

let theorem = "forty_turns_are_enough"
let file = "god/Forty.v"

type options = { tables : string; progress : bool }

let options arguments =
  let rec from options = function
    | [] -> options
    | "--progress" :: rest -> from { options with progress = true } rest
    | "--tables" :: folder :: rest -> from { options with tables = folder } rest
    | name :: _ -> Said.not_done "at-most does not have the option %S, or its value is missing." name
  in
  let options = from { tables = ""; progress = false } arguments in
  if options.tables = "" then Said.not_done "at-most requires --tables.";
  options

let entries = 64_430 * 2187

let proved { tables; progress } =
  let tell form = Printf.ksprintf (fun text -> if progress then Printf.eprintf "%s, %.1f CPU seconds\n%!" text (Sys.time ())) form in
  if progress then prerr_endline "Testing that entries are lower bounds, in about 15 seconds";
  let memory = Searching.phase1.tables tables in
  tell "All entries are lower bounds. Testing that they are exact, in about 6 seconds";
  if not (Phase1Exact.phase1_exact memory) then
    if Phase1Exact.symmetries_exact memory && Phase1Exact.home_exact memory then
      Searching.wrong Table_file.whole tables "an entry is not the number of turns"
    else Searching.wrong Table_file.coordinates tables "its classes do not tell the solved cube from others";
  tell "All entries are exact";
  Verdict.proved ~counted:"entries"
    Json.[
      ("size", "3");
      ("start", quoted "reachable");
      ("goal", quoted "solved");
      ("turns", quoted "all");
      ("metric", quoted "htm");
      ("at_most", "40");
      ("table", quoted (Filename.concat tables (Table_file.whole.name ^ ".table")));
      ("digest", quoted (Searching.digest_of_bytes memory));
      ("seconds", Printf.sprintf "%.1f" (Sys.time ()));
    ]
    theorem file entries
