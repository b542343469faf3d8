(** * Stages of an answer: numbers of views, and sets of them that are explored

    A stage is about some views of the cube: it ends when they look as on the solved cube, and uses only some turns. All
    that these turns reach from the end of the stage is explored inside Coq, one turn after the other; so each of these cubes
    reaches that end in as many turns. Views have numbers, so that the exploration handles small numbers only. *)

From Coq Require Import Arith Bool List PArith FMapPositive Lia.
From Cubeproof Require Import Geometry.
From Cubeproof.formula Require Import Lists Reduction.
From Cubeproof.search Require Import Views.
From Cubeproof.god Require Import Order.
Import ListNotations.

Definition kind : Type := face * nat.
Definition kind_turn (k : kind) : slab := Slab (fst k) 1 1 (snd k).
Definition quarter (f : face) : permutation := permutation_by (f, 1).

(** A cube, as the permutation of its stickers, after more turns. *)
Definition moved_by (word : list kind) (p : permutation) : permutation := fold_left (fun p k => compose p (permutation_by k)) word p.

(** ** Numbers of views *)

(** The labels of the stickers at some places. *)
Record labels := Labels { spots : list nat; label : nat -> nat }.

Definition see (l : labels) (p : permutation) : list nat := map (fun i => label l (nth i p 0)) (spots l).

(** After a turn, entry m of what is seen is entry [nth m (brought l p) 0] of what was seen before. *)
Definition brought (l : labels) (p : permutation) : list nat := map (fun i => index_of (nth i p 0) (spots l)) (spots l).

Definition stays_within (l : labels) (p : permutation) : bool :=
  every (fun i => (i <? 54) && any (Nat.eqb (nth i p 0)) (spots l)) (spots l).

(** What is seen at each number, and the numbers after a quarter turn of each face. Numbers are [positive] for the sake of
    Coq's maps. *)
Record numbering := Numbering { seen_at : PositiveMap.t (list nat); after_quarters : PositiveMap.t (list positive) }.

Definition next (z : numbering) (f : face) (n : positive) : positive :=
  match PositiveMap.find n (after_quarters z) with Some row => nth (face_index f) row 1%positive | None => 1%positive end.

(** A numbering of all that quarter turns make of the solved cube; number 1 is the solved cube. What makes it is not
    trusted: [numbering_ok] tests it. *)
Record builder := Builder {
  numbers_of_keys : PositiveMap.t positive; next_number : positive; numbering_so_far : numbering; waiting_views : list (positive * list nat)
}.

Definition key (v : list nat) : positive := fold_right (fun l k => Nat.iter l xI (xO k)) xH v.

Definition number_of_view (b : builder) (v : list nat) : builder * positive :=
  let k := key v in
  match PositiveMap.find k (numbers_of_keys b) with
  | Some n => (b, n)
  | None =>
      let n := next_number b in
      (Builder (PositiveMap.add k n (numbers_of_keys b)) (Pos.succ n)
        (Numbering (PositiveMap.add n v (seen_at (numbering_so_far b))) (after_quarters (numbering_so_far b))) ((n, v) :: waiting_views b), n)
  end.

Fixpoint row_of (ways : list (list nat)) (v : list nat) (b : builder) : builder * list positive :=
  match ways with
  | [] => (b, [])
  | way :: rest =>
      let (b, n) := number_of_view b (gather 0 way v) in
      let (b, row) := row_of rest v b in
      (b, n :: row)
  end.

Definition with_row (ways : list (list nat)) (b : builder) (one : positive * list nat) : builder :=
  let (n, v) := one in
  let (b, row) := row_of ways v b in
  Builder (numbers_of_keys b) (next_number b) (Numbering (seen_at (numbering_so_far b)) (PositiveMap.add n row (after_quarters (numbering_so_far b)))) (waiting_views b).

Fixpoint build (rounds : nat) (ways : list (list nat)) (b : builder) : builder :=
  match rounds, waiting_views b with
  | S rounds, _ :: _ =>
      build rounds ways (fold_left (with_row ways) (waiting_views b) (Builder (numbers_of_keys b) (next_number b) (numbering_so_far b) []))
  | _, _ => b
  end.

(** What half turns make comes first, so that it has small numbers. Thirty rounds are enough here. *)
Definition numbering_of (l : labels) : numbering :=
  let start := Builder (PositiveMap.empty _) 1 (Numbering (PositiveMap.empty _) (PositiveMap.empty _)) [] in
  let ways q := map (fun f => brought l (permutation_by (f, q))) faces in
  let b := build 30 (ways 2) (fst (number_of_view start (see l (identity 3)))) in
  numbering_so_far (build 30 (ways 1) (Builder (numbers_of_keys b) (next_number b) (numbering_so_far b) (PositiveMap.elements (seen_at (numbering_so_far b))))).

Fixpoint same_numbers (v w : list nat) : bool :=
  match v, w with
  | [], [] => true
  | i :: v, j :: w => if i =? j then same_numbers v w else false
  | _, _ => false
  end.

Definition same_view (z : numbering) (n : positive) (v : list nat) : bool :=
  match PositiveMap.find n (seen_at z) with Some w => same_numbers w v | None => false end.

Definition numbering_ok (l : labels) (z : numbering) : bool :=
  let ways := map (fun f => (f, brought l (quarter f))) faces in
  every (fun f => stays_within l (quarter f)) faces
  && same_view z 1 (see l (identity 3))
  && every (fun '(n, v) => every (fun '(f, way) => same_view z (next z f n) (gather 0 way v)) ways)
       (PositiveMap.elements (seen_at z)).

(** A number stands for what is seen of a cube. *)
Definition stands_for (l : labels) (z : numbering) (n : positive) (p : permutation) : Prop :=
  PositiveMap.find n (seen_at z) = Some (see l p).

(** ** Sets of lists of numbers *)

Inductive tree := Tree : bool -> PositiveMap.t tree -> tree.
Definition empty_tree : tree := Tree false (PositiveMap.empty _).

Fixpoint mem (x : list positive) (s : tree) : bool :=
  let (here, below) := s in
  match x with
  | [] => here
  | n :: x => match PositiveMap.find n below with Some s => mem x s | None => false end
  end.

Fixpoint add (x : list positive) (s : tree) : tree :=
  let (here, below) := s in
  match x with
  | [] => Tree true below
  | n :: x => Tree here (PositiveMap.add n (add x match PositiveMap.find n below with Some s => s | None => empty_tree end) below)
  end.

(** ** Stages *)

(** Numbers for a part of what a cube shows: all of them, the effect of a quarter turn, and what they stand for. *)
Record part := Part { numbers : list positive; turns_to : face -> positive -> positive; shown : positive -> permutation -> Prop }.

Definition number_after (c : part) (k : kind) (n : positive) : positive := Nat.iter (snd k) (turns_to c (fst k)) n.

Record stage := Stage { parts : list part; turns : list kind; goals : list (list positive); depth : nat }.

Definition shows_numbers (cs : list part) (x : list positive) (p : permutation) : Prop := Forall2 (fun c n => shown c n p) cs x.

Definition table (c : part) (ks : list kind) : PositiveMap.t (list positive) :=
  fold_left (fun m n => PositiveMap.add n (map (fun k => number_after c k n) ks) m) (numbers c) (PositiveMap.empty _).

Fixpoint cons_each (ns : list positive) (xs : list (list positive)) : list (list positive) :=
  match ns, xs with n :: ns, x :: xs => (n :: x) :: cons_each ns xs | _, _ => [] end.

Fixpoint next_states (tables : list (PositiveMap.t (list positive))) (ends : list (list positive)) (x : list positive) :
  list (list positive) :=
  match tables, x with
  | t :: tables, n :: x => match PositiveMap.find n t with Some ns => cons_each ns (next_states tables ends x) | None => [] end
  | [], [] => ends
  | _, _ => []
  end.

Definition add_if_new (both : list (list positive) * tree) (x : list positive) : list (list positive) * tree :=
  let (new, seen) := both in
  if mem x seen then both else (x :: new, add x seen).

Fixpoint explore (after : list positive -> list (list positive)) (rounds : nat) (border : list (list positive)) (seen : tree) :
  tree :=
  match rounds with
  | 0 => seen
  | S rounds =>
      let (new, seen) := fold_left (fun both x => fold_left add_if_new (after x) both) border ([], seen) in
      explore after rounds new seen
  end.

Definition explored (s : stage) : tree :=
  let tables := map (fun c => table c (turns s)) (parts s) in
  let (border, seen) := fold_left add_if_new (goals s) ([], empty_tree) in
  explore (next_states tables (map (fun _ => []) (turns s))) (depth s) border seen.

Definition kind_eqb (one other : kind) : bool := face_eqb (fst one) (fst other) && (snd one =? snd other).

(** Each turn is taken back by another turn of the stage, for the numbers of each part. *)
Definition stage_ok (s : stage) : bool :=
  every (fun k => any (kind_eqb k) kinds && any (kind_eqb (undo_of k)) (turns s)
    && every (fun c => every (fun n => Pos.eqb (number_after c (undo_of k) (number_after c k n)) n) (numbers c)) (parts s)) (turns s).

(** ** Proofs: turns of a cube *)

Lemma kind_eqb_spec one other : kind_eqb one other = true <-> one = other.
Proof.
  destruct one as [f q], other as [f' q']. unfold kind_eqb. cbn [fst snd]. rewrite andb_true_iff, face_eqb_spec, Nat.eqb_eq.
  split; [intros [-> ->]; reflexivity|now intros [= -> ->]].
Qed.

Lemma any_kind k ks : any (kind_eqb k) ks = true -> In k ks.
Proof. rewrite any_spec. intros (other & listed & same). apply kind_eqb_spec in same. now subst. Qed.

Lemma kind_turn_is_of_face k : In k kinds -> In (kind_turn k) face_turns.
Proof.
  assert (every (fun k => is_face_turn (kind_turn k)) kinds = true) as H by (vm_cast_no_check (eq_refl true)).
  rewrite every_spec in H. intros listed. now apply is_face_turn_spec, H.
Qed.

Lemma kind_fine k : In k kinds -> fine 3 (permutation_by k).
Proof. intros listed. exact (face_turns_fine _ (kind_turn_is_of_face k listed)). Qed.

Lemma of_turns_fine p : of_turns p -> fine 3 p.
Proof. intros (word & all & ->). now apply fine_word. Qed.

Lemma of_turns_one_more p k : In k kinds -> of_turns p -> of_turns (compose p (permutation_by k)).
Proof.
  intros listed (word & all & ->). exists (word ++ [kind_turn k]). split.
  - apply Forall_app. split; [assumption|]. constructor; [now apply kind_turn_is_of_face|constructor].
  - symmetry. exact (permutation_of_one_more word (kind_turn k)).
Qed.

Lemma of_turns_moved word : Forall (fun k => In k kinds) word -> forall p, of_turns p -> of_turns (moved_by word p).
Proof.
  induction 1 as [|k word listed all IH]; intros p from; [assumption|]. cbn [moved_by fold_left].
  apply IH. now apply of_turns_one_more.
Qed.

Lemma moved_by_app word other p : moved_by (word ++ other) p = moved_by other (moved_by word p).
Proof. apply fold_left_app. Qed.

Lemma quarter_listed f q : In q [1; 2; 3] -> In (f, q) kinds.
Proof. intros listed. apply in_prod; [destruct f; cbn; tauto|assumption]. Qed.

Lemma turns_of_quarters f : permutation_by (f, 2) = compose (quarter f) (quarter f) /\
  permutation_by (f, 3) = compose (permutation_by (f, 2)) (quarter f).
Proof.
  assert (every (fun f => permutation_eqb (permutation_by (f, 2)) (compose (quarter f) (quarter f))
    && permutation_eqb (permutation_by (f, 3)) (compose (permutation_by (f, 2)) (quarter f))) faces = true) as H
    by (vm_cast_no_check (eq_refl true)).
  rewrite every_spec in H. specialize (H f ltac:(destruct f; cbn; tauto)).
  rewrite andb_true_iff, !permutation_eqb_spec in H. exact H.
Qed.

Lemma by_quarters p f q : fine 3 p -> In q [1; 2; 3] ->
  compose p (permutation_by (f, q)) = Nat.iter q (fun p => compose p (quarter f)) p.
Proof.
  intros good listed. destruct (turns_of_quarters f) as [two three].
  pose proof (kind_fine (f, 1) (quarter_listed f 1 ltac:(cbn; tauto))) as fine1. fold (quarter f) in fine1.
  pose proof (kind_fine (f, 2) (quarter_listed f 2 ltac:(cbn; tauto))) as fine2.
  destruct listed as [<-|[<-|[<-|[]]]]; cbn [Nat.iter nat_rect].
  - reflexivity.
  - rewrite two. now apply composed_thrice.
  - rewrite three, composed_thrice, two, composed_thrice by assumption. reflexivity.
Qed.

(** ** Proofs: numberings *)

Lemma index_of_listed i l : In i l -> index_of i l < length l /\ nth (index_of i l) l 0 = i.
Proof.
  induction l as [|j l IH]; [easy|]. intros listed. cbn [index_of length]. destruct (Nat.eqb_spec i j) as [<-|other].
  - split; [lia|reflexivity].
  - destruct listed as [<-|listed]; [easy|]. destruct (IH listed). split; [lia|assumption].
Qed.

Lemma see_moved l p s : fine 3 p -> fine 3 s -> stays_within l s = true ->
  see l (compose p s) = gather 0 (brought l s) (see l p).
Proof.
  intros fine_p fine_s within. unfold stays_within in within. rewrite every_spec in within. unfold see, brought. unfold gather at 1.
  rewrite map_map. apply map_ext_in. intros i listed. specialize (within i listed).
  apply andb_true_iff in within as [short there]. apply Nat.ltb_lt in short. apply any_spec in there as (j & there & same).
  apply Nat.eqb_eq in same. subst j. rewrite nth_composed by assumption. destruct (index_of_listed _ _ there) as [small same].
  cbv beta. rewrite (nth_indep (map (fun i => label l (nth i p 0)) (spots l)) 0 (label l (nth 0 p 0))) by now rewrite map_length.
  rewrite (map_nth (fun i => label l (nth i p 0))), same. reflexivity.
Qed.

Lemma same_numbers_spec v w : same_numbers v w = true <-> v = w.
Proof.
  revert w. induction v as [|i v IH]; intros [|j w]; cbn; try easy.
  destruct (Nat.eqb_spec i j) as [<-|other]; [|split; congruence]. rewrite IH. split; congruence.
Qed.

Section Numbering.
Variables (l : labels) (z : numbering).
Hypothesis checked : numbering_ok l z = true.

Lemma same_view_spec n v : same_view z n v = true -> PositiveMap.find n (seen_at z) = Some v.
Proof.
  unfold same_view. destruct PositiveMap.find as [w|]; [|discriminate]. rewrite same_numbers_spec. congruence.
Qed.

Lemma stands_solved : stands_for l z 1 (identity 3).
Proof. unfold numbering_ok in checked. cbv zeta in checked. rewrite !andb_true_iff in checked. now apply same_view_spec. Qed.

Lemma stands_after_quarter f n p : fine 3 p -> stands_for l z n p -> stands_for l z (next z f n) (compose p (quarter f)).
Proof.
  intros good stands. unfold numbering_ok in checked. cbv zeta in checked. rewrite !andb_true_iff, !every_spec in checked.
  destruct checked as [[within _] all].
  assert (In f faces) as listed by (destruct f; cbn; tauto).
  apply PositiveMap.elements_correct in stands. specialize (all _ stands). cbv beta iota in all. rewrite every_spec in all.
  specialize (all (f, brought l (quarter f)) (in_map (fun f => (f, brought l (quarter f))) _ _ listed)). cbv beta iota in all.
  apply same_view_spec in all. unfold stands_for. rewrite all. f_equal. symmetry. apply see_moved; [assumption| |auto].
  apply kind_fine, quarter_listed. cbn. tauto.
Qed.

End Numbering.

(** ** Proofs: sets *)

Lemma mem_added x y s : mem x (add y s) = true -> x = y \/ mem x s = true.
Proof.
  revert x s. induction y as [|m y IH]; intros [|n x] [here below]; cbn [mem add]; auto.
  destruct (Pos.eq_dec n m) as [->|other].
  - rewrite PositiveMap.gss. intros listed. apply IH in listed as [->|listed]; [now left|right].
    destruct PositiveMap.find; [assumption|]. destruct x; cbn in listed; [discriminate|]. now rewrite PositiveMap.gempty in listed.
  - rewrite PositiveMap.gso by assumption. now right.
Qed.

Lemma mem_empty x : mem x empty_tree = false.
Proof. destruct x; cbn; [reflexivity|]. now rewrite PositiveMap.gempty. Qed.

(** All that one list makes is what a property allows: of the new ones and of the set. *)
Definition all_are (P : list positive -> Prop) (both : list (list positive) * tree) : Prop :=
  Forall P (fst both) /\ forall x, mem x (snd both) = true -> P x.

Lemma added_are P xs : Forall P xs -> forall both, all_are P both -> all_are P (fold_left add_if_new xs both).
Proof.
  induction 1 as [|x xs holds all IH]; intros [new seen] [Hnew Hseen]; [now split|]. cbn [fold_left]. apply IH.
  unfold add_if_new. destruct (mem x seen) eqn:E; [now split|]. split; cbn [fst snd] in *; [now constructor|].
  intros y listed. apply mem_added in listed as [->|listed]; auto.
Qed.

Lemma explore_are after (P : nat -> list positive -> Prop) : (forall m x, P m x -> P (S m) x) ->
  (forall m x, P m x -> Forall (P (S m)) (after x)) ->
  forall rounds m border seen, all_are (P m) (border, seen) ->
  forall x, mem x (explore after rounds border seen) = true -> P (rounds + m) x.
Proof.
  intros more step. induction rounds as [|rounds IH]; intros m border seen [Hborder Hseen] x listed; [now apply Hseen|].
  cbn [explore] in listed. cbn [fst snd] in Hborder, Hseen.
  assert (forall both, all_are (P (S m)) both -> all_are (P (S m)) (fold_left (fun both x => fold_left add_if_new (after x) both) border both))
    as all.
  { clear listed Hseen. induction Hborder as [|y others holds Hothers IHothers]; intros both good; [exact good|]. cbn [fold_left].
    apply IHothers, added_are; [now apply step|assumption]. }
  specialize (all ([], seen)). destruct (fold_left _ border ([], seen)) as [new seen'].
  replace (S rounds + m) with (rounds + S m) by lia. apply (IH (S m) new seen'); [|assumption]. apply all.
  split; [constructor|]. intros y there. now apply more, Hseen.
Qed.

(** ** Proofs: stages *)

Lemma table_spec c ks n row : PositiveMap.find n (table c ks) = Some row -> In n (numbers c) /\ row = map (fun k => number_after c k n) ks.
Proof.
  unfold table. set (one := fun m n => PositiveMap.add n (map (fun k => number_after c k n) ks) m).
  assert (forall listed m, (forall n row, PositiveMap.find n m = Some row -> In n (numbers c) /\ row = map (fun k => number_after c k n) ks) ->
    incl listed (numbers c) -> forall n row, PositiveMap.find n (fold_left one listed m) = Some row ->
    In n (numbers c) /\ row = map (fun k => number_after c k n) ks) as H.
  { induction listed as [|a listed IH]; intros m good all; [assumption|]. cbn [fold_left]. apply IH.
    - intros n' row' E. unfold one in E. destruct (Pos.eq_dec n' a) as [->|other].
      + rewrite PositiveMap.gss in E. injection E as <-. split; [apply all; now left|reflexivity].
      + rewrite PositiveMap.gso in E by assumption. now apply good.
    - intros y there. apply all. now right. }
  apply H; [|apply incl_refl]. intros n' row'. rewrite PositiveMap.gempty. discriminate.
Qed.

Fixpoint numbers_after (cs : list part) (k : kind) (x : list positive) : list positive :=
  match cs, x with c :: cs, n :: x => number_after c k n :: numbers_after cs k x | _, _ => [] end.

Lemma next_states_spec cs ks x y : In y (next_states (map (fun c => table c ks) cs) (map (fun _ => []) ks) x) ->
  exists k, In k ks /\ y = numbers_after cs k x /\ Forall2 (fun c n => In n (numbers c)) cs x.
Proof.
  assert (next_states (map (fun c => table c ks) cs) (map (fun _ => []) ks) x = [] \/
    (next_states (map (fun c => table c ks) cs) (map (fun _ => []) ks) x = map (fun k => numbers_after cs k x) ks /\
     Forall2 (fun c n => In n (numbers c)) cs x)) as [->|[-> listed]]; [|easy|].
  - revert x. induction cs as [|c cs IH]; intros [|n x]; cbn [map next_states]; auto.
    destruct PositiveMap.find as [row|] eqn:E; [|now left]. apply table_spec in E as [there ->].
    destruct (IH x) as [->|[-> others]]; [left; now destruct ks|right]. split; [|now constructor].
    clear. induction ks as [|k ks IH]; [reflexivity|]. cbn [map cons_each]. now rewrite IH.
  - intros there. apply in_map_iff in there as (k & <- & there). eauto.
Qed.

(** What a quarter turn does to a number of a part fits what it does to the cube. *)
Definition part_right (c : part) : Prop := forall f n p, of_turns p -> shown c n p -> shown c (turns_to c f n) (compose p (quarter f)).

Lemma number_after_right c k n p : part_right c -> In k kinds -> of_turns p -> shown c n p -> shown c (number_after c k n) (compose p (permutation_by k)).
Proof.
  intros right listed from shows_n. destruct k as [f q]. apply in_prod_iff in listed as [_ listed].
  rewrite by_quarters by auto using of_turns_fine. unfold number_after. cbn [fst snd].
  assert (forall q p n, of_turns p -> shown c n p ->
    of_turns (Nat.iter q (fun p => compose p (quarter f)) p) /\
    shown c (Nat.iter q (turns_to c f) n) (Nat.iter q (fun p => compose p (quarter f)) p)) as H.
  { clear -right. induction q as [|q IH]; intros p n from shows_n; [now split|]. destruct (IH p n from shows_n) as [from' shows'].
    split.
    - apply of_turns_one_more; [|exact from']. apply quarter_listed. cbn. tauto.
    - exact (right f _ _ from' shows'). }
  now apply H.
Qed.

(** A part of a numbering: each cube has a number. *)
Definition part_of (l : labels) (z : numbering) : part := Part (map fst (PositiveMap.elements (seen_at z))) (next z) (stands_for l z).

Lemma part_of_right l z : numbering_ok l z = true -> part_right (part_of l z).
Proof. intros checked f n p from. exact (stands_after_quarter l z checked f n p (of_turns_fine p from)). Qed.

Lemma of_turns_ind (P : permutation -> Prop) : P (identity 3) ->
  (forall p k, In k kinds -> of_turns p -> P p -> P (compose p (permutation_by k))) -> forall p, of_turns p -> P p.
Proof.
  intros start step p (word & all & ->). induction word as [|s word IH] using rev_ind; [exact start|].
  apply Forall_app in all as [all last_one]. inversion last_one as [|? ? listed _]; subst. specialize (IH all).
  rewrite permutation_of_one_more. change face_turns with (map kind_turn kinds) in listed. apply in_map_iff in listed as (k & <- & listed).
  apply (step _ k listed); [now exists word|exact IH].
Qed.

Lemma has_number l z p : numbering_ok l z = true -> of_turns p -> exists n, In n (numbers (part_of l z)) /\ stands_for l z n p.
Proof.
  intros checked from. enough (exists n, stands_for l z n p) as [n stands].
  { exists n. split; [|exact stands]. apply PositiveMap.elements_correct in stands. apply (in_map fst) in stands. exact stands. }
  revert p from. apply of_turns_ind.
  - exists 1%positive. now apply stands_solved.
  - intros p k listed from [n stands]. exists (number_after (part_of l z) k n). now apply (number_after_right (part_of l z)); [apply part_of_right| | |].
Qed.

(** Turns that keep a number, of a cube that shows it. *)
Definition keep (c : part) (ks : list kind) (n : positive) : bool := every (fun k => Pos.eqb (number_after c k n) n) ks.

Lemma number_is_kept c ks n word p : part_right c -> keep c ks n = true -> incl ks kinds -> Forall (fun k => In k ks) word -> of_turns p ->
  shown c n p -> shown c n (moved_by word p).
Proof.
  intros right keeps known_kinds all. revert p. induction all as [|k word listed all IH]; intros p from shows_n; [exact shows_n|].
  cbn [moved_by fold_left]. apply IH; [apply of_turns_one_more; auto|]. unfold keep in keeps. rewrite every_spec in keeps.
  specialize (keeps k listed). apply Pos.eqb_eq in keeps. rewrite <- keeps. apply number_after_right; auto.
Qed.

Section Stage.
Variable s : stage.
Hypothesis checked : stage_ok s = true.
Hypothesis right : Forall part_right (parts s).

Lemma turn_checked k : In k (turns s) -> In k kinds /\ In (undo_of k) (turns s) /\
  forall c n, In c (parts s) -> In n (numbers c) -> number_after c (undo_of k) (number_after c k n) = n.
Proof.
  intros listed. unfold stage_ok in checked. rewrite every_spec in checked. specialize (checked k listed).
  rewrite !andb_true_iff, every_spec in checked. destruct checked as [[known_kind undo_listed] undone].
  split; [now apply any_kind|]. split; [now apply any_kind|]. intros c n there n_there. specialize (undone c there).
  rewrite every_spec in undone. now apply Pos.eqb_eq, undone.
Qed.

(** Cubes that show some numbers reach a goal of the stage in [m] turns. *)
Definition near_goal (m : nat) (x : list positive) : Prop := forall p, of_turns p -> shows_numbers (parts s) x p ->
  exists word, Forall (fun k => In k (turns s)) word /\ length word <= m /\
    exists g, In g (goals s) /\ shows_numbers (parts s) g (moved_by word p).

Lemma one_turn_farther m x k : In k (turns s) -> Forall2 (fun c n => In n (numbers c)) (parts s) x -> near_goal m x ->
  near_goal (S m) (numbers_after (parts s) k x).
Proof.
  intros listed numbered_x near p from shows_y. destruct (turn_checked k listed) as (known_kind & undo_listed & undone).
  destruct (turn_checked _ undo_listed) as (known_undo & _ & _).
  destruct (near (compose p (permutation_by (undo_of k)))) as (word & all & short & ends).
  - now apply of_turns_one_more.
  - clear near. unfold shows_numbers in *. revert right undone shows_y. induction numbered_x as [|c n cs x there numbered_x IH];
      intros right' undone shows_y; [constructor|]. cbn [numbers_after] in shows_y. inversion shows_y; subst. inversion right'; subst.
    constructor.
    + rewrite <- (undone c n) by (try assumption; now left). now apply number_after_right.
    + apply IH; [assumption| |assumption]. intros c' n' there'. apply undone. now right.
  - exists (undo_of k :: word). split; [now constructor|]. split; [cbn; lia|exact ends].
Qed.

Theorem explored_is_near x : mem x (explored s) = true -> near_goal (depth s) x.
Proof.
  unfold explored. intros listed. destruct (fold_left add_if_new (goals s) ([], empty_tree)) as [border seen] eqn:E.
  rewrite <- (Nat.add_0_r (depth s)). revert listed. apply explore_are.
  - intros m y near p from shows_y. destruct (near p from shows_y) as (word & all & short & ends). exists word.
    split; [assumption|]. split; [lia|assumption].
  - intros m y near. apply Forall_forall. intros y' there. apply next_states_spec in there as (k & listed & -> & numbered_y).
    now apply one_turn_farther.
  - rewrite <- E. apply added_are.
    + apply Forall_forall. intros g there p from shows_g. exists []. split; [constructor|]. split; [cbn; lia|]. now exists g.
    + split; [constructor|]. intros y there. cbn [snd] in there. now rewrite mem_empty in there.
Qed.

End Stage.
