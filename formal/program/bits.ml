(* Sets of numbers from 1 to a greatest one; other numbers are in none. *)

type t = { most : int; bits : Bytes.t }

let none most = { most; bits = Bytes.make ((most / 8) + 1) '\000' }
let copy set = { set with bits = Bytes.copy set.bits }
let within set number = number >= 1 && number <= set.most
let byte set number = Char.code (Bytes.get set.bits (number / 8))
let mem set number = within set number && byte set number land (1 lsl (number land 7)) <> 0

let put set number =
  if within set number then
    Bytes.set set.bits (number / 8) (Char.chr (byte set number lor (1 lsl (number land 7))))

(* Whether it was there; then it is there no more. *)
let take set number =
  mem set number
  && begin
       Bytes.set set.bits (number / 8) (Char.chr (byte set number land lnot (1 lsl (number land 7))));
       true
     end
