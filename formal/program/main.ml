(* `cubeproof-formal`: checks refutations with the program that was extracted from the proofs. *)

let usage =
  "cubeproof-formal check FOLDER                     the certificate holds: its answer solves the cube, and nothing\n\
  \                                                   shorter does; prints what is proved, as one JSON object\n\
   cubeproof-formal check FORMULA.cnf PROOF.lrat     the formula has no model\n\
   cubeproof-formal refute FORMULA.cnf PART...       the same, by a proof in parts\n\
   cubeproof-formal search --tables FOLDER [--jobs N] --start LETTERS --length N [--answer TURNS]\n\
  \                                                   the answer of a 3x3x3 is a shortest (htm): searches all words of\n\
  \                                                   fewer than N turns, with the table search-3x3x3-phase1 in FOLDER;\n\
  \                                                   without an answer: at least N turns are needed; without a start,\n\
  \                                                   each line of stdin has LETTERS N TURNS, or - for the turns\n\
   cubeproof-formal version                          the number of this protocol, and the SHA-256 of the sources\n\
   cubeproof-formal turn SIZE                        the cube after the turns of each line of stdin\n\
   \n\
   A PART is the file of a proof, or FILE=VARIABLE,... if it supposes that these are true.\n\
   \n\
   --memory MB    before the command: give up beyond so much memory (2000)\n\
   \n\
   Status: 0 it is proved; 1 it is refused; 2 there is nothing to check; 3 no theorem covers the question.\n"

let most_megabytes = ref 2000

(* A number for the commands and the entries of what they print: a change that a caller may notice has the next. *)
let protocol = 1
let version () = Printf.printf "{\"protocol\": %d, \"digest\": %s}\n" protocol (Json.quoted Sources.digest)

(* The only place from which the program says that anything is proved. *)
let proved ?(counted = "lemmas") entries theorem file count =
  let entries =
    entries @ Json.[ ("theorem", quoted theorem); ("file", quoted file); (counted, string_of_int count) ]
  in
  let shown (name, value) = Json.quoted name ^ ": " ^ value in
  Printf.printf "{\"proved\": true, %s}\n" (String.concat ", " (List.map shown entries))

let refute formula parts =
  let lemmas =
    Checking.refuted ~remark:ignore ~belongs:(fun () _ -> true) ~most_megabytes:!most_megabytes formula parts
  in
  proved [] "refutation_is_sound" "refutation/Lrup.v" lemmas

let check folder =
  let asked, theorem, lemmas = Asking.certificate ~most_megabytes:!most_megabytes folder in
  proved
    Json.[
      ("size", string_of_int asked.Manifest.size);
      ("start", quoted asked.start);
      ("goal", quoted (Option.value asked.goal ~default:"solved"));
      ("turns", quoted "all");
      ("metric", quoted asked.metric_name);
      ("answer", quoted (String.concat " " asked.answer));
      ("length", string_of_int asked.length);
      ("parts", string_of_int (if asked.length = 0 then 0 else List.length asked.parts));
    ]
    theorem.Asking.name theorem.file lemmas

let searched memory jobs asked =
  let proof = Searching.proved memory jobs asked in
  let length = string_of_int asked.Searching.length in
  let answer =
    match asked.answer with
    | Some tokens -> Json.[ ("answer", quoted (String.concat " " tokens)); ("length", length) ]
    | None -> [ ("at_least", length) ]
  in
  proved ~counted:"looks"
    (Json.[
       ("size", "3");
       ("start", quoted asked.start);
       ("goal", quoted "solved");
       ("turns", quoted "all");
       ("metric", quoted "htm");
     ]
    @ answer)
    proof.theorem proof.file proof.looks

(* One question, or one in each line of stdin: a line that is refused gets its reason, and the others are answered. *)
let search arguments =
  let { Searching.question; tables; jobs } = Searching.options arguments in
  (* A wrong question is refused before the table is read. *)
  Option.iter (fun asked -> ignore (Searching.cube_of asked)) question;
  let memory = Searching.tested_table tables in
  match question with
  | Some asked -> searched memory jobs asked
  | None ->
      let refused = ref false in
      let answer line =
        try
          searched memory jobs (Searching.question_of line);
          flush stdout
        with Said.Refused reason | Said.Not_done reason ->
          refused := true;
          Printf.printf "{\"proved\": false, \"reason\": %s}\n%!" (Json.quoted reason)
      in
      let rec follow () =
        match input_line stdin with
        | line ->
            answer line;
            follow ()
        | exception End_of_file -> ()
      in
      follow ();
      if !refused then Said.refused "Not all lines were proved."

(* What the geometry of the proofs makes of turns, for the tests that compare it with ours. *)
let turn size =
  let solved = Geometry.solved_colours (Numbers.natural size) in
  let rec follow () =
    match input_line stdin with
    | line ->
        let colours = Geometry.after (Numbers.natural size) (Cubes.word size line) solved in
        Printf.printf "%s %b\n" (Cubes.written colours) (Solved.is_solved (Numbers.natural size) colours);
        follow ()
    | exception End_of_file -> ()
  in
  follow ()

let rec command = function
  | "--memory" :: megabytes :: rest ->
      (match int_of_string_opt megabytes with
      | Some number when number > 0 -> most_megabytes := number
      | _ -> Said.not_done "--memory is to be a number of megabytes, not %S." megabytes);
      command rest
  | "refute" :: formula :: (_ :: _ as parts) -> refute formula (fun () -> List.map Parts.of_argument parts)
  | [ "check"; formula; proof ] -> refute formula (fun () -> [ { Parts.file = proof; literals = [] } ])
  | [ "check"; folder ] -> check folder
  | "search" :: arguments -> search arguments
  | [ "version" ] -> version ()
  | [ "turn"; "2" ] -> turn 2
  | [ "turn"; "3" ] -> turn 3
  | [ "--help" ] -> print_string usage
  | _ ->
      prerr_string usage;
      exit 2

let () =
  Gc.set { (Gc.get ()) with minor_heap_size = 262144; space_overhead = 60 };
  let failed status text =
    prerr_endline text;
    exit status
  in
  match command (List.tl (Array.to_list Sys.argv)) with
  | () -> ( try flush stdout with Sys_error reason -> failed 2 (reason ^ "."))
  | exception Said.Refused text -> failed 1 text
  | exception Said.Not_done text -> failed 2 text
  | exception Said.Not_covered what ->
      Printf.printf "{\"proved\": false, \"covered\": %s}\n" (Json.quoted what);
      failed 3 ("No theorem covers this kind of question: only " ^ Said.covered what ^ ".")
  | exception Out_of_memory -> failed 2 "There is not enough memory for this."
  | exception Stack_overflow -> failed 2 "The stack is too small for this."
