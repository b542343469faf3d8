(* The output of the program, on the machine and in the browser. *)

(* A number for the commands and the entries of what they print: a change that a caller may notice has the next. *)
let protocol = 1
let version () = Printf.sprintf "{\"protocol\": %d, \"digest\": %s}\n" protocol (Json.quoted Sources.digest)

(* The only place from which the program says that anything is proved. *)
let proved ?(counted = "lemmas") entries theorem file count =
  let entries =
    entries @ Json.[ ("theorem", quoted theorem); ("file", quoted file); (counted, string_of_int count) ]
  in
  let shown (name, value) = Json.quoted name ^ ": " ^ value in
  Printf.sprintf "{\"proved\": true, %s}\n" (String.concat ", " (List.map shown entries))

(* A number of turns that is excluded, while the search for more goes on. *)
let excluded most theorem file looks =
  Printf.sprintf "{\"excluded\": %d, \"theorem\": %s, \"file\": %s, \"looks\": %d}\n" most (Json.quoted theorem)
    (Json.quoted file) looks

let refutation ~most_megabytes form formula parts =
  let lemmas = Checking.refuted form ~remark:ignore ~belongs:(fun () _ -> true) ~most_megabytes formula parts in
  proved [] "refutation_is_sound" "refutation/Lrup.v" lemmas

let certificate ~most_megabytes folder =
  let asked, theorem, lemmas = Asking.certificate ~most_megabytes folder in
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

(* The status, the output and the sentence of a command. After an error of any kind the output proves nothing. *)
let ended command =
  match command () with
  | output -> (0, output, "")
  | exception Said.Refused text -> (1, "", text)
  | exception Said.Not_done text -> (2, "", text)
  | exception Said.Not_covered what ->
      ( 3,
        Printf.sprintf "{\"proved\": false, \"covered\": %s}\n" (Json.quoted what),
        "No theorem covers this kind of question: only " ^ Said.covered what ^ "." )
  | exception Out_of_memory -> (2, "", "There is not enough memory for this.")
  | exception Stack_overflow -> (2, "", "The stack is too small for this.")
  | exception error -> (2, "", "The program failed: " ^ Printexc.to_string error ^ ".")
