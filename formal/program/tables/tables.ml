(* `cubeproof-tables`: compares stored tables of the 2×2×2 with the distances that the proofs are about.

   What agrees is what `agreed_payload` in mini/Stored.v speaks of: the table has the distance of every state. *)

open Certified

let metric = function Forms.Htm -> Htm | Forms.Qtm -> Qtm

let byte value =
  let bit k = value land (1 lsl k) <> 0 in
  Byte (bit 0, bit 1, bit 2, bit 3, bit 4, bit 5, bit 6, bit 7)

(* There are 256 of them; a list of a million has no room for as many copies. *)
let bytes = Array.init 256 byte

let reversed text = String.fold_left (fun found letter -> bytes.(Char.code letter) :: found) [] text

let agrees_with_proofs (table : Forms.table) =
  let same = agrees (metric table.metric) (reversed table.payload) in
  Printf.printf "%s %s\n%!" table.file
    (if same then "holds the certified distances of all 3674160 states." else "differs from the certified distances.");
  same

let () = exit (if List.for_all Fun.id (List.map agrees_with_proofs Forms.tables) then 0 else 1)
