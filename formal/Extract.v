(** What is compiled: the checker, as OCaml. Truth values, lists, options and pairs become OCaml's own; numbers
    stay the inductive ones of the proofs, for no machine integer is as long as they may be. *)

From Coq Require Import Extraction ExtrOcamlBasic.
From Cubeproof.refutation Require Import Clause Lrup.

Extraction "built/verified.ml" Lrup.start Lrup.read Lrup.refutes.
