(** * Checked tables are bounds

    The program reads one row of bytes: the stored table [search-3x3x3-phase1], and after it the number of
    each twist, flip and set of slots after each turn. None of these bytes is trusted. [tables_ok] tests that each number
    after a turn is the number of the view after the turn, and that no turn lowers an entry of the table by more
    than 1. Then each entry is a lower bound. *)

From Coq Require Import NArith Arith Bool List Lia FMapPositive.
From Cubeproof Require Import Geometry Puzzle.
From Cubeproof.search Require Import Words Bounds Views.
Import ListNotations.
Local Open Scope N_scope.

(** ** Where things are *)

Definition zero : word := literal 0.
Definition eighteen : word := literal 18.
Definition twists : word := literal 2187.
Definition flips : word := literal 2048.
Definition sets : word := literal 495.

(** Bytes: the entries of twist and slots start at 0. *)
Definition flips_and_sets : word := literal 1082565.
Definition twists_and_flips : word := literal 2096325.

(** Pairs of bytes. *)
Definition twist_moves : word := literal 3287651.
Definition flip_moves : word := literal 3327017.
Definition set_moves : word := literal 3363881.

Definition moves_of (c : coordinate) : word :=
  match c with Twist => twist_moves | Flip => flip_moves | Slots => set_moves end.

Definition count_of (c : coordinate) : word := match c with Twist => twists | Flip => flips | Slots => sets end.

(** The number after a turn. *)
Definition moved (m : memory) (c : coordinate) (i t : word) : word :=
  two_bytes m (add (moves_of c) (add (mul i eighteen) t)).

(** The entry of two numbers: the row of the first one, and a place in it. *)
Definition row (start wide i : word) : word := add start (mul i wide).
Definition entry (m : memory) (in_row j : word) : word := byte m (add in_row j).

(** ** The test *)

Fixpoint counting_up (n : nat) (i : word) : list word :=
  match n with
  | 0%nat => []
  | S n => i :: counting_up n (add i one)
  end.

Definition words_below (n : nat) : list word := counting_up n zero.

Definition all_numbers (c : coordinate) : list word := words_below (how_many c).

Definition numbered (all : list (list bool)) : PositiveMap.t (list bool) :=
  fst (fold_left (fun '(map, place) v => (PositiveMap.add place v map, Pos.succ place)) all (PositiveMap.empty _, 1%positive)).

Definition decoding : Type := PositiveMap.t (list bool).

Definition decode (all : decoding) (i : word) : option (list bool) := PositiveMap.find (N.succ_pos (number i)) all.

Definition number_turns (c : coordinate) : list (word * list nat) :=
  map (fun '(k, way) => (literal (N.of_nat k), way)) (ways c).

(** Each number after a turn is that of the view after the turn; and the number of the solved view is 0. *)
Definition moves_ok (m : memory) (c : coordinate) : bool :=
  let all := numbered (views c) in
  let turns := number_turns c in
  let most := count_of c in
  let goal := goal_view c in
  forallb (fun i =>
    match decode all i with
    | Some v =>
        (if bools_eqb v goal then eqb i zero else true)
        && forallb (fun '(t, way) =>
             let next := moved m c i t in
             ltb next most
             && match decode all next with
                | Some other => bools_eqb other (gather false way v)
                | None => false
                end) turns
    | None => true
    end) (all_numbers c).

Definition all_turn_numbers : list word := words_below 18.

(** No turn lowers an entry by more than 1; the entry of two zeros is 0. *)
Definition entries_ok (m : memory) (start wide : word) (one_kind other_kind : coordinate) : bool :=
  let seconds := all_numbers other_kind in
  eqb (entry m (row start wide zero) zero) zero
  && forallb (fun i =>
       let here := row start wide i in
       forallb (fun t =>
         let there := row start wide (moved m one_kind i t) in
         forallb (fun j => negb (ltb (add (entry m there (moved m other_kind j t)) one) (entry m here j))) seconds)
         all_turn_numbers)
     (all_numbers one_kind).

Definition tables_ok (m : memory) : bool :=
  moves_ok m Twist && moves_ok m Flip && moves_ok m Slots
  && entries_ok m zero sets Twist Slots
  && entries_ok m flips_and_sets sets Flip Slots
  && entries_ok m twists_and_flips flips Twist Flip.

(** ** The numbers that a cube shows on an axis, and the bound that they give *)

Record place := Place { twist : word; flip : word; slots : word }.

Definition number_in (c : coordinate) (p : place) : word :=
  match c with Twist => twist p | Flip => flip p | Slots => slots p end.

Definition shows_number (c : coordinate) (a : axis_name) (i : word) (s : colouring) : Prop :=
  value i < N.of_nat (how_many c) /\ decode (numbered (views c)) i = Some (view (painting_of c a) s).

Definition shows (a : axis_name) (p : place) (s : colouring) : Prop :=
  forall c, shows_number c a (number_in c p) s.

Definition turned_place (m : memory) (p : place) (t : word) : place :=
  Place (moved m Twist (twist p) t) (moved m Flip (flip p) t) (moved m Slots (slots p) t).

Definition twist_slots (m : memory) (p : place) : word := entry m (row zero sets (twist p)) (slots p).
Definition flip_slots (m : memory) (p : place) : word := entry m (row flips_and_sets sets (flip p)) (slots p).
Definition twist_flip (m : memory) (p : place) : word := entry m (row twists_and_flips flips (twist p)) (flip p).

Definition bound (m : memory) (p : place) : N :=
  N.max (value (twist_slots m p)) (N.max (value (flip_slots m p)) (value (twist_flip m p))).

(** A turn of a face, by its face and its quarters. *)
Definition face_turn (s : colouring) (kind : face * nat) : colouring := gather U (permutation_by kind) s.

Definition on (a : axis_name) (kind : face * nat) : word := literal (N.of_nat (number_on a kind)).

(** ** Proofs *)

Lemma zero_is_0 : value zero = 0.
Proof. apply value_literal. reflexivity. Qed.

Lemma one_is_1 : value one = 1.
Proof. apply value_literal. reflexivity. Qed.

Lemma counting_up_spec n : forall i a, value i + N.of_nat n < 2 ^ 30 ->
  (In a (counting_up n i) <-> value i <= value a < value i + N.of_nat n).
Proof.
  change (2 ^ 30) with 1073741824. induction n as [|n IH]; intros i a few; cbn [counting_up In]; [lia|].
  assert (value (add i one) = value i + 1) as E
    by (rewrite value_add, one_is_1; [reflexivity|]; rewrite one_is_1; change (2 ^ 30) with 1073741824; lia).
  rewrite IH, E by (rewrite ?E; lia). split.
  - intros [<-|?]; lia.
  - intros H. destruct (N.eq_dec (value a) (value i)) as [same|]; [left; now apply word_ext|right; lia].
Qed.

Lemma words_below_spec n a : N.of_nat n < 2 ^ 30 -> (In a (words_below n) <-> value a < N.of_nat n).
Proof. intros few. unfold words_below. rewrite counting_up_spec, zero_is_0 by (rewrite zero_is_0; exact few). lia. Qed.

Lemma value_count c : value (count_of c) = N.of_nat (how_many c).
Proof. destruct c; (etransitivity; [apply value_literal; reflexivity | reflexivity]). Qed.

Lemma few_numbers c : N.of_nat (how_many c) < 2 ^ 30.
Proof. destruct c; reflexivity. Qed.

Lemma in_all_numbers c i : value i < N.of_nat (how_many c) -> In i (all_numbers c).
Proof. intros small. apply words_below_spec; [apply few_numbers|exact small]. Qed.

Lemma two_bytes_small m i : value (two_bytes m i) < 2 ^ 30.
Proof.
  assert (forall lower upper, lower mod 256 + 256 * (upper mod 256) < 2 ^ 30) as H; [|apply H].
  intros lower upper. apply N.le_lt_trans with (255 + 256 * 255); [|reflexivity].
  assert (lower mod 256 < 256) as H1 by now apply N.mod_lt. assert (upper mod 256 < 256) as H2 by now apply N.mod_lt.
  revert H1 H2. generalize (lower mod 256) (upper mod 256). lia.
Qed.

Lemma in_turn_numbers a kind : In kind kinds -> In (on a kind) all_turn_numbers.
Proof.
  intros listed. assert (forallb (fun a => forallb (fun kind => (number_on a kind <? 18)%nat) kinds) axes = true) as H
    by (vm_cast_no_check (eq_refl true)).
  rewrite forallb_forall in H. specialize (H a (in_axes a)). rewrite forallb_forall in H. specialize (H kind listed).
  apply Nat.ltb_lt in H. apply (proj2 (words_below_spec 18 _ eq_refl)). unfold on. rewrite value_literal; lia.
Qed.

(** So that nothing looks into them where words of one kind are compared. *)
Strategy 1000 [moves_ok entries_ok views numbered words_below].

Section Checked.

Variable m : memory.
Hypothesis checked : tables_ok m = true.

Lemma moves_checked c : moves_ok m c = true.
Proof.
  unfold tables_ok in checked. apply andb_prop in checked as [H _]. apply andb_prop in H as [H _].
  apply andb_prop in H as [H _]. apply andb_prop in H as [H H3]. apply andb_prop in H as [H1 H2]. now destruct c.
Qed.

(** The number after a turn is that of the view after the turn. *)
Lemma number_turned c a i kind s : In kind kinds -> shows_number c a i s ->
  shows_number c a (moved m c i (on a kind)) (face_turn s kind).
Proof.
  intros listed [small shown]. pose proof (moves_checked c) as H. unfold moves_ok in H. cbv zeta in H.
  rewrite forallb_forall in H. specialize (H i (in_all_numbers c i small)). rewrite shown in H.
  apply andb_true_iff in H as [_ H]. rewrite forallb_forall in H.
  destruct (turned_by_its_number c a kind s listed) as (way & there & equal).
  specialize (H (on a kind, way)
    (in_map (fun '(k, way) => (literal (N.of_nat k), way)) _ _ there)). cbv beta iota in H.
  apply andb_true_iff in H as [less H].
  rewrite ltb_spec in less by (try apply two_bytes_small; rewrite value_count; apply few_numbers).
  apply N.ltb_lt in less. rewrite value_count in less.
  split; [assumption|]. destruct (decode _ (moved _ _ _ _)) as [other|] in H |- *; [|discriminate].
  apply bools_eqb_spec in H. unfold face_turn. now rewrite H, equal.
Qed.

Lemma shows_turned a p kind s : In kind kinds -> shows a p s ->
  shows a (turned_place m p (on a kind)) (face_turn s kind).
Proof.
  intros listed shown c. pose proof (number_turned c a _ kind s listed (shown c)) as H.
  destruct c; cbn [number_in turned_place twist flip slots] in *; exact H.
Qed.

(** Only the number 0 shows the solved view. *)
Lemma solved_is_zero c a i s : shows_number c a i s -> view (painting_of c a) s = goal_view c -> i = zero.
Proof.
  intros [small shown] solved. pose proof (moves_checked c) as H. unfold moves_ok in H. cbv zeta in H.
  rewrite forallb_forall in H. specialize (H i (in_all_numbers c i small)). rewrite shown, solved in H.
  apply andb_true_iff in H as [H _]. rewrite (proj2 (bools_eqb_spec _ _) eq_refl) in H. now apply eqb_spec.
Qed.

Lemma entry_lowered start wide one_kind other_kind i j t :
  entries_ok m start wide one_kind other_kind = true ->
  In i (all_numbers one_kind) -> In j (all_numbers other_kind) -> In t all_turn_numbers ->
  value (entry m (row start wide i) j) <=
  value (entry m (row start wide (moved m one_kind i t)) (moved m other_kind j t)) + 1.
Proof.
  intros H Hi Hj Ht. unfold entries_ok in H. cbv zeta in H. apply andb_true_iff in H as [_ H].
  rewrite forallb_forall in H. specialize (H i Hi). rewrite forallb_forall in H. specialize (H t Ht).
  rewrite forallb_forall in H. specialize (H j Hj). apply negb_true_iff in H.
  set (after := entry m (row start wide (moved m one_kind i t)) (moved m other_kind j t)) in *.
  set (before := entry m (row start wide i) j) in *.
  assert (value after < 256) as small by apply byte_small.
  assert (value before < 256) as small' by apply byte_small.
  assert (value (add after one) = value after + 1) as sum
    by (rewrite value_add, one_is_1; [reflexivity|]; rewrite one_is_1; lia).
  rewrite ltb_spec in H by lia. apply N.ltb_ge in H. lia.
Qed.

Lemma entry_of_zeros start wide one_kind other_kind :
  entries_ok m start wide one_kind other_kind = true -> value (entry m (row start wide zero) zero) = 0.
Proof.
  intros H. unfold entries_ok in H. cbv zeta in H. apply andb_true_iff in H as [H _]. apply eqb_spec in H.
  rewrite H. apply zero_is_0.
Qed.

Lemma entries_checked : entries_ok m zero sets Twist Slots = true /\
  entries_ok m flips_and_sets sets Flip Slots = true /\ entries_ok m twists_and_flips flips Twist Flip = true.
Proof.
  unfold tables_ok in checked. apply andb_prop in checked as [H H3]. apply andb_prop in H as [H H2].
  apply andb_prop in H as [_ H1]. auto.
Qed.

Lemma bound_lowered a : lowers_by_one kinds (fun p kind => turned_place m p (on a kind)) (shows a) (bound m).
Proof.
  intros p s kind shown listed. pose proof (in_turn_numbers a kind listed) as Ht.
  destruct entries_checked as (H1 & H2 & H3).
  pose proof (in_all_numbers Twist _ (proj1 (shown Twist))) as H4.
  pose proof (in_all_numbers Flip _ (proj1 (shown Flip))) as H5.
  pose proof (in_all_numbers Slots _ (proj1 (shown Slots))) as H6.
  pose proof (entry_lowered _ _ _ _ _ _ _ H1 H4 H6 Ht). pose proof (entry_lowered _ _ _ _ _ _ _ H2 H5 H6 Ht).
  pose proof (entry_lowered _ _ _ _ _ _ _ H3 H4 H5 Ht).
  unfold bound, twist_slots, flip_slots, twist_flip. cbn [twist flip slots turned_place number_in] in *. lia.
Qed.

Lemma bound_of_solved_views a p s : shows a p s -> (forall c, view (painting_of c a) s = goal_view c) -> bound m p = 0.
Proof.
  intros shown solved. destruct entries_checked as (H1 & H2 & H3).
  pose proof (solved_is_zero Twist a _ s (shown Twist) (solved Twist)) as E1.
  pose proof (solved_is_zero Flip a _ s (shown Flip) (solved Flip)) as E2.
  pose proof (solved_is_zero Slots a _ s (shown Slots) (solved Slots)) as E3. cbn [number_in] in E1, E2, E3.
  unfold bound, twist_slots, flip_slots, twist_flip. rewrite E1, E2, E3.
  now rewrite (entry_of_zeros _ _ _ _ H1), (entry_of_zeros _ _ _ _ H2), (entry_of_zeros _ _ _ _ H3).
Qed.

Definition is_goal (s : colouring) : Prop := s = solved_colours 3.

(** The bound of an axis. *)
Theorem axis_is_bound a p s word : shows a p s -> Forall (fun kind => In kind kinds) word ->
  is_goal (run face_turn s word) -> bound m p <= N.of_nat (length word).
Proof.
  intros shown all ends.
  apply (table_is_bound face_turn kinds is_goal (fun p kind => turned_place m p (on a kind)) (shows a) (bound m))
    with s; [|  |apply bound_lowered|assumption..].
  - intros i s' kind shown' listed. now apply shows_turned.
  - intros i s' shown' ->. apply (bound_of_solved_views a i _ shown'). intros c. apply solved_view.
Qed.

(** A state that is not solved has one more turn to go than the bound of some axis. *)
Theorem some_axis_has_one_more s word last : Forall (fun kind => In kind kinds) (word ++ [last]) ->
  is_goal (run face_turn s (word ++ [last])) ->
  exists a, forall p, shows a p s -> bound m p <= N.of_nat (length word).
Proof.
  apply (one_more face_turn kinds is_goal (fun a p kind => turned_place m p (on a kind)) shows (bound m)).
  - intros a p s' kind shown listed. now apply shows_turned.
  - exact bound_lowered.
  - intros s' kind listed ends. exists (axis_of (fst kind)). intros p shown.
    apply (bound_of_solved_views _ p s' shown). intros c. now apply view_before_the_last_turn.
Qed.

End Checked.
