(* Files as lines of numbers. A file is read a piece at a time, and a line that is longer than any can be, or has
   more numbers, is refused before it is read to its end: no file takes more memory than its longest good line. *)

(* A number of nineteen digits, a sign or a space. *)
let number_bytes = 20

type t = {
  file : string;                  (* its name, for sentences *)
  source : Disk.file;
  mutable piece : Bytes.t;
  mutable at : int;
  mutable line : int;             (* the number of the line that was read last *)
  mutable longest : int;          (* how many bytes a line may have ... *)
  mutable most : int;             (* ... and how many numbers *)
  mutable bytes : int;            (* how many this line has so far *)
  mutable numbers : int array;    (* the numbers of the line ... *)
  mutable count : int;            (* ... and how many they are *)
}

(* In a longer file, the numbers of bytes and of lines could overflow; in a browser, a line with more numbers could need too
   much memory. *)
let most_bytes = max_int / 2
let most_numbers = if Sys.int_size >= 63 then max_int / number_bytes else 1_000_000

let opened path =
  let source = Disk.opened path in
  let file = Filename.basename path in
  if source.size > most_bytes then Said.not_done "%s has more than %d bytes." file most_bytes;
  {
    file;
    source;
    piece = Bytes.empty;
    at = 0;
    line = 0;
    longest = 0;
    most = 0;
    bytes = 0;
    numbers = Array.make 64 0;
    count = 0;
  }

let size reader = reader.source.size
let closed reader = reader.source.close ()

let next reader =
  match reader.source.next () with
  | piece -> piece
  | exception Sys_error reason -> Said.refused "%s: %s." reader.file reason

(* All of a file that has no more than `most` bytes. *)
let whole path most =
  let reader = opened path in
  if size reader > most then Said.refused "%s is longer than any certificate: %d bytes at most." reader.file most;
  let text = Buffer.create (size reader) in
  let rec follow () =
    let piece = next reader in
    Buffer.add_bytes text piece;
    if piece <> Bytes.empty && Buffer.length text <= size reader then follow ()
  in
  follow ();
  closed reader;
  if Buffer.length text <> size reader then Said.refused "%s was changed while it was read." reader.file;
  Buffer.contents text

(* The next byte, which stays where it is; -1 at the end of the file. *)
let peek reader =
  if reader.at = Bytes.length reader.piece then begin
    reader.at <- 0;
    reader.piece <- next reader
  end;
  if Bytes.length reader.piece = 0 then -1 else Char.code (Bytes.unsafe_get reader.piece reader.at)

let too_long reader =
  if reader.longest = (number_bytes * most_numbers) - 1 then
    Said.not_done "Line %d of %s has more than %d bytes." reader.line reader.file reader.longest;
  Said.refused "Line %d of %s is longer than any line of it can be." reader.line reader.file

let step reader =
  reader.at <- reader.at + 1;
  reader.bytes <- reader.bytes + 1;
  if reader.bytes > reader.longest then too_long reader

let unreadable reader = Said.refused "Line %d of %s cannot be read." reader.line reader.file

let is_digit byte = byte >= 48 && byte <= 57
let space = 32
let line_feed = 10

(* Begin a line of at most `longest` bytes, and at most as many numbers as fit if all are long; false at the end of the
   file. *)
let begin_line reader longest =
  reader.line <- reader.line + 1;
  reader.longest <- longest;
  reader.most <- (longest / number_bytes) + 1;
  reader.bytes <- 0;
  reader.count <- 0;
  peek reader <> -1

let skip_spaces reader =
  while peek reader = space do
    step reader
  done

(* Whether the line ends here; if so, it has been read. *)
let ended reader =
  match peek reader with
  | 10 ->
      reader.at <- reader.at + 1;
      true
  | -1 -> true
  | _ -> false

let keep reader number =
  if reader.count = reader.most then too_long reader;
  if reader.count = Array.length reader.numbers then begin
    let more = Array.make (2 * reader.count) 0 in
    Array.blit reader.numbers 0 more 0 reader.count;
    reader.numbers <- more
  end;
  reader.numbers.(reader.count) <- number;
  reader.count <- reader.count + 1

(* Refuse a number of too many digits; `digits` is their number up to the next one. A browser gives no verdict on a number
   that the program for the machine reads. *)
let rec too_large reader digits =
  if digits > Numbers.most_digits then
    Said.refused "Line %d of %s has a number of more than %d digits." reader.line reader.file Numbers.most_digits;
  step reader;
  if is_digit (peek reader) then too_large reader (digits + 1)
  else
    Said.not_done "Line %d of %s has a number of more than %d digits: check it with the program for your machine."
      reader.line reader.file Numbers.digits

(* Digits, after a minus or not. *)
let integer reader =
  let negative = peek reader = 45 in
  if negative then step reader;
  if not (is_digit (peek reader)) then unreadable reader;
  let value = ref 0 in
  while is_digit (peek reader) do
    if !value >= Numbers.too_large / 10 then too_large reader (Numbers.digits + 1);
    value := (10 * !value) + peek reader - 48;
    step reader
  done;
  if negative then - !value else !value

(* After them comes a space or the end of the line. *)
let number reader =
  let number = integer reader in
  let next = peek reader in
  if next = space || next = line_feed || next = -1 then number else unreadable reader

(* The numbers up to the end of the line, after those that are kept already. *)
let rec numbers reader =
  skip_spaces reader;
  if not (ended reader) then begin
    keep reader (number reader);
    numbers reader
  end

(* Some of the numbers of the line, as something else. *)
let listed reader first last made =
  let rec from index rest =
    if index < first then rest else from (index - 1) (made reader.numbers.(index) :: rest)
  in
  from last []
