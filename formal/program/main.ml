(* `cubeproof-formal`: checks refutations with the program that was extracted from the proofs. *)

let usage =
  "cubeproof-formal check FOLDER                     the certificate holds: its answer solves the cube, and nothing\n\
  \                                                   shorter does; prints what is proved, as one JSON object\n\
   cubeproof-formal check FORMULA.cnf PROOF.lrat     the formula has no model\n\
   cubeproof-formal refute FORMULA.cnf PART...       the same, by a proof in parts, in the form of a certificate\n\
   cubeproof-formal search --tables FOLDER [--jobs N] [--method pairs|phase1] --start LETTERS --length N\n\
  \                       [--answer TURNS]            the answer of a 3x3x3 is a shortest (htm): searches all words of\n\
  \                                                   fewer than N turns, with tables in FOLDER: pairs uses\n\
  \                                                   search-3x3x3-phase1; phase1, the default from 15 turns on,\n\
  \                                                   search-3x3x3-coordinates and search-3x3x3-whole1;\n\
  \                                                   without an answer: at least N turns are needed; without a start,\n\
  \                                                   each line of stdin has LETTERS N TURNS, or - for the turns\n\
   cubeproof-formal search --tables FOLDER [--jobs N] --certificate FOLDER\n\
  \                                                   the same for a certificate whose proof is a search\n\
  \  --rounds                                         exclude fewer turns first, and print each number: it stays true\n\
  \                                                   if the search is interrupted\n\
  \  --progress                                       print each finished share of the search\n\
  \  --journal FILE                                   add finished shares to this file; of those in it, search one in fifty\n\
  \                                                   again, chosen at random: another result refuses the answer\n\
  \  --fresh                                          search all shares of the journal again\n\
   cubeproof-formal superflip --tables FOLDER [--jobs N] [--length N] [--journal FILE] [--fresh] [--progress]\n\
  \                                                   the superflip needs 20 turns, or an even number N of them: one\n\
  \                                                   search after each of 75 beginnings; FILE keeps finished shares\n\
   cubeproof-formal at-most --tables FOLDER [--progress]\n\
  \                                                   every 3x3x3 that turns reach can be solved in 40 turns: tests that\n\
  \                                                   each entry of search-3x3x3-whole1 is the exact number of turns\n\
   cubeproof-formal version                          the number of this protocol, and the SHA-256 of the sources\n\
   cubeproof-formal turn SIZE                        the cube after the turns of each line of stdin\n\
   \n\
   A PART is the file of a proof, or FILE=VARIABLE,... if it supposes that these are true.\n\
   \n\
   --memory MB    before check and refute: give up beyond so much memory (2000)\n\
   \n\
   Status: 0 it is proved; 1 it is refused; 2 there is nothing to check; 3 no theorem covers the question.\n"

let most_megabytes = ref 2000

let refute form formula parts = Verdict.refutation ~most_megabytes:!most_megabytes form formula parts

let searched proved asked =
  let proof : Searching.proof = proved asked in
  let length = string_of_int asked.Searching.length in
  let answer =
    match asked.answer with
    | Some tokens -> Json.[ ("answer", quoted (String.concat " " tokens)); ("length", length) ]
    | None -> [ ("at_least", length) ]
  in
  Verdict.proved ~counted:"looks"
    (Json.[
       ("size", "3");
       ("start", quoted asked.start);
       ("goal", quoted "solved");
       ("turns", quoted "all");
       ("metric", quoted "htm");
     ]
    @ answer
    @ Searching.entries_of_shares proof.shares)
    proof.theorem proof.file proof.looks

(* One question, or one in each line of stdin: a line that is refused gets its reason, and the others are answered. *)
let search arguments =
  let { Searching.question; rounds; progress; _ } as options = Searching.options arguments in
  Search_shares.end_on_signals ();
  (* A wrong question is refused before the table is read. *)
  Option.iter (fun asked -> ignore (Searching.cube_of asked)) question;
  let shares ~most ~count ~finished ~looks =
    if progress then
      Printf.printf "{\"searching\": %d, \"finished\": %d, \"shares\": %d, \"looks\": %d}\n%!" most finished count looks
  in
  let excluded ~most (proof : Searching.proof) =
    if rounds then Printf.printf "%s%!" (Verdict.excluded most proof.theorem proof.file proof.looks)
  in
  let proved = Searching.proved options { shares; excluded } in
  let refused = ref false and open_ = ref false in
  let unproved mark reason =
    mark := true;
    Printf.printf "{\"proved\": false, \"reason\": %s}\n%!" (Json.quoted reason)
  in
  let answer line =
    try Printf.printf "%s%!" (searched proved (Searching.question_of line)) with
    | Said.Refused reason -> unproved refused reason
    | Said.Not_done reason -> unproved open_ reason
  in
  let rec follow () =
    match input_line stdin with
    | line ->
        answer line;
        follow ()
    | exception End_of_file ->
        let sentence = "Not all lines were proved." in
        if !refused then Said.refused "%s" sentence else if !open_ then Said.not_done "%s" sentence else ""
  in
  try match question with Some asked -> searched proved asked | None -> follow ()
  with Searching.No_tables reason -> Said.not_done "%s" reason

let superflip arguments =
  let options = Superflip_searches.options arguments in
  Search_shares.end_on_signals ();
  Superflip_searches.proved options

(* What the geometry of the proofs makes of turns, for the tests that compare it with ours. *)
let turn size =
  let solved = Geometry.solved_colours (Numbers.natural size) in
  let rec follow () =
    match input_line stdin with
    | line ->
        let colours = Geometry.after (Numbers.natural size) (Cubes.word size line) solved in
        Printf.printf "%s %b\n" (Cubes.written colours) (Solved.is_solved (Numbers.natural size) colours);
        follow ()
    | exception End_of_file -> ""
  in
  follow ()

let rec command = function
  | arguments when List.mem "--help" arguments -> usage
  | "--memory" :: megabytes :: rest ->
      (match int_of_string_opt megabytes with
      | Some number when number > 0 -> most_megabytes := number
      | _ -> Said.not_done "--memory is to be a number of megabytes, not %S." megabytes);
      command rest
  | "refute" :: formula :: (_ :: _ as parts) ->
      refute Checking.of_certificates formula (fun () -> List.map Parts.of_argument parts)
  | [ "check"; formula; proof ] ->
      refute Checking.of_other_programs formula (fun () -> [ { Parts.file = proof; literals = [] } ])
  | [ "check"; folder ] -> Verdict.certificate ~most_megabytes:!most_megabytes folder
  | "search" :: arguments -> search arguments
  | "superflip" :: arguments -> superflip arguments
  | "at-most" :: arguments -> At_most.proved (At_most.options arguments)
  | [ "version" ] -> Verdict.version ()
  | [ "turn"; "2" ] -> turn 2
  | [ "turn"; "3" ] -> turn 3
  | _ ->
      prerr_string usage;
      exit 2

let () =
  Gc.set { (Gc.get ()) with minor_heap_size = 262144; space_overhead = 60 };
  let status, output, sentence = Verdict.ended (fun () -> command (List.tl (Array.to_list Sys.argv))) in
  match print_string output; flush stdout with
  | () ->
      if sentence <> "" then prerr_endline sentence;
      exit status
  | exception Sys_error reason ->
      prerr_endline (reason ^ ".");
      exit 2
