(** What the program is compiled from that compares stored tables with the certified distances. *)

From Coq Require Import Extraction ExtrOcamlBasic.
From Cubeproof Require Import Geometry.
From Cubeproof.mini Require Import Payload.

Extraction Blacklist List String Nat.

(* Written where the program is built. *)
Extraction "built/certified.ml" Payload.agrees.
