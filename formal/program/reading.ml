(* Files as lines of numbers. A file is read a piece at a time, and a line that is longer than any can be, or has
   more numbers, is refused before it is read to its end: no file takes more memory than its longest good line. *)

(* A number of nineteen digits, a sign or a space. *)
let number_bytes = 20

type t = {
  file : string;                  (* its name, for sentences *)
  channel : in_channel;
  piece : Bytes.t;
  mutable at : int;
  mutable filled : int;
  mutable line : int;             (* the number of the line that was read last *)
  mutable longest : int;          (* how many bytes a line may have ... *)
  mutable most : int;             (* ... and how many numbers *)
  mutable bytes : int;            (* how many this line has so far *)
  mutable numbers : int array;    (* the numbers of the line ... *)
  mutable count : int;            (* ... and how many they are *)
}

(* A pipe may have no end, and could not be read twice. *)
let regular path =
  match (Unix.stat path).st_kind with
  | S_REG -> ()
  | S_DIR -> Said.refused "%s: Is a directory." path
  | _ -> Said.refused "%s: It is no regular file." path
  | exception Unix.Unix_error (error, _, _) -> Said.refused "%s: %s." path (Unix.error_message error)

let opened path =
  regular path;
  match open_in_bin path with
  | channel ->
      {
        file = Filename.basename path;
        channel;
        piece = Bytes.create 65536;
        at = 0;
        filled = 0;
        line = 0;
        longest = 0;
        most = 0;
        bytes = 0;
        numbers = Array.make 64 0;
        count = 0;
      }
  | exception Sys_error reason -> Said.refused "%s." reason

let size reader = in_channel_length reader.channel

(* All of a file that has no more than `most` bytes. *)
let whole path most =
  let reader = opened path in
  let size = size reader in
  if size > most then Said.refused "%s is longer than any certificate: %d bytes at most." reader.file most;
  match really_input_string reader.channel size with
  | text -> close_in_noerr reader.channel; text
  | exception End_of_file -> Said.refused "%s ends before its end." reader.file
  | exception Sys_error reason -> Said.refused "%s: %s." reader.file reason

let closed reader = close_in_noerr reader.channel

(* The next byte, which stays where it is; -1 at the end of the file. *)
let peek reader =
  if reader.at = reader.filled then begin
    reader.at <- 0;
    reader.filled <-
      (try input reader.channel reader.piece 0 (Bytes.length reader.piece)
       with Sys_error reason -> Said.refused "%s: %s." reader.file reason)
  end;
  if reader.filled = 0 then -1 else Char.code (Bytes.unsafe_get reader.piece reader.at)

let too_long reader = Said.refused "Line %d of %s is longer than any line of it can be." reader.line reader.file

let step reader =
  reader.at <- reader.at + 1;
  reader.bytes <- reader.bytes + 1;
  if reader.bytes > reader.longest then too_long reader

let unreadable reader = Said.refused "Line %d of %s cannot be read." reader.line reader.file

let is_digit byte = byte >= 48 && byte <= 57
let space = 32
let line_feed = 10

(* Begin a line of at most so many bytes, and of so many numbers as they have room for were all of them long;
   false at the end of the file. *)
let begun reader longest =
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

(* Digits, after a minus or not. *)
let integer reader =
  let negative = peek reader = 45 in
  if negative then step reader;
  if not (is_digit (peek reader)) then unreadable reader;
  let value = ref 0 in
  while is_digit (peek reader) do
    if !value >= Numbers.too_large / 10 then
      Said.refused "Line %d of %s has a number of more than 18 digits." reader.line reader.file;
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
