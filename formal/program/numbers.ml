(* Machine integers, as files have them, and the positive numbers of the proofs. A file's numbers have so few digits
   that none of them overflows: eighteen, and nine in a browser, where integers have 32 bits. *)

open BinNums
open Clause

let most_digits = 18
let digits = if Sys.int_size >= 63 then most_digits else 9

let too_large =
  let rec power digits = if digits = 0 then 1 else 10 * power (digits - 1) in
  power digits

(* The positive numbers share their ends: a larger one is a smaller one with some digits before it. *)
let small =
  let table = Array.make 65536 Coq_xH in
  for number = 2 to 65535 do
    let half = table.(number / 2) in
    table.(number) <- (if number land 1 = 1 then Coq_xI half else Coq_xO half)
  done;
  table

let rec positive number =
  if number < 65536 then
    if number < 1 then invalid_arg "positive" else small.(number)
  else
    let half = positive (number lsr 1) in
    if number land 1 = 1 then Coq_xI half else Coq_xO half

let rec integer = function
  | Coq_xH -> 1
  | Coq_xO half -> 2 * integer half
  | Coq_xI half -> (2 * integer half) + 1

(* Literals of the same number are the same value: a formula of millions of them has room for it. *)
let yes = Array.map (fun number -> Yes number) small
let no = Array.map (fun number -> No number) small

let literal number =
  if number = 0 then invalid_arg "literal"
  else if number > 0 then if number < 65536 then yes.(number) else Yes (positive number)
  else if number > -65536 then no.(-number)
  else No (positive (-number))

let natural number =
  let rec from natural number = if number = 0 then natural else from (Datatypes.S natural) (number - 1) in
  from Datatypes.O number

(* 0, 1, ..., most, each a part of the next. *)
let naturals most =
  let all = Array.make (most + 1) Datatypes.O in
  for number = 1 to most do
    all.(number) <- Datatypes.S all.(number - 1)
  done;
  all

let machine natural =
  let rec from found = function Datatypes.O -> found | Datatypes.S before -> from (found + 1) before in
  from 0 natural
