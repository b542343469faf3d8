(** * Corners and edges: where they are, and their parity

    Turns take stickers of corners to places of corners, and those of edges to places of edges. So they permute the corners
    and the edges, both with the same parity. *)

From Coq Require Import Arith Bool List Lia.
From Cubeproof Require Import Geometry.
From Cubeproof.formula Require Import Lists Reduction Parity.
From Cubeproof.search Require Import Views.
From Cubeproof.god Require Import Order Stages.
Import ListNotations.

(** The next sticker of a piece. *)
Definition next_of (j : nat) : nat := nth j next_one 0.

Definition corner_spots : list nat := concat corner_slots.
Definition edge_spots : list nat := flat_map (fun '(i, mate) => [i; mate]) edge_slots.

Fixpoint holder (pieces : list (list nat)) (j : nat) : nat :=
  match pieces with [] => 0 | piece :: rest => if any (Nat.eqb j) piece then 0 else S (holder rest j) end.

(** Which corner, and which edge, a sticker belongs to. *)
Definition corner_of (j : nat) : nat := holder corner_slots j.
Definition edge_of (j : nat) : nat := holder (map (fun '(i, mate) => [i; mate]) edge_slots) j.

(** ** Proofs: places *)

(** Turns take the spots of corners and of edges to such spots. *)
Lemma within_spots l : every (fun k => stays_within l (permutation_by k)) kinds = true ->
  forall p, of_turns p -> forall i, In i (spots l) -> In (nth i p 0) (spots l).
Proof.
  intros checked. apply (of_turns_ind (fun p => forall i, In i (spots l) -> In (nth i p 0) (spots l))).
  - intros i listed. rewrite nth_id; [assumption|]. rewrite every_spec in checked.
    specialize (checked (U, 1) ltac:(left; reflexivity)). unfold stays_within in checked. rewrite every_spec in checked.
    specialize (checked i listed). apply andb_true_iff in checked as [short _]. now apply Nat.ltb_lt.
  - intros p k listed from IH i there. rewrite every_spec in checked. specialize (checked k listed). unfold stays_within in checked.
    rewrite every_spec in checked. specialize (checked i there). apply andb_true_iff in checked as [short inside].
    apply Nat.ltb_lt in short. apply any_spec in inside as (j & inside & same). apply Nat.eqb_eq in same. subst j.
    rewrite nth_composed by auto using kind_fine. auto.
Qed.

Lemma corner_spots_stay p i : of_turns p -> In i corner_spots -> In (nth i p 0) corner_spots.
Proof.
  intros from there. refine (within_spots (Labels corner_spots corner_of) _ p from i there). vm_cast_no_check (eq_refl true).
Qed.

Lemma edge_spots_stay p i : of_turns p -> In i edge_spots -> In (nth i p 0) edge_spots.
Proof.
  intros from there. refine (within_spots (Labels edge_spots edge_of) _ p from i there). vm_cast_no_check (eq_refl true).
Qed.

Lemma spots_small : every (fun i => i <? 54) (corner_spots ++ edge_spots) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma corner_small i : In i corner_spots -> i < 54.
Proof. pose proof spots_small as H. rewrite every_spec in H. intros there. apply Nat.ltb_lt, H, in_app_iff. now left. Qed.

Lemma edge_small i : In i edge_spots -> i < 54.
Proof. pose proof spots_small as H. rewrite every_spec in H. intros there. apply Nat.ltb_lt, H, in_app_iff. now right. Qed.

(** ** Arrangements *)

(** Pieces of one kind: how many there are, a sticker of each, and the piece of each sticker. *)
Record pieces := Pieces { count : nat; first_sticker : nat -> nat; piece_of : nat -> nat; piece_spots : list nat }.

Definition corner_pieces : pieces := Pieces 8 (fun k => nth (3 * k) corner_spots 0) corner_of corner_spots.
Definition edge_pieces : pieces := Pieces 12 (fun k => nth (2 * k) edge_spots 0) edge_of edge_spots.

(** Which piece is in each place. *)
Definition arrangement (w : pieces) (p : permutation) (k : nat) : nat := piece_of w (nth (first_sticker w k) p 0).

Definition permutes_all (n : nat) (l : list nat) : bool := every (fun i => nth i l 0 <? n) (seq 0 n)
  && every (fun i => every (fun j => if nth i l 0 =? nth j l 0 then i =? j else true) (seq 0 n)) (seq 0 n).

Definition pieces_ok (w : pieces) : bool :=
  every (fun k => any (Nat.eqb (first_sticker w k)) (piece_spots w) && (piece_of w (first_sticker w k) =? k)) (seq 0 (count w))
  && every (fun i => (piece_of w i <? count w) && (piece_of w (next_of i) =? piece_of w i) && any (Nat.eqb (next_of i)) (piece_spots w)
       && let i' := first_sticker w (piece_of w i) in any (Nat.eqb i) [i'; next_of i'; next_of (next_of i')]) (piece_spots w)
  && every (fun k => permutes_all (count w) (map (arrangement w (permutation_by k)) (seq 0 (count w)))) kinds.

Lemma permutes_all_spec n l : permutes_all n l = true -> permutes n (fun i => nth i l 0).
Proof.
  unfold permutes_all. rewrite andb_true_iff, !every_spec. intros [small once]. split.
  - intros i short. apply Nat.ltb_lt, small, in_seq. lia.
  - intros i j short short' same. specialize (once i ltac:(apply in_seq; lia)). rewrite every_spec in once.
    specialize (once j ltac:(apply in_seq; lia)). rewrite same, Nat.eqb_refl in once. now apply Nat.eqb_eq.
Qed.

Lemma permutes_ext n f g : (forall i, i < n -> f i = g i) -> permutes n f -> permutes n g.
Proof.
  intros same [small injective]. split; intros i; [|intros j]; intros; rewrite <- !same in * by assumption; auto.
Qed.

Lemma permutes_composed n f g : permutes n f -> permutes n g -> permutes n (fun i => f (g i)).
Proof. intros [small once] [small' once']. split; auto. Qed.

Lemma nth_listed {A} (f : nat -> A) n d k : k < n -> nth k (map f (seq 0 n)) d = f k.
Proof.
  intros short. rewrite nth_indep with (d' := f 0) by (now rewrite map_length, seq_length).
  rewrite (map_nth f). now rewrite seq_nth.
Qed.

Section Pieces.
Variable w : pieces.
Hypothesis checked : pieces_ok w = true.
Hypothesis stay : forall p i, of_turns p -> In i (piece_spots w) -> In (nth i p 0) (piece_spots w).
Hypothesis small : forall i, In i (piece_spots w) -> i < 54.

Lemma first_sticker_there k : k < count w -> In (first_sticker w k) (piece_spots w) /\ piece_of w (first_sticker w k) = k.
Proof.
  intros short. unfold pieces_ok in checked. rewrite !andb_true_iff, !every_spec in checked. destruct checked as [[H _] _].
  specialize (H k ltac:(apply in_seq; lia)). apply andb_true_iff in H as [H less]. apply any_spec in H as (i & there & same).
  apply Nat.eqb_eq in same. subst. split; [assumption|now apply Nat.eqb_eq].
Qed.

Lemma piece_facts i : In i (piece_spots w) -> piece_of w i < count w /\ piece_of w (next_of i) = piece_of w i /\
  In (next_of i) (piece_spots w) /\
  let i' := first_sticker w (piece_of w i) in i = i' \/ i = next_of i' \/ i = next_of (next_of i').
Proof.
  intros there. unfold pieces_ok in checked. rewrite !andb_true_iff, !every_spec in checked. destruct checked as [[_ H] _].
  specialize (H i there). cbv zeta in H. rewrite !andb_true_iff, Nat.ltb_lt, Nat.eqb_eq in H.
  destruct H as [[[less same] inside] one]. split; [assumption|]. split; [assumption|]. split.
  - apply any_spec in inside as (j & inside & equal). apply Nat.eqb_eq in equal. now subst.
  - cbv zeta. apply any_spec in one as (j & listed & equal). apply Nat.eqb_eq in equal. subst j.
    destruct listed as [E|[E|[E|[]]]]; auto.
Qed.

Lemma arrangement_of_sticker p i : of_turns p -> In i (piece_spots w) -> piece_of w (nth i p 0) = arrangement w p (piece_of w i).
Proof.
  intros from there. destruct (piece_facts i there) as (less & _ & _ & one). cbv zeta in one. unfold arrangement.
  destruct (first_sticker_there _ less) as [sticker_in _]. revert one sticker_in.
  generalize (first_sticker w (piece_of w i)) as i'. intros i' one sticker_in.
  pose proof (of_turns_keeps_pieces p from) as keeps.
  assert (forall j, In j (piece_spots w) -> piece_of w (nth (next_of j) p 0) = piece_of w (nth j p 0)) as step.
  { intros j inside. unfold next_of. rewrite keeps by auto. exact (proj1 (proj2 (piece_facts _ (stay p j from inside)))). }
  destruct one as [->|[->| ->]]; [reflexivity|auto|]. rewrite step; [auto|].
  exact (proj1 (proj2 (proj2 (piece_facts i' sticker_in)))).
Qed.

Lemma arrangement_moved p s k : of_turns p -> of_turns s -> k < count w ->
  arrangement w (compose p s) k = arrangement w p (arrangement w s k).
Proof.
  intros from from' short. unfold arrangement at 1 3. destruct (first_sticker_there k short) as [sticker_in _].
  rewrite nth_composed by auto using of_turns_fine. apply arrangement_of_sticker; [assumption|]. now apply stay.
Qed.

Lemma of_turns_kind k : In k kinds -> of_turns (permutation_by k).
Proof.
  intros listed. rewrite <- (proj1 (composed_with_nothing _ (kind_fine k listed))).
  apply of_turns_one_more; [assumption|]. exists []. now split.
Qed.

Lemma arrangement_permutes p : of_turns p -> permutes (count w) (arrangement w p).
Proof.
  assert (forall k, In k kinds -> permutes (count w) (arrangement w (permutation_by k))) as one.
  { intros k listed. unfold pieces_ok in checked. rewrite !andb_true_iff, !every_spec in checked. destruct checked as [_ H].
    specialize (H k listed). apply permutes_all_spec in H. revert H. apply permutes_ext. intros i short. now apply nth_listed. }
  apply (of_turns_ind (fun p => permutes (count w) (arrangement w p))).
  - apply (permutes_ext _ (fun k => k)); [|split; auto]. intros k short. unfold arrangement.
    destruct (first_sticker_there k short) as [sticker_in same]. now rewrite nth_id by auto.
  - intros q k listed from IH. apply (permutes_ext _ (fun i => arrangement w q (arrangement w (permutation_by k) i))).
    + intros i short. symmetry. apply arrangement_moved; auto using of_turns_kind.
    + apply permutes_composed; auto.
Qed.

End Pieces.

Lemma corner_pieces_ok : pieces_ok corner_pieces = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma edge_pieces_ok : pieces_ok edge_pieces = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma turns_have_one_parity : every (fun p => eqb (is_odd 8 (arrangement corner_pieces p)) (is_odd 12 (arrangement edge_pieces p)))
  (identity 3 :: map permutation_by kinds) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma corners_permute p : of_turns p -> permutes 8 (arrangement corner_pieces p).
Proof. exact (arrangement_permutes corner_pieces corner_pieces_ok corner_spots_stay corner_small p). Qed.

Lemma edges_permute p : of_turns p -> permutes 12 (arrangement edge_pieces p).
Proof. exact (arrangement_permutes edge_pieces edge_pieces_ok edge_spots_stay edge_small p). Qed.

(** Corners and edges have the same parity. *)
Lemma one_parity p : of_turns p -> is_odd 8 (arrangement corner_pieces p) = is_odd 12 (arrangement edge_pieces p).
Proof.
  pose proof turns_have_one_parity as H. rewrite every_spec in H. cbv beta in H.
  apply (of_turns_ind (fun p => is_odd 8 (arrangement corner_pieces p) = is_odd 12 (arrangement edge_pieces p))).
  - apply eqb_prop, H. now left.
  - intros q k listed from IH.
    rewrite (is_odd_ext 8 _ (fun i => arrangement corner_pieces q (arrangement corner_pieces (permutation_by k) i)))
      by (intros i short; exact (arrangement_moved corner_pieces corner_pieces_ok corner_spots_stay corner_small q _ i from (of_turns_kind k listed) short)).
    rewrite (is_odd_ext 12 _ (fun i => arrangement edge_pieces q (arrangement edge_pieces (permutation_by k) i)))
      by (intros i short; exact (arrangement_moved edge_pieces edge_pieces_ok edge_spots_stay edge_small q _ i from (of_turns_kind k listed) short)).
    pose proof (of_turns_kind k listed) as from'.
    rewrite (is_odd_compose 8 _ _ (corners_permute q from) (corners_permute _ from')).
    rewrite (is_odd_compose 12 _ _ (edges_permute q from) (edges_permute _ from')).
    rewrite IH. f_equal. apply eqb_prop, H. right. now apply in_map.
Qed.

(** ** Example

    Two corners change places, with all their stickers, and no edge does: no turns do that. *)
Example no_turns_exchange_two_corners : let exchanged := map (fun i =>
    nth (index_of i [0; 36; 47; 2; 45; 11]) [2; 45; 11; 0; 36; 47] i) (identity 3) in
  every (fun i => nth (next_of i) exchanged 0 =? next_of (nth i exchanged 0)) (identity 3) = true /\ ~ of_turns exchanged.
Proof.
  cbv zeta. split; [vm_cast_no_check (eq_refl true)|]. intros from. apply one_parity in from. vm_compute in from. discriminate.
Qed.
