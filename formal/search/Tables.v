(** * Numbers of views, and numbers after turns

    The program reads one row of bytes: first the number of each twist, flip and set of slots after each turn, which it
    computes; then a stored table. None of these bytes is trusted. [numbers_ok] tests that each number after a turn is the number of the
    view after the turn. *)

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

(** Pairs of bytes. *)
Definition twist_moves : word := zero.
Definition flip_moves : word := literal 39366.
Definition set_moves : word := literal 76230.

(** The byte where the stored table begins, after the numbers of [Inverse.v]. *)
Definition stored : N := 275240.

Definition moves_of (c : coordinate) : word :=
  match c with Twist => twist_moves | Flip => flip_moves | Slots => set_moves end.

Definition count_of (c : coordinate) : word := match c with Twist => twists | Flip => flips | Slots => sets end.

(** The number after a turn. *)
Definition moved (m : memory) (c : coordinate) (i t : word) : word :=
  two_bytes m (add (moves_of c) (add (mul i eighteen) t)).

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

Definition numbers_ok (m : memory) : bool := moves_ok m Twist && moves_ok m Flip && moves_ok m Slots.

(** ** The numbers that a cube shows on an axis *)

Record place := Place { twist : word; flip : word; slots : word }.

Definition number_in (c : coordinate) (p : place) : word :=
  match c with Twist => twist p | Flip => flip p | Slots => slots p end.

Definition shows_number (c : coordinate) (a : axis_name) (i : word) (s : colouring) : Prop :=
  value i < N.of_nat (how_many c) /\ decode (numbered (views c)) i = Some (view (painting_of c a) s).

Definition shows (a : axis_name) (p : place) (s : colouring) : Prop :=
  forall c, shows_number c a (number_in c p) s.

Definition turned_place (m : memory) (p : place) (t : word) : place :=
  Place (moved m Twist (twist p) t) (moved m Flip (flip p) t) (moved m Slots (slots p) t).

(** A turn of a face, by its face and its quarters. *)
Definition face_turn (s : colouring) (kind : face * nat) : colouring := gather U (permutation_by kind) s.

Definition on (a : axis_name) (kind : face * nat) : word := literal (N.of_nat (number_on a kind)).

(** ** How far it is

    An axis has its coset: the cubes that show its views as the solved cube does. A cube is far from it if no shorter word
    of turns leads there. *)
Definition in_coset (a : axis_name) (s : colouring) : Prop := forall c, view (painting_of c a) s = goal_view c.

Definition far_from (a : axis_name) (n : N) (s : colouring) : Prop :=
  forall word, Forall (fun kind => In kind kinds) word -> in_coset a (run face_turn s word) -> n <= N.of_nat (length word).

Definition is_goal (s : colouring) : Prop := s = solved_colours 3.

(** ** Proofs *)

Lemma solved_in_coset a s : is_goal s -> in_coset a s.
Proof. intros -> c. apply solved_view. Qed.

(** The last turn of a word leaves the views on the axis of its face as they are. *)
Lemma coset_before_the_last_turn s word last : Forall (fun kind => In kind kinds) (word ++ [last]) ->
  is_goal (run face_turn s (word ++ [last])) -> in_coset (axis_of (fst last)) (run face_turn s word).
Proof.
  intros all ends c. apply Forall_app in all as [_ all]. inversion all; subst.
  unfold run in ends. rewrite fold_left_app in ends. now apply view_before_the_last_turn.
Qed.

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
Strategy 1000 [moves_ok views numbered words_below].

Section Checked.

Variable m : memory.
Hypothesis checked : numbers_ok m = true.

Lemma moves_checked c : moves_ok m c = true.
Proof.
  unfold numbers_ok in checked. apply andb_prop in checked as [H H3]. apply andb_prop in H as [H1 H2]. now destruct c.
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

(** Numbers of places that are 0 in the coset, and that no turn lowers by more than 1, say how far it is. *)
Theorem numbers_are_bounds a (bound : place -> N) :
  (forall p s, shows a p s -> in_coset a s -> bound p = 0) ->
  lowers_by_one kinds (fun p kind => turned_place m p (on a kind)) (shows a) bound ->
  forall p s, shows a p s -> far_from a (bound p) s.
Proof.
  intros nothing lowers p s shown word all ends.
  apply (table_is_bound face_turn kinds (in_coset a) (fun p kind => turned_place m p (on a kind)) (shows a) bound) with s;
    [|assumption..].
  intros i s' kind shown' listed. now apply shows_turned.
Qed.

End Checked.
