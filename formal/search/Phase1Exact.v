(** * Phase 1 ends within twelve turns

    The entries of the table of Phase1.v are at most the numbers of turns to the coset. [phase1_exact] tests the other half: an
    entry is at most 12; each entry that is not 0 has a turn that lowers it; and only the place of the solved cube has the
    entry 0. So a word as long as the entry leads to the coset. Again nothing is proved about symmetries. *)

From Coq Require Import NArith Arith Bool List Lia.
From Cubeproof Require Import Geometry Puzzle.
From Cubeproof.search Require Import Words Bounds Views Tables Classes Phase1.
Import ListNotations.
Local Open Scope N_scope.

(** ** The test *)

Definition first_too_large : word := literal 13.

(** For each turn of a class: the row after it, and the row of the twists after it. *)
Definition neighbours (m : memory) (c : word) : list (word * word) :=
  map (fun u => (class_row (next_class m c u), turned_row (next_symmetry m c u) u)) all_turn_numbers.

(** It stops at the first turn that lowers the entry. *)
Fixpoint some_nearer (m : memory) (entry j : word) (rows : list (word * word)) : bool :=
  match rows with
  | [] => false
  | (there, turned) :: rows =>
      ltb (row_entry m there (two_bytes m (add turned j))) entry || some_nearer m entry j rows
  end.

(** [home] says whether the row is that of the solved cube. *)
Definition entry_exact (m : memory) (home : bool) (here : word) (rows : list (word * word)) (j : word) : bool :=
  let entry := row_entry m here j in
  if eqb entry zero then home && eqb j zero else ltb entry first_too_large && some_nearer m entry j rows.

Definition class_exact (m : memory) (twists : list word) (c : word) : bool :=
  forallb (entry_exact m (eqb c (class_of m zero)) (class_row c) (neighbours m c)) twists.

Definition rows_exact (m : memory) : bool :=
  let twists := all_numbers Twist in
  all_of (powers 16) (fun c => if ltb c classes then class_exact m twists c else true) zero.

(** Only the number 0 has its class; under a symmetry only the twist 0 is 0, and each turn is what another looks like. *)
Definition home_exact (m : memory) : bool :=
  let home := class_of m zero in
  let sets' := all_numbers Slots in
  forallb (fun i => forallb (fun k =>
    if eqb (class_of m (joined i k)) home then eqb i zero && eqb k zero else true) sets') (all_numbers Flip).

Definition symmetries_exact (m : memory) : bool :=
  forallb (fun s =>
    forallb (fun j => if eqb (image m s j) zero then eqb j zero else true) (all_numbers Twist)
    && forallb (fun u => existsb (fun t => eqb (turn_seen m s t) u) all_turn_numbers) all_turn_numbers) symmetries.

Definition phase1_exact (m : memory) : bool := symmetries_exact m && home_exact m && rows_exact m.

(** ** Proofs *)

Strategy 1000 [words_below all_numbers symmetries powers].
Strategy 1000 [joined class_of symmetry_of next_class next_symmetry image turn_seen product is_alike moved].
Strategy 1000 [class_row turned_row row_entry two_bytes four_bits byte].
Strategy 2000 [add mul literal].

Lemma some_nearer_spec m entry j rows : some_nearer m entry j rows = true ->
  exists there turned, In (there, turned) rows /\
    ltb (row_entry m there (two_bytes m (add turned j))) entry = true.
Proof.
  induction rows as [|[there turned] rows IH]; cbn [some_nearer]; [discriminate|]. intros H.
  apply orb_true_iff in H as [less|H]; [exists there, turned; split; [now left|exact less]|].
  destruct (IH H) as (there' & turned' & listed & less). exists there', turned'. split; [now right|exact less].
Qed.

Lemma row_entry_small m here j : value (row_entry m here j) < 2 ^ 30.
Proof. apply N.lt_trans with 16; [apply four_bits_small|reflexivity]. Qed.

(** Each number of a turn is that of a turn of a face. *)
Lemma turn_numbers_are_kinds a t : In t all_turn_numbers -> exists kind, In kind kinds /\ on a kind = t.
Proof.
  intros listed. apply turns_spec in listed.
  assert (forallb (fun a => forallb (fun n => existsb (fun kind => Nat.eqb (number_on a kind) n) kinds) (seq 0 18)) axes
    = true) as H by (vm_cast_no_check (eq_refl true)).
  rewrite forallb_forall in H. specialize (H a (in_axes a)). rewrite forallb_forall in H.
  specialize (H (N.to_nat (value t)) ltac:(apply in_seq; lia)). apply existsb_exists in H as (kind & there & same).
  apply Nat.eqb_eq in same. exists kind. split; [exact there|]. apply word_ext. unfold on. rewrite same, N2Nat.id.
  apply value_literal. apply N.lt_trans with 18; [exact listed|reflexivity].
Qed.

(** The number 0 is that of the solved view. *)
Lemma zero_is_solved c : decode (numbered (views c)) zero = Some (goal_view c).
Proof.
  unfold decode. replace (number zero) with 0 by (symmetry; exact zero_is_0).
  destruct c; [vm_cast_no_check (eq_refl (Some (goal_view Twist)))|vm_cast_no_check (eq_refl (Some (goal_view Flip)))
    |vm_cast_no_check (eq_refl (Some (goal_view Slots)))].
Qed.

Section Checked.

Variable m : memory.
Hypothesis checked : phase1_ok m = true.
Hypothesis exact_entries : phase1_exact m = true.

Lemma exact_parts : symmetries_exact m = true /\ home_exact m = true /\ rows_exact m = true.
Proof using exact_entries.
  unfold phase1_exact in exact_entries. apply andb_prop in exact_entries as [H rows]. apply andb_prop in H as [seen home].
  repeat split; assumption.
Qed.

Lemma symmetry_exact s : In s symmetries ->
  (forall j, a_twist j -> image m s j = zero -> j = zero) /\
  (forall u, a_turn u -> exists t, a_turn t /\ turn_seen m s t = u).
Proof using exact_entries.
  intros Hs. destruct exact_parts as (H & _). unfold symmetries_exact in H. rewrite forallb_forall in H.
  specialize (H s Hs). apply andb_true_iff in H as [only seen]. rewrite forallb_forall in only, seen. split.
  - intros j Hj is_zero. specialize (only j Hj). rewrite (proj2 (eqb_spec _ _) is_zero) in only. now apply eqb_spec.
  - intros u Hu. specialize (seen u Hu). apply existsb_exists in seen as (t & Ht & same). exists t.
    split; [exact Ht|]. now apply eqb_spec.
Qed.

Lemma turns_are_all_seen : turns_are_seen a_turn a_symmetry (turn_seen m).
Proof using exact_entries. intros s u Hs Hu. exact (proj2 (symmetry_exact s Hs) u Hu). Qed.

Lemma entry_checked c j : a_class c -> a_twist j ->
  entry_exact m (eqb c (class_of m zero)) (class_row c) (neighbours m c) j = true.
Proof using exact_entries.
  intros small Hj. destruct exact_parts as (_ & _ & H). unfold rows_exact in H. cbv zeta in H. unfold a_class in small.
  assert (value c < 2 ^ 30) as few by (apply N.lt_trans with 64430; [exact small|reflexivity]).
  assert (value c < 2 ^ N.of_nat 16) as within by (apply N.lt_trans with 64430; [exact small|reflexivity]).
  pose proof (all_below 16 (fun c => if ltb c classes then class_exact m (all_numbers Twist) c else true) c eq_refl within H)
    as spec.
  cbv beta in spec. unfold classes in spec.
  rewrite ltb_spec, value_literal, (proj2 (N.ltb_lt _ _) small) in spec; [|reflexivity|exact few|rewrite value_literal; reflexivity].
  unfold class_exact in spec. rewrite forallb_forall in spec. exact (spec j Hj).
Qed.

(** What the test of an entry says. *)
Lemma entry_facts c j : a_class c -> a_twist j ->
  class_entry m c j <= 12 /\
  (class_entry m c j = 0 -> c = class_of m zero /\ j = zero) /\
  (class_entry m c j <> 0 -> exists u, a_turn u /\
    class_entry m (next_class m c u) (turned_image m (next_symmetry m c u) u j) < class_entry m c j).
Proof using exact_entries.
  intros Hc Hj. pose proof (entry_checked c j Hc Hj) as H. unfold entry_exact in H. cbv zeta in H. unfold class_entry.
  pose proof (row_entry_small m (class_row c) j) as small.
  destruct (eqb (row_entry m (class_row c) j) zero) eqn:E.
  - apply eqb_spec in E. apply andb_true_iff in H as [home is_zero]. apply eqb_spec in home, is_zero.
    rewrite E, zero_is_0. split; [discriminate|]. split; [now split|]. now intros [].
  - apply andb_true_iff in H as [few H]. unfold first_too_large in few.
    rewrite ltb_spec, value_literal in few; [|reflexivity|exact small|rewrite value_literal; reflexivity].
    apply N.ltb_lt in few. split; [lia|]. split.
    + intros is_zero. assert (row_entry m (class_row c) j = zero) as equal
        by (apply word_ext; rewrite zero_is_0; exact is_zero).
      apply eqb_spec in equal. congruence.
    + intros _. apply some_nearer_spec in H as (there & turned & listed & less). unfold neighbours in listed.
      apply in_map_iff in listed as (u & same & Hu). injection same as <- <-. exists u. split; [exact Hu|].
      rewrite ltb_spec in less by (try exact small; apply row_entry_small). apply N.ltb_lt in less. exact less.
Qed.

Lemma rows_nearer : rows_come_nearer a_twist a_turn a_class (moved m Twist) (image m) (next_class m) (next_symmetry m)
  (class_entry m).
Proof using checked exact_entries.
  intros c j Hc Hj positive. destruct (entry_facts c j Hc Hj) as (_ & _ & H). destruct (H positive) as (u & Hu & less).
  exists u. split; [exact Hu|].
  destruct (rows_are_right m checked c u j Hc Hu Hj) as (Hs & _).
  destruct (image_facts m checked _ Hs) as [_ facts]. destruct (facts j Hj) as (_ & turned_ok & _).
  destruct (turned_ok u Hu) as [_ ->]. exact less.
Qed.

Lemma some_turn : a_turn zero.
Proof. apply turns_spec. rewrite zero_is_0. reflexivity. Qed.

(** The row and the place in it of a place that a cube shows. *)
Lemma place_facts a p s : shows a p s ->
  a_class (class_of m (joined (flip p) (slots p))) /\ a_symmetry (symmetry_of m (joined (flip p) (slots p))) /\
  a_twist (image m (symmetry_of m (joined (flip p) (slots p))) (twist p)).
Proof using checked.
  intros shown. destruct (shown_numbers a p s shown) as [Hi Hj].
  destruct (classes_are_right m checked _ _ Hi some_turn) as (Hc & Hs & _).
  destruct (image_facts m checked _ Hs) as [_ facts]. destruct (facts _ Hj) as (Hw & _).
  split; [exact Hc|]. split; [exact Hs|exact Hw].
Qed.

Lemma phase1_bound_most a p s : shows a p s -> value (phase1_bound m p) <= 12.
Proof using checked exact_entries.
  intros shown. destruct (place_facts a p s shown) as (Hc & _ & Hw). exact (proj1 (entry_facts _ _ Hc Hw)).
Qed.

(** Only the place of the solved cube has the entry 0. *)
Lemma zero_in_coset a p s : shows a p s -> value (phase1_bound m p) = 0 -> in_coset a s.
Proof using checked exact_entries.
  intros shown is_zero. destruct (place_facts a p s shown) as (Hc & Hs & Hw).
  destruct (shown_numbers a p s shown) as [[Hi Hk] Hj]. cbn [fst snd] in Hi, Hk.
  destruct (proj1 (proj2 (entry_facts _ _ Hc Hw)) is_zero) as [home there].
  apply (proj1 (symmetry_exact _ Hs) _ Hj) in there.
  destruct exact_parts as (_ & H & _). unfold home_exact in H. cbv zeta in H. rewrite forallb_forall in H.
  specialize (H _ Hi). rewrite forallb_forall in H. specialize (H _ Hk).
  rewrite (proj2 (eqb_spec _ _) home) in H. apply andb_true_iff in H as [no_flip no_slots]. apply eqb_spec in no_flip, no_slots.
  intros c. destruct (shown c) as [_ decoded].
  assert (number_in c p = zero) as E by (destruct c; assumption). rewrite E, zero_is_solved in decoded. congruence.
Qed.

Lemma some_kind_comes_nearer a p s : shows a p s -> value (phase1_bound m p) <> 0 ->
  exists kind, In kind kinds /\ value (phase1_bound m (turned_place m p (on a kind))) < value (phase1_bound m p).
Proof using checked exact_entries.
  intros shown positive. destruct (shown_numbers a p s shown) as [Hi Hj].
  assert (forall t, a_turn t -> pair_of (pair_moved m (flip p, slots p) t) /\ a_twist (moved m Twist (twist p) t)) as after.
  { intros t Ht. destruct (turn_numbers_are_kinds a t Ht) as (kind & listed & <-).
    exact (shown_numbers a _ _ (shows_turned m (proj1 (proj1 (parts_checked m checked))) a p kind s listed shown)). }
  rewrite bound_is_entry_of in positive.
  destruct (classes_come_nearer pair_of a_twist a_turn a_class a_symmetry (pair_moved m) (moved m Twist)
    (fun i => class_of m (number_of_pair i)) (fun i => symmetry_of m (number_of_pair i)) (image m) (turn_seen m)
    (product m) (fun c g => is_alike m c g = true) (next_class m) (next_symmetry m) (class_entry m)
    (images_are_right m checked) (classes_are_right m checked) (rows_are_right m checked) (alike_rows_are_right m checked)
    turns_are_all_seen rows_nearer (flip p, slots p) (twist p) zero Hi Hj some_turn after positive) as (t & Ht & less).
  destruct (turn_numbers_are_kinds a t Ht) as (kind & listed & <-). exists kind. split; [exact listed|].
  rewrite !bound_is_entry_of. exact less.
Qed.

Lemma word_as_long_as_the_entry a : forall n p s, shows a p s -> value (phase1_bound m p) <= N.of_nat n ->
  exists word, Forall (fun kind => In kind kinds) word /\ (length word <= n)%nat /\ in_coset a (run face_turn s word).
Proof using checked exact_entries.
  induction n as [|n IH]; intros p s shown short.
  - exists []. split; [constructor|]. split; [apply le_n|]. apply (zero_in_coset a p s shown). lia.
  - destruct (N.eq_dec (value (phase1_bound m p)) 0) as [is_zero|positive].
    { exists []. split; [constructor|]. split; [apply Nat.le_0_l|]. exact (zero_in_coset a p s shown is_zero). }
    destruct (some_kind_comes_nearer a p s shown positive) as (kind & listed & less).
    destruct (IH (turned_place m p (on a kind)) (face_turn s kind)) as (word & all & counted & ends).
    + exact (shows_turned m (proj1 (proj1 (parts_checked m checked))) a p kind s listed shown).
    + lia.
    + exists (kind :: word). split; [now constructor|]. split; [cbn [length]; lia|exact ends].
Qed.

End Checked.

(** Every cube that shows a place on an axis: the entries of an exact table are the numbers of turns to the coset. *)
Theorem entries_are_exact : forall m a p s, phase1_ok m = true -> phase1_exact m = true -> shows a p s ->
  far_from a (value (phase1_bound m p)) s /\
  exists word, Forall (fun kind => In kind kinds) word /\
    N.of_nat (length word) = value (phase1_bound m p) /\ in_coset a (run face_turn s word).
Proof.
  intros m a p s checked exact_entries shown. pose proof (phase1_bound_is_right m checked a p s shown) as far.
  split; [exact far|].
  destruct (word_as_long_as_the_entry m checked exact_entries a (N.to_nat (value (phase1_bound m p))) p s shown ltac:(lia))
    as (word & all & short & ends).
  exists word. split; [exact all|]. split; [|exact ends]. specialize (far word all ends). lia.
Qed.

Theorem twelve_turns_to_the_coset : forall m a p s, phase1_ok m = true -> phase1_exact m = true -> shows a p s ->
  exists word, Forall (fun kind => In kind kinds) word /\ (length word <= 12)%nat /\ in_coset a (run face_turn s word).
Proof.
  intros m a p s checked exact_entries shown.
  apply (word_as_long_as_the_entry m checked exact_entries a 12 p s shown), (phase1_bound_most m checked exact_entries a p s shown).
Qed.
