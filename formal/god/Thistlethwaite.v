(** * Every cube can be solved in 45 turns

    By Thistlethwaite's chain (1981): first all edges are turned right, in 7 turns; then the corners, and four edges
    reach their layer, without quarter turns of F and B, in 10; then every piece reaches its orbit under half turns,
    without quarter turns of other faces than U and D, in 13; then half turns solve the cube, in 15. *)

From Coq Require Import Arith NArith Bool List PArith FMapPositive Lia.
From Cubeproof Require Import Geometry Solved.
From Cubeproof.formula Require Import Lists Reduction Parity.
From Cubeproof.search Require Import Views.
From Cubeproof.god Require Import Order Stages.
Import ListNotations.

(** ** What is looked at *)

Definition home_colour (j : nat) : face := nth j (solved_colours 3) U.
Definition next_of (j : nat) : nat := nth j next_one 0.

Definition corner_spots : list nat := concat corner_slots.
Definition edge_spots : list nat := flat_map (fun '(i, mate) => [i; mate]) edge_slots.

Fixpoint holder (pieces : list (list nat)) (j : nat) : nat :=
  match pieces with [] => 0 | piece :: rest => if any (Nat.eqb j) piece then 0 else S (holder rest j) end.

(** Which corner, and which edge, a sticker belongs to. *)
Definition corner_of (j : nat) : nat := holder corner_slots j.
Definition edge_of (j : nat) : nat := holder (map (fun '(i, mate) => [i; mate]) edge_slots) j.

Definition mark (b : bool) : nat := if b then 1 else 0.
Definition painted (c : coordinate) (j : nat) : nat := mark (first_paint c (home_colour j) (home_colour (next_of j))).

(** The edges of the three layers of slices. *)
Definition layer_edges : list (list nat) := [[0; 3; 4; 7]; [1; 2; 5; 6]; [8; 9; 10; 11]].

Definition twist : labels := Labels corner_spots (painted Twist).
Definition flip : labels := Labels edge_spots (painted Flip).
Definition slots : labels := Labels edge_spots (painted Slots).
Definition corners : labels := Labels corner_spots corner_of.
Definition layers : labels := Labels edge_spots (fun j => holder layer_edges (edge_of j)).
Definition layer (i : nat) : labels :=
  Labels edge_spots (fun j => let m := index_of (edge_of j) (nth i layer_edges []) in if m <? 4 then S m else 0).

Definition flip_numbers := numbered flip.
Definition twist_numbers := numbered twist.
Definition slots_numbers := numbered slots.
Definition corners_numbers := numbered corners.
Definition layers_numbers := numbered layers.
Definition layer0_numbers := numbered (layer 0).
Definition layer1_numbers := numbered (layer 1).
Definition layer2_numbers := numbered (layer 2).

Definition count_of z := PositiveMap.cardinal (seen_at z).
Time Eval vm_compute in (map count_of [flip_numbers; twist_numbers; slots_numbers]).
Time Eval vm_compute in (numbering_ok flip flip_numbers).
Time Eval vm_compute in (map count_of [corners_numbers]).
Time Eval vm_compute in (map count_of [layers_numbers]).
Time Eval vm_compute in (map count_of [layer0_numbers; layer1_numbers; layer2_numbers]).
Time Eval vm_compute in (numbering_ok corners corners_numbers).
Time Eval vm_compute in (numbering_ok layers layers_numbers).
Time Eval vm_compute in (numbering_ok (layer 0) layer0_numbers).
