(* `cubeproof-formal`: checks refutations with the program that was extracted from the proofs. *)

let usage =
  "cubeproof-formal refute FORMULA.cnf PART...       the formula has no model\n\
   cubeproof-formal certificate OPTION... FORMULA.cnf PART...\n\
  \                                                   the answer solves the cube, and nothing shorter does\n\
   cubeproof-formal turn SIZE                        the cube after the turns of each line of stdin\n\
   \n\
   A PART is the file of a proof, or FILE=VARIABLE,... if it supposes that these are true.\n\
   \n\
   --size 2|3 --metric htm|qtm|stm --start LETTERS --answer TURNS --length N --horizon N --held LETTERS --generators TURN,...\n\
  \               of a certificate, as certificate.json has them\n\
   --goal LETTERS  the cube is to end just so, and not solved in any hold\n\
   --memory MB    give up beyond so much memory (2000)\n\
   \n\
   Status: 0 it is proved; 1 the proof is refused; 2 there is nothing to check.\n"

let most_megabytes = ref 2000

let proved what theorem file lemmas =
  Printf.printf "proved %s\ntheorem %s\nfile %s\nlemmas %d\n" what theorem file lemmas

let refute formula parts =
  let lemmas =
    Checking.refuted ~remark:ignore ~belongs:(fun () _ -> true) ~most_megabytes:!most_megabytes formula parts
  in
  proved "The formula has no model." "refutation_is_sound" "refutation/Lrup.v" lemmas

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

let certificate arguments =
  let theorem, lemmas = Asking.certificate ~most_megabytes:!most_megabytes arguments in
  proved "The answer solves the cube, and nothing shorter does." theorem.Asking.name theorem.file lemmas

let rec command = function
  | "--memory" :: megabytes :: rest ->
      (match int_of_string_opt megabytes with
      | Some number when number > 0 -> most_megabytes := number
      | _ -> Said.not_done "--memory is to be a number of megabytes, not %S." megabytes);
      command rest
  | "refute" :: formula :: (_ :: _ as parts) -> refute formula parts
  | "certificate" :: arguments -> certificate arguments
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
  | exception Out_of_memory -> failed 2 "There is not enough memory for this."
  | exception Stack_overflow -> failed 2 "The stack is too small for this."
