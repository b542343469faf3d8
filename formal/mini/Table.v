(** The 2×2×2 explored: the table of all distances, as it is computed. [mini/Explored.v] evaluates it. *)

From Coq Require Import Arith NArith Bool List.
From Cubeproof Require Import Puzzle.
From Cubeproof Require Geometry.
From Cubeproof.mini Require Import State Numbering Trie.
Import ListNotations Geometry(metric(..)).

(** The greatest distance of any state. *)
Definition gods_number (m : metric) : nat := match m with qtm => 14 | _ => 11 end.

Definition htm_layers : list set := layers (amounts htm) 11.
Definition qtm_layers : list set := layers (amounts qtm) 14.

Definition table (m : metric) : list set := match m with qtm => qtm_layers | _ => htm_layers end.

(** The number of the layer that a state is in. *)
Definition distance (m : metric) (s : state) : nat := depth (gods_number m) (in_layer (table m)) s.

(** How many states have the distance 0, 1, 2, ... *)
Definition counts (m : metric) : list N :=
  match m with
  | qtm => [1; 6; 27; 120; 534; 2256; 8969; 33058; 114149; 360508; 930588; 1350852; 782536; 90280; 276]%N
  | _ => [1; 9; 54; 321; 1847; 9992; 50136; 227536; 870072; 1887748; 623800; 2644]%N
  end.

Lemma table_layers m : table m = layers (amounts m) (gods_number m).
Proof. destruct m; exact eq_refl. Qed.

(** So that nothing evaluates them unasked. *)
Global Opaque htm_layers qtm_layers.
