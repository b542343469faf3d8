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


(** ** Parts and classes *)

(** Half turns, and turns that leave more. *)
Definition half_turns : list kind := list_prod faces [2].
Definition of_two : list kind := list_prod [U; D] [1; 3] ++ half_turns.
Definition of_four : list kind := list_prod [R; L] [1; 3] ++ of_two.

(** Corners are alike if half turns make one arrangement of the other. A class is a number of a set of arrangements. *)
Record classes := Classes { class_at : PositiveMap.t positive; after_class : PositiveMap.t (list positive) }.

Definition next_in (k : classes) (f : face) (c : positive) : positive :=
  match PositiveMap.find c (after_class k) with Some row => nth (face_index f) row 1%positive | None => 1%positive end.

Definition joined (k : PositiveMap.t positive) (c : positive) (ns : list positive) : PositiveMap.t positive :=
  fold_left (fun k n => PositiveMap.add n c k) ns k.

Record class_builder := ClassBuilder { done : classes; free : positive; open : list (positive * list positive) }.

Definition class_after (z : numbering) (ns : list positive) (both : class_builder * list positive) (f : face) :
  class_builder * list positive :=
  let (b, row) := both in
  match PositiveMap.find (next z f (hd 1%positive ns)) (class_at (done b)) with
  | Some c => (b, row ++ [c])
  | None =>
      let c := free b in
      let ms := map (next z f) ns in
      (ClassBuilder (Classes (joined (class_at (done b)) c ms) (after_class (done b))) (Pos.succ c) ((c, ms) :: open b), row ++ [c])
  end.

Definition with_class_row (z : numbering) (b : class_builder) (one : positive * list positive) : class_builder :=
  let (c, ns) := one in
  let (b, row) := fold_left (class_after z ns) faces (b, []) in
  ClassBuilder (Classes (class_at (done b)) (PositiveMap.add c row (after_class (done b)))) (free b) (open b).

Fixpoint classify (rounds : nat) (z : numbering) (b : class_builder) : classes :=
  match rounds with
  | 0 => done b
  | S rounds => classify rounds z (fold_left (with_class_row z) (open b) (ClassBuilder (done b) (free b) []))
  end.

Definition firsts (s : tree) : list positive := let (_, below) := s in map fst (PositiveMap.elements below).

Definition first_class : list positive := firsts (explored (Stage [part_of corners corners_numbers] half_turns [[1%positive]] 10)).

Definition corner_classes : classes :=
  classify 30 corners_numbers
    (ClassBuilder (Classes (joined (PositiveMap.empty _) 1 first_class) (PositiveMap.empty _)) 2 [(1%positive, first_class)]).

(** ** Stages *)

Definition class_part : part := Part (map fst (PositiveMap.elements (after_class corner_classes))) (next_in corner_classes)
  (fun c p => exists n, stands_for corners corners_numbers n p /\ PositiveMap.find n (class_at corner_classes) = Some c).

Definition flip_part := part_of flip flip_numbers.
Definition twist_part := part_of twist twist_numbers.
Definition slots_part := part_of slots slots_numbers.
Definition corners_part := part_of corners corners_numbers.
Definition layers_part := part_of layers layers_numbers.
Definition layer0_part := part_of (layer 0) layer0_numbers.
Definition layer1_part := part_of (layer 1) layer1_numbers.
Definition layer2_part := part_of (layer 2) layer2_numbers.

Definition stage1 : stage := Stage [flip_part] kinds [[1%positive]] 7.
Definition stage2 : stage := Stage [twist_part; slots_part] of_four [[1; 1]%positive] 10.
Definition stage3 : stage := Stage [class_part; layers_part] of_two [[1; 1]%positive] 13.
Definition stage4 : stage := Stage [corners_part; layer0_part; layer1_part; layer2_part] half_turns [[1; 1; 1; 1]%positive] 15.


(** ** Evaluations *)

Definition home (l : labels) : list nat := see l (identity 3).

Lemma numberings_ok : numbering_ok flip flip_numbers && numbering_ok twist twist_numbers && numbering_ok slots slots_numbers
  && numbering_ok corners corners_numbers && numbering_ok layers layers_numbers && numbering_ok (layer 0) layer0_numbers
  && numbering_ok (layer 1) layer1_numbers && numbering_ok (layer 2) layer2_numbers = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Definition classes_ok : bool :=
  every (fun n => match PositiveMap.find n (class_at corner_classes) with
    | Some c => any (Pos.eqb c) (numbers class_part) && every (fun f =>
        match PositiveMap.find (next corners_numbers f n) (class_at corner_classes) with
        | Some c' => Pos.eqb c' (next_in corner_classes f c)
        | None => false
        end) faces
    | None => false
    end) (numbers corners_part).

Lemma classes_are_ok : classes_ok = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma stages_ok : every stage_ok [stage1; stage2; stage3; stage4] = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma flip_reached : (let reached := explored stage1 in every (fun n => mem [n] reached) (numbers flip_part)) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma twist_reached : (let reached := explored stage2 in
  every (fun n => every (fun m => mem [n; m] reached) (numbers slots_part)) (numbers twist_part)) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** The numbers of a view that another view of the same cube allows. *)
Definition allowed (z : numbering) (through : nat -> nat) (v : list nat) : list positive :=
  map fst (filter (fun '(_, w) => same_numbers (map through w) v) (PositiveMap.elements (seen_at z))).

Definition in_slots (m : nat) : nat := mark (m =? 2).
Definition layers_allowed : list positive := allowed layers_numbers in_slots (home slots).

Lemma classes_reached : (let reached := explored stage3 in let ms := layers_allowed in
  every (fun n => every (fun m => mem [n; m] reached) ms) (numbers class_part)) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Definition in_layer (m : nat) : nat := mark (0 <? m).
Definition layer_allowed (i : nat) (z : numbering) : list positive :=
  allowed z in_layer (map (fun m => mark (m =? i)) (home layers)).

Definition seen_from_number (z : numbering) (n : positive) : list nat :=
  match PositiveMap.find n (seen_at z) with Some v => v | None => [] end.

(** The corner, and the edge, in each place; and whether the number of inversions is odd. *)
Definition corners_seen (v : list nat) : list nat := map (fun k => nth (3 * k) v 0) (seq 0 8).

Definition edge_from (a b c : nat) : nat :=
  let of_layer i m := nth (m - 1) (nth i layer_edges []) 0 in
  if 0 <? a then of_layer 0 a else if 0 <? b then of_layer 1 b else of_layer 2 c.

Definition edges_seen (u v w : list nat) : list nat :=
  map (fun k => edge_from (nth (2 * k) u 0) (nth (2 * k) v 0) (nth (2 * k) w 0)) (seq 0 12).

Definition list_odd (l : list nat) : bool := is_odd (length l) (fun k => nth k l 0).

Definition solvable : bool :=
  let reached := explored stage4 in
  let arrangements := map (fun n => (n, list_odd (corners_seen (seen_from_number corners_numbers n))))
    (filter (fun n => match PositiveMap.find n (class_at corner_classes) with Some c => Pos.eqb c 1 | None => false end)
       (numbers corners_part)) in
  let views i z := map (fun n => (n, seen_from_number z n)) (layer_allowed i z) in
  let in1 := views 1 layer1_numbers in let in2 := views 2 layer2_numbers in
  every (fun '(a, u) => every (fun '(b, v) => every (fun '(c, w) =>
    let odd := list_odd (edges_seen u v w) in
    every (fun '(n, odd') => if eqb odd odd' then mem [n; a; b; c] reached else true) arrangements) in2) in1)
    (views 0 layer0_numbers).

Lemma all_solvable : solvable = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
