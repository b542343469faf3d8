(* A small reader of JSON: one value, of ASCII, without duplicate keys and not deeply nested. *)

type t =
  | Null
  | Truth of bool
  | Integer of string             (* the digits, after a minus or not *)
  | Fraction of string
  | Text of string
  | List of t list
  | Object of (string * t) list

exception Malformed

let deepest = 100

type reader = { text : string; mutable at : int }

let malformed () = raise Malformed
let peek reader = if reader.at < String.length reader.text then reader.text.[reader.at] else '\000'
let skip reader = reader.at <- reader.at + 1

let rec skip_blanks reader =
  match peek reader with
  | ' ' | '\t' | '\n' | '\r' ->
      skip reader;
      skip_blanks reader
  | _ -> ()

let expect reader text = String.iter (fun letter -> if peek reader <> letter then malformed () else skip reader) text

(* Skip digits, of which there must be one. *)
let digits reader =
  let first = reader.at in
  while match peek reader with '0' .. '9' -> true | _ -> false do skip reader done;
  if reader.at = first then malformed ()

let number reader =
  let first = reader.at in
  if peek reader = '-' then skip reader;
  if peek reader = '0' then skip reader else digits reader;
  let whole = reader.at in
  if peek reader = '.' then begin skip reader; digits reader end;
  (match peek reader with
  | 'e' | 'E' ->
      skip reader;
      (match peek reader with '+' | '-' -> skip reader | _ -> ());
      digits reader
  | _ -> ());
  let text = String.sub reader.text first (reader.at - first) in
  if reader.at = whole then Integer text else Fraction text

let escaped reader into =
  let letter = peek reader in
  skip reader;
  match letter with
  | '"' | '\\' | '/' -> Buffer.add_char into letter
  | 'b' -> Buffer.add_char into '\b'
  | 'f' -> Buffer.add_char into '\012'
  | 'n' -> Buffer.add_char into '\n'
  | 'r' -> Buffer.add_char into '\r'
  | 't' -> Buffer.add_char into '\t'
  | 'u' ->
      let code = ref 0 in
      for _ = 1 to 4 do
        (code :=
           (16 * !code)
           +
           match peek reader with
           | '0' .. '9' as digit -> Char.code digit - 48
           | 'a' .. 'f' as digit -> Char.code digit - 87
           | 'A' .. 'F' as digit -> Char.code digit - 55
           | _ -> malformed ());
        skip reader
      done;
      (* No text that the program accepts has a letter that is not in ASCII. *)
      if !code < 128 then Buffer.add_char into (Char.chr !code) else Printf.bprintf into "\255%04x" !code
  | _ -> malformed ()

let text reader =
  expect reader "\"";
  let letters = Buffer.create 80 in
  let rec follow () =
    match peek reader with
    | '"' -> skip reader
    | '\\' ->
        skip reader;
        escaped reader letters;
        follow ()
    | '\000' .. '\031' | '\128' .. '\255' -> malformed ()
    | letter ->
        Buffer.add_char letters letter;
        skip reader;
        follow ()
  in
  follow ();
  Buffer.contents letters

(* The entries between two brackets, separated by commas. *)
let items reader first last item =
  expect reader first;
  skip_blanks reader;
  let rec from listed =
    let listed = item () :: listed in
    skip_blanks reader;
    if peek reader = ',' then begin skip reader; skip_blanks reader; from listed end
    else begin expect reader last; List.rev listed end
  in
  if peek reader = last.[0] then begin skip reader; [] end else from []

let rec value depth reader =
  if depth > deepest then malformed ();
  match peek reader with
  | 'n' -> expect reader "null"; Null
  | 't' -> expect reader "true"; Truth true
  | 'f' -> expect reader "false"; Truth false
  | '"' -> Text (text reader)
  | '[' -> List (items reader "[" "]" (fun () -> value (depth + 1) reader))
  | '{' ->
      let seen = Hashtbl.create 16 in
      let entry () =
        let name = text reader in
        if Hashtbl.mem seen name then malformed ();
        Hashtbl.replace seen name ();
        skip_blanks reader;
        expect reader ":";
        skip_blanks reader;
        (name, value (depth + 1) reader)
      in
      Object (items reader "{" "}" entry)
  | _ -> number reader

let of_text text =
  let reader = { text; at = 0 } in
  skip_blanks reader;
  let read = value 0 reader in
  skip_blanks reader;
  if reader.at < String.length text then malformed ();
  read

(* A text as JSON has it. *)
let quoted text =
  let letters = Buffer.create (String.length text + 2) in
  String.iter
    (function
      | ('"' | '\\') as letter -> Buffer.add_char letters '\\'; Buffer.add_char letters letter
      | ' ' .. '~' as letter -> Buffer.add_char letters letter
      | letter -> Printf.bprintf letters "\\u%04x" (Char.code letter))
    text;
  "\"" ^ Buffer.contents letters ^ "\""
