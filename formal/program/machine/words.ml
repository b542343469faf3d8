(* The machine words and the array of bytes of search/Words.v, in place of what Coq extracts from it: the same names,
   with OCaml's integers as the numbers below 2^63 (2^32 in JavaScript). A test compares both files. *)

open BinNums

type word = int
type memory = (char, Bigarray.int8_unsigned_elt, Bigarray.c_layout) Bigarray.Array1.t

let rec of_positive = function
  | Coq_xH -> 1
  | Coq_xO half -> 2 * of_positive half
  | Coq_xI half -> (2 * of_positive half) + 1

let literal = function N0 -> 0 | Npos number -> of_positive number

let rec to_positive number =
  if number = 1 then Coq_xH
  else if number land 1 = 1 then Coq_xI (to_positive (number lsr 1))
  else Coq_xO (to_positive (number lsr 1))

let number (a : word) = if a = 0 then N0 else Npos (to_positive a)
let add (a : word) (b : word) : word = a + b
let mul (a : word) (b : word) : word = a * b
let eqb (a : word) (b : word) = a = b
let ltb (a : word) (b : word) = a < b

(* A place outside of the array raises an exception, which ends the search without a proof. *)
let byte (m : memory) (place : word) : word = Char.code (Bigarray.Array1.get m place)
let two_bytes (m : memory) (place : word) : word = byte m (2 * place) + (256 * byte m ((2 * place) + 1))

(* The lower half of a byte first; the shift is 0 or 4. *)
let four_bits (m : memory) (place : word) : word = (byte m (place lsr 1) lsr (4 * (place land 1))) land 15
