(** * Phase 1: twist, flip and slots together

    The stored table [search-3x3x3-whole1] has an entry of four bits for each class of flip and slots and each twist. The
    class of flip and slots comes with one of 16 symmetries, which exchange twists. After the table, the same row of bytes has
    the classes, the classes after turns, and the effect of symmetries. None of these bytes is trusted, and nothing is
    proved about symmetries of the cube: [phase1_ok] tests the four properties that Classes.v requires. *)

From Coq Require Import NArith Arith Bool List Lia.
From Cubeproof Require Import Geometry Puzzle.
From Cubeproof.search Require Inverse.
From Cubeproof.search Require Import Words Bounds Views Tables Search Pairs Classes.
Import ListNotations.
Local Open Scope N_scope.

(** ** Where things are *)

Definition two : word := literal 2.
Definition sixteen : word := literal 16.
Definition classes : word := literal 64430.

(** Halves of bytes: the table, 2187 entries for each class. *)
Definition table_start : word := literal (2 * stored).

(** The first pair of bytes after the table. *)
Definition after_table : N := stored / 2 + 35227104.

(** Pairs of bytes: the class of each flip and slots, and the class after each turn of a class. Each is followed by a byte for
    the symmetry and an unused one. *)
Definition starts : word := literal after_table.
Definition start_symmetries : word := literal (2 * after_table + 2).
Definition nexts : word := literal (after_table + 2027520).
Definition next_symmetries : word := literal (2 * after_table + 4055042).

(** Pairs of bytes: each twist after a turn and then under a symmetry, and under a symmetry only. *)
Definition turned_images : word := literal (after_table + 4347000).
Definition images : word := literal (after_table + 4976856).

(** Bytes: the symmetries under which the row of a class is alike; turns under symmetries; products of symmetries. *)
Definition alikes : word := literal (2 * after_table + 10023696).
Definition turns_seen : word := literal (2 * after_table + 11054576).
Definition products : word := literal (2 * after_table + 11054864).

(** The number of bytes. *)
Definition phase1_bytes : N := 2 * after_table + 11055120.

(** The number of flip and slots together. *)
Definition joined (flip slots : word) : word := add (mul flip sets) slots.

Definition class_of (m : memory) (i : word) : word := two_bytes m (add starts (mul i two)).
Definition symmetry_of (m : memory) (i : word) : word := byte m (add start_symmetries (mul i (literal 4))).

Definition next_place (c t : word) : word := add (mul c eighteen) t.
Definition next_class (m : memory) (c t : word) : word := two_bytes m (add nexts (mul (next_place c t) two)).
Definition next_symmetry (m : memory) (c t : word) : word :=
  byte m (add next_symmetries (mul (next_place c t) (literal 4))).

Definition image_row (s : word) : word := row images twists s.
Definition image (m : memory) (s j : word) : word := two_bytes m (add (image_row s) j).
Definition turned_row (s t : word) : word := row turned_images twists (next_place s t).
Definition turned_image (m : memory) (s t j : word) : word := two_bytes m (add (turned_row s t) j).

Definition turn_seen (m : memory) (s t : word) : word := byte m (add turns_seen (next_place s t)).
Definition product (m : memory) (s g : word) : word := byte m (add products (add (mul s sixteen) g)).
Definition is_alike (m : memory) (c g : word) : bool := eqb (byte m (add alikes (add (mul c sixteen) g))) one.

(** The row of a class, and an entry in it. *)
Definition class_row (c : word) : word := row table_start twists c.
Definition row_entry (m : memory) (in_row j : word) : word := four_bits m (add in_row j).

(** The entry of twist, flip and slots. *)
Definition phase1_bound (m : memory) (p : place) : word :=
  let i := joined (flip p) (slots p) in
  row_entry m (class_row (class_of m i)) (image m (symmetry_of m i) (twist p)).

(** ** The test *)

Definition symmetries : list word := words_below 16.

Definition images_ok (m : memory) : bool :=
  forallb (fun s =>
    forallb (fun t => ltb (turn_seen m s t) eighteen) all_turn_numbers
    && forallb (fun j =>
      let j' := image m s j in
      ltb j' twists
      && forallb (fun t =>
           let turned := image m s (moved m Twist j t) in
           eqb turned (moved m Twist j' (turn_seen m s t)) && eqb turned (turned_image m s t j)) all_turn_numbers
      && forallb (fun g => eqb (image m g j') (image m (product m s g) j)) symmetries) (all_numbers Twist)) symmetries.

(** A turn [t] of a value with class [c] and symmetry [s] leads to the number [after]. *)
Definition next_ok (m : memory) (c s t after : word) : bool :=
  let u := turn_seen m s t in
  let through := product m s (next_symmetry m c u) in
  let c' := class_of m after in
  let s' := symmetry_of m after in
  eqb (next_class m c u) c'
  && (eqb through s' || existsb (fun g => is_alike m c' g && eqb (product m s' g) through) symmetries).

Definition start_ok (m : memory) (i k here : word) : bool :=
  let c := class_of m here in
  let s := symmetry_of m here in
  ltb c classes && ltb s sixteen
  && forallb (fun t => next_ok m c s t (joined (moved m Flip i t) (moved m Slots k t))) all_turn_numbers.

Definition classes_ok (m : memory) : bool :=
  let sets' := all_numbers Slots in
  forallb (fun i => forallb (fun k => start_ok m i k (joined i k)) sets') (all_numbers Flip).

(** No turn lowers an entry by more than 1. [here] and [there] are the rows of the class before and after the turn, [turned]
    the row of the twists after it. The 2187 twists are cut into thirds, down to nine. *)
Definition lowered_at (m : memory) (here there turned j : word) : bool :=
  negb (ltb (add (row_entry m there (two_bytes m (add turned j))) one) (row_entry m here j)).

Fixpoint row_lowered (m : memory) (here there turned : word) (thirds : list word) (j : word) : bool :=
  match thirds with
  | [] =>
      let j1 := add j one in let j2 := add j1 one in let j3 := add j2 one in let j4 := add j3 one in
      let j5 := add j4 one in let j6 := add j5 one in let j7 := add j6 one in let j8 := add j7 one in
      lowered_at m here there turned j && lowered_at m here there turned j1 && lowered_at m here there turned j2
      && lowered_at m here there turned j3 && lowered_at m here there turned j4 && lowered_at m here there turned j5
      && lowered_at m here there turned j6 && lowered_at m here there turned j7 && lowered_at m here there turned j8
  | third :: thirds =>
      let j' := add j third in
      row_lowered m here there turned thirds j && row_lowered m here there turned thirds j'
      && row_lowered m here there turned thirds (add j' third)
  end.

Fixpoint thirds (n : nat) : list word :=
  match n with
  | O => []
  | S n => literal (9 * 3 ^ N.of_nat n) :: thirds n
  end.

Definition thirds_of_twists : list word := thirds 5.

Definition class_ok (m : memory) (c : word) : bool :=
  let here := class_row c in
  forallb (fun u =>
    let s := next_symmetry m c u in
    ltb s sixteen
    && row_lowered m here (class_row (next_class m c u)) (turned_row s u) thirds_of_twists zero) all_turn_numbers
  && forallb (fun g =>
       if is_alike m c g
       then forallb (fun j => eqb (row_entry m here (image m g j)) (row_entry m here j)) (all_numbers Twist)
       else true) symmetries.

Definition rows_ok (m : memory) : bool :=
  all_of (powers 16) (fun c => if ltb c classes then class_ok m c else true) zero.

Definition phase1_ok (m : memory) : bool :=
  numbers_ok m && Inverse.inverse_ok m
  && eqb (phase1_bound m (Place zero zero zero)) zero
  && images_ok m && classes_ok m && rows_ok m.

(** ** Looks *)

(** The twist is looked up after the turn and under the symmetry at once. *)
Definition see_phase1 (m : memory) (spare : word) (a : axis_name) (p : place) (t : move) : seen place :=
  let k := turn_on a t in
  let flip' := moved m Flip (flip p) k in
  let slots' := moved m Slots (slots p) k in
  let i := joined flip' slots' in
  let bound := row_entry m (class_row (class_of m i)) (turned_image m (symmetry_of m i) k (twist p)) in
  if ltb spare bound then Beyond (ltb (add spare one) bound)
  else Within (Place (moved m Twist (twist p) k) flip' slots') bound.

Definition phase1_tables (m : memory) : tables place :=
  Tables m (fun i j k => Place i j k) (fun p => phase1_bound m p) (fun spare a p t => see_phase1 m spare a p t).

(** ** Proofs *)

(** So that nothing looks into words and memory where terms are compared. *)
Strategy 1000 [words_below all_numbers symmetries powers thirds].
Strategy 1000 [joined class_of symmetry_of next_class next_symmetry image turned_image turn_seen product is_alike moved].
Strategy 1000 [class_row turned_row row_entry two_bytes four_bits byte].
Strategy 2000 [add mul literal].

Lemma symmetries_spec s : In s symmetries <-> value s < 16.
Proof. exact (words_below_spec 16 s eq_refl). Qed.

Lemma turns_spec t : In t all_turn_numbers <-> value t < 18.
Proof. exact (words_below_spec 18 t eq_refl). Qed.

Lemma byte_below m a most : most < 2 ^ 30 -> ltb (byte m a) (literal most) = true -> value (byte m a) < most.
Proof.
  intros few H. pose proof (byte_small m a) as small. rewrite ltb_spec, value_literal in H; rewrite ?value_literal; try assumption.
  - now apply N.ltb_lt.
  - apply N.lt_trans with 256; [assumption|reflexivity].
Qed.

Lemma two_bytes_below m a most : most < 2 ^ 30 -> ltb (two_bytes m a) (literal most) = true ->
  value (two_bytes m a) < most.
Proof.
  intros few H. rewrite ltb_spec, value_literal in H; rewrite ?value_literal; try assumption; try apply two_bytes_small.
  now apply N.ltb_lt.
Qed.

Lemma next_ok_spec m c s t after : next_ok m c s t after = true ->
  next_class m c (turn_seen m s t) = class_of m after /\
  (product m s (next_symmetry m c (turn_seen m s t)) = symmetry_of m after \/
   exists g, In g symmetries /\ is_alike m (class_of m after) g = true /\
     product m (symmetry_of m after) g = product m s (next_symmetry m c (turn_seen m s t))).
Proof.
  unfold next_ok. cbv zeta. generalize (class_of m after) as c'. generalize (symmetry_of m after) as s'.
  generalize (product m s (next_symmetry m c (turn_seen m s t))) as through.
  generalize (next_class m c (turn_seen m s t)) as next. intros next through s' c' H.
  apply andb_true_iff in H as [same H]. apply eqb_spec in same. split; [exact same|].
  apply orb_true_iff in H as [H|H]; [left; now apply eqb_spec|right].
  apply existsb_exists in H as (g & Hg & H). apply andb_true_iff in H as [so equal].
  exists g. split; [exact Hg|]. split; [exact so|]. now apply eqb_spec.
Qed.

Lemma start_ok_spec m i k here : start_ok m i k here = true ->
  value (class_of m here) < 64430 /\ value (symmetry_of m here) < 16 /\
  forall t, In t all_turn_numbers ->
    next_ok m (class_of m here) (symmetry_of m here) t (joined (moved m Flip i t) (moved m Slots k t)) = true.
Proof.
  unfold start_ok. cbv zeta. intros H. apply andb_true_iff in H as [H nexts_ok]. apply andb_true_iff in H as [small few].
  split; [exact (two_bytes_below m _ 64430 eq_refl small)|].
  split; [exact (byte_below m _ 16 eq_refl few)|]. now rewrite forallb_forall in nexts_ok.
Qed.

Lemma lowered_at_spec m here there turned j : lowered_at m here there turned j = true ->
  value (row_entry m here j) <= value (row_entry m there (two_bytes m (add turned j))) + 1.
Proof.
  unfold lowered_at, row_entry. generalize (four_bits_small m (add here j)) as small.
  generalize (four_bits_small m (add there (two_bytes m (add turned j)))) as small'.
  generalize (four_bits m (add here j)) as before.
  generalize (four_bits m (add there (two_bytes m (add turned j)))) as after.
  intros after before small' small H. apply negb_true_iff in H.
  assert (value (add after one) = value after + 1) as sum
    by (rewrite value_add, one_is_1; [reflexivity|]; rewrite one_is_1; change (2 ^ 30) with 1073741824; lia).
  rewrite ltb_spec in H by (rewrite ?sum; change (2 ^ 30) with 1073741824; lia). apply N.ltb_ge in H. lia.
Qed.

Lemma value_plus j k n : value j + n < 2 ^ 29 -> value k = n -> value (add j k) = value j + n.
Proof.
  intros small <-. apply value_add. apply N.lt_trans with (2 ^ 29); [assumption|reflexivity].
Qed.

Lemma row_lowered_spec m here there turned n : forall j a, N.of_nat n < 10 -> value j + 9 * 3 ^ N.of_nat n < 2 ^ 29 ->
  row_lowered m here there turned (thirds n) j = true -> value j <= value a < value j + 9 * 3 ^ N.of_nat n ->
  lowered_at m here there turned a = true.
Proof.
  induction n as [|n IH]; intros j a few small H within; cbn [thirds row_lowered] in H; cbv zeta in H.
  - change (9 * 3 ^ N.of_nat 0) with 9 in *.
    set (j1 := add j one) in *; set (j2 := add j1 one) in *; set (j3 := add j2 one) in *; set (j4 := add j3 one) in *.
    set (j5 := add j4 one) in *; set (j6 := add j5 one) in *; set (j7 := add j6 one) in *; set (j8 := add j7 one) in *.
    assert (value j1 = value j + 1) as E1 by (unfold j1; rewrite (value_plus j one 1); [reflexivity|lia|apply one_is_1]).
    assert (value j2 = value j + 2) as E2 by (unfold j2; rewrite (value_plus j1 one 1); [lia|lia|apply one_is_1]).
    assert (value j3 = value j + 3) as E3 by (unfold j3; rewrite (value_plus j2 one 1); [lia|lia|apply one_is_1]).
    assert (value j4 = value j + 4) as E4 by (unfold j4; rewrite (value_plus j3 one 1); [lia|lia|apply one_is_1]).
    assert (value j5 = value j + 5) as E5 by (unfold j5; rewrite (value_plus j4 one 1); [lia|lia|apply one_is_1]).
    assert (value j6 = value j + 6) as E6 by (unfold j6; rewrite (value_plus j5 one 1); [lia|lia|apply one_is_1]).
    assert (value j7 = value j + 7) as E7 by (unfold j7; rewrite (value_plus j6 one 1); [lia|lia|apply one_is_1]).
    assert (value j8 = value j + 8) as E8 by (unfold j8; rewrite (value_plus j7 one 1); [lia|lia|apply one_is_1]).
    rewrite !andb_true_iff in H.
    assert (a = j \/ a = j1 \/ a = j2 \/ a = j3 \/ a = j4 \/ a = j5 \/ a = j6 \/ a = j7 \/ a = j8) as where_a.
    { assert (forall b, value a = value b -> a = b) as same by (intros b; apply word_ext).
      assert (value a = value j \/ value a = value j1 \/ value a = value j2 \/ value a = value j3 \/ value a = value j4 \/
        value a = value j5 \/ value a = value j6 \/ value a = value j7 \/ value a = value j8) as by_value by lia.
      intuition auto. }
    clear -H where_a. intuition (subst a; assumption).
  - rewrite !andb_true_iff in H. destruct H as [[H1 H2] H3].
    rewrite Nat2N.inj_succ, N.pow_succ_r' in small, within. set (third := 9 * 3 ^ N.of_nat n) in *.
    assert (N.of_nat n < 10) as few' by lia.
    assert (value (literal third) = third) as E
      by (apply value_literal, N.lt_trans with (2 ^ 29); [lia|reflexivity]).
    assert (value (add j (literal third)) = value j + third) as E1 by (apply value_plus; [lia|exact E]).
    assert (value (add (add j (literal third)) (literal third)) = value j + 2 * third) as E2
      by (rewrite (value_plus _ _ third); [lia|lia|exact E]).
    destruct (N.lt_ge_cases (value a) (value j + third)); [apply (IH j a); [assumption|lia|assumption|lia]|].
    destruct (N.lt_ge_cases (value a) (value j + 2 * third)).
    + apply (IH _ a few') in H2; [exact H2|lia|lia].
    + apply (IH _ a few') in H3; [exact H3|lia|lia].
Qed.

Section Checked.

Variable m : memory.
Hypothesis checked : phase1_ok m = true.

Lemma inverse_checked : Inverse.inverse_ok m = true.
Proof.
  unfold phase1_ok in checked. apply andb_prop in checked as [H _]. apply andb_prop in H as [H _].
  apply andb_prop in H as [H _]. apply andb_prop in H as [H _]. now apply andb_prop in H as [_ H].
Qed.

Lemma parts_checked : numbers_ok m = true /\ phase1_bound m (Place zero zero zero) = zero /\
  images_ok m = true /\ classes_ok m = true /\ rows_ok m = true.
Proof.
  unfold phase1_ok in checked. apply andb_prop in checked as [H rows]. apply andb_prop in H as [H by_class].
  apply andb_prop in H as [H by_image]. apply andb_prop in H as [numbers goal]. apply eqb_spec in goal.
  apply andb_prop in numbers as [numbers _].
  repeat split; assumption.
Qed.

Definition pair_of (i : word * word) : Prop :=
  In (fst i) (all_numbers Flip) /\ In (snd i) (all_numbers Slots).
Definition a_twist (j : word) : Prop := In j (all_numbers Twist).
Definition a_turn (t : word) : Prop := In t all_turn_numbers.
Definition a_class (c : word) : Prop := value c < 64430.
Definition a_symmetry (s : word) : Prop := In s symmetries.
Definition pair_moved (i : word * word) (t : word) : word * word := (moved m Flip (fst i) t, moved m Slots (snd i) t).
Definition number_of_pair (i : word * word) : word := joined (fst i) (snd i).
Definition class_entry (c j : word) : N := value (row_entry m (class_row c) j).

Lemma bound_is_entry_of p : value (phase1_bound m p) =
  entry_of (fun i => class_of m (number_of_pair i)) (fun i => symmetry_of m (number_of_pair i)) (image m) class_entry
    (flip p, slots p) (twist p).
Proof. reflexivity. Qed.

Lemma image_facts s : a_symmetry s ->
  (forall t, a_turn t -> a_turn (turn_seen m s t)) /\
  (forall j, a_twist j ->
    a_twist (image m s j) /\
    (forall t, a_turn t -> image m s (moved m Twist j t) = moved m Twist (image m s j) (turn_seen m s t) /\
      image m s (moved m Twist j t) = turned_image m s t j) /\
    (forall g, a_symmetry g -> image m g (image m s j) = image m (product m s g) j)).
Proof.
  destruct parts_checked as (_ & _ & H & _). unfold images_ok in H. cbv zeta in H. intros Hs.
  rewrite forallb_forall in H. specialize (H s Hs). apply andb_true_iff in H as [seen H].
  rewrite forallb_forall in seen, H. split.
  - intros t Ht. apply turns_spec. apply (byte_below m _ 18 eq_refl). exact (seen t Ht).
  - intros j Hj. specialize (H j Hj). apply andb_true_iff in H as [H product_ok].
    apply andb_true_iff in H as [small turned_ok]. rewrite forallb_forall in turned_ok, product_ok. split; [|split].
    + apply in_all_numbers. apply (two_bytes_below m _ 2187 eq_refl). exact small.
    + intros t Ht. specialize (turned_ok t Ht). apply andb_true_iff in turned_ok as [one_way composed].
      split; now apply eqb_spec.
    + intros g Hg. now apply eqb_spec, product_ok.
Qed.

Lemma images_are_right :
  images_fit a_twist a_turn a_symmetry (moved m Twist) (image m) (turn_seen m) (product m).
Proof.
  intros s j Hs Hj. destruct (image_facts s Hs) as [seen H]. destruct (H j Hj) as (small & turned_ok & product_ok).
  split; [exact small|]. split; [|exact product_ok]. intros t Ht. split; [now apply seen|].
  exact (proj1 (turned_ok t Ht)).
Qed.

Lemma classes_are_right :
  classes_fit pair_of a_turn a_class a_symmetry pair_moved (fun i => class_of m (number_of_pair i))
    (fun i => symmetry_of m (number_of_pair i)) (turn_seen m) (product m) (fun c g => is_alike m c g = true)
    (next_class m) (next_symmetry m).
Proof.
  destruct parts_checked as (_ & _ & _ & H & _). unfold classes_ok in H. cbv zeta in H.
  intros [i k] t [Hi Hk] Ht. rewrite forallb_forall in H. specialize (H i Hi).
  rewrite forallb_forall in H. specialize (H k Hk). apply start_ok_spec in H as (small & few & turned_ok).
  specialize (turned_ok t Ht). apply next_ok_spec in turned_ok.
  split; [exact small|]. split; [apply symmetries_spec; exact few|]. exact turned_ok.
Qed.

Lemma class_checked c : a_class c -> class_ok m c = true.
Proof.
  intros small. destruct parts_checked as (_ & _ & _ & _ & H). unfold a_class in small.
  assert (value c < 2 ^ 30) as few by (apply N.lt_trans with 64430; [exact small|reflexivity]).
  assert (value c < 2 ^ N.of_nat 16) as within by (apply N.lt_trans with 64430; [exact small|reflexivity]).
  pose proof (all_below 16 (fun c => if ltb c classes then class_ok m c else true) c eq_refl within H) as spec.
  cbv beta in spec. unfold classes in spec.
  rewrite ltb_spec, value_literal, (proj2 (N.ltb_lt _ _) small) in spec; [exact spec|reflexivity|exact few|].
  rewrite value_literal; reflexivity.
Qed.

Lemma rows_are_right :
  rows_fit a_twist a_turn a_class a_symmetry (moved m Twist) (image m) (next_class m) (next_symmetry m) class_entry.
Proof.
  intros c u j Hc Hu Hj. pose proof (class_checked c Hc) as H. unfold class_ok in H. cbv zeta in H.
  apply andb_true_iff in H as [H _]. rewrite forallb_forall in H. specialize (H u Hu).
  apply andb_true_iff in H as [few lowered].
  assert (a_symmetry (next_symmetry m c u)) as Hs by (apply symmetries_spec; exact (byte_below m _ 16 eq_refl few)).
  split; [exact Hs|]. destruct (image_facts _ Hs) as [_ facts]. destruct (facts j Hj) as (_ & turned_ok & _).
  destruct (turned_ok u Hu) as [_ ->].
  apply lowered_at_spec.
  apply (row_lowered_spec _ _ _ _ 5 zero j eq_refl) in lowered; [exact lowered|rewrite zero_is_0; reflexivity|].
  rewrite zero_is_0. change (9 * 3 ^ N.of_nat 5) with 2187. unfold a_twist, all_numbers in Hj.
  apply words_below_spec in Hj; [|reflexivity]. split; [apply N.le_0_l|exact Hj].
Qed.

Lemma alike_rows_are_right :
  alike_fit a_twist a_class a_symmetry (image m) (fun c g => is_alike m c g = true) class_entry.
Proof.
  intros c g j Hc Hg so Hj. pose proof (class_checked c Hc) as H. unfold class_ok in H. cbv zeta in H.
  apply andb_true_iff in H as [_ H]. rewrite forallb_forall in H. specialize (H g Hg). rewrite so in H.
  rewrite forallb_forall in H. specialize (H j Hj). apply eqb_spec in H. unfold class_entry. now rewrite H.
Qed.

(** ** Bounds *)

Lemma shown_numbers a p s : shows a p s -> pair_of (flip p, slots p) /\ a_twist (twist p).
Proof.
  intros shown. split; [split|]; apply in_all_numbers.
  - exact (proj1 (shown Flip)).
  - exact (proj1 (shown Slots)).
  - exact (proj1 (shown Twist)).
Qed.

Lemma phase1_lowered a : lowers_by_one kinds (fun p kind => turned_place m p (on a kind)) (shows a)
  (fun p => value (phase1_bound m p)).
Proof.
  intros p s kind shown listed. pose proof (in_turn_numbers a kind listed) as Ht.
  pose proof (shows_turned m (proj1 parts_checked) a p kind s listed shown) as shown'.
  destruct (shown_numbers a p s shown) as [Hi Hj]. destruct (shown_numbers a _ _ shown') as [Hi' Hj'].
  rewrite !bound_is_entry_of.
  exact (classes_lower_by_one pair_of a_twist a_turn a_class a_symmetry pair_moved (moved m Twist)
    (fun i => class_of m (number_of_pair i)) (fun i => symmetry_of m (number_of_pair i)) (image m) (turn_seen m)
    (product m) (fun c g => is_alike m c g = true) (next_class m) (next_symmetry m) class_entry
    images_are_right classes_are_right rows_are_right alike_rows_are_right
    (flip p, slots p) (twist p) (on a kind) Hi Hj Ht Hi' Hj').
Qed.

Lemma phase1_in_coset a p s : shows a p s -> in_coset a s -> value (phase1_bound m p) = 0.
Proof.
  intros shown solved. destruct parts_checked as (numbers & goal & _).
  pose proof (solved_is_zero m numbers Twist a _ s (shown Twist) (solved Twist)) as E1.
  pose proof (solved_is_zero m numbers Flip a _ s (shown Flip) (solved Flip)) as E2.
  pose proof (solved_is_zero m numbers Slots a _ s (shown Slots) (solved Slots)) as E3. cbn [number_in] in E1, E2, E3.
  destruct p as [i j k]. cbn [twist flip slots] in E1, E2, E3. subst. rewrite goal. apply zero_is_0.
Qed.

Lemma phase1_bound_is_right a p s : shows a p s -> far_from a (value (phase1_bound m p)) s.
Proof.
  exact (numbers_are_bounds m (proj1 parts_checked) a (fun p => value (phase1_bound m p)) (phase1_in_coset a) (phase1_lowered a) p s).
Qed.

Lemma phase1_bound_small p : value (phase1_bound m p) < 256.
Proof. apply N.lt_trans with 16; [apply four_bits_small|reflexivity]. Qed.

(** The look after a turn reads the entry of the place after it. *)
Lemma seen_entry a p s kind : In kind kinds -> shows a p s ->
  let k := on a kind in
  let i := joined (moved m Flip (flip p) k) (moved m Slots (slots p) k) in
  row_entry m (class_row (class_of m i)) (turned_image m (symmetry_of m i) k (twist p)) =
  phase1_bound m (turned_place m p k).
Proof.
  intros listed shown. cbv zeta. pose proof (in_turn_numbers a kind listed) as Ht.
  pose proof (shows_turned m (proj1 parts_checked) a p kind s listed shown) as shown'.
  destruct (shown_numbers a p s shown) as [_ Hj]. destruct (shown_numbers a _ _ shown') as [Hi' _].
  destruct (classes_are_right _ (on a kind) Hi' Ht) as (_ & Hs & _).
  destruct (image_facts _ Hs) as [_ facts]. destruct (facts _ Hj) as (_ & turned_ok & _).
  destruct (turned_ok _ Ht) as [_ equal].
  unfold phase1_bound. cbn [flip slots twist turned_place]. f_equal. symmetry. exact equal.
Qed.

Lemma phase1_right : right_tables (phase1_tables m) shows.
Proof.
  split.
  - exact (conj (proj1 parts_checked) inverse_checked).
  - intros a i j k s shown. cbv zeta. cbn [first_place reach phase1_tables].
    split; [exact shown|]. split; [exact (phase1_bound_is_right a _ s shown)|apply phase1_bound_small].
  - intros spare a p t s small shown listed. cbn [see phase1_tables].
    destruct (move_kind t listed) as [same kind_listed].
    assert (turn_on a t = on a (kind t)) as number by (rewrite same; now destruct a).
    pose proof (shows_turned m (proj1 parts_checked) a p (kind t) s kind_listed shown) as shown'.
    pose proof (phase1_bound_is_right a _ _ shown') as far. change (face_turn s (kind t)) with (step s t) in far, shown'.
    pose proof (seen_entry a p s (kind t) kind_listed shown) as E. cbv zeta in E.
    unfold see_phase1. cbv zeta. rewrite number, E.
    pose proof (phase1_bound_small (turned_place m p (on a (kind t)))) as little.
    destruct (ltb spare (phase1_bound m (turned_place m p (on a (kind t))))) eqn:too_far.
    + exact (nearer a _ _ _ far (beyond spare _ small little too_far)).
    + split; [exact shown'|]. split; [exact far|exact little].
Qed.

End Checked.

Theorem phase1_is_right : forall m, phase1_ok m = true -> right_tables (phase1_tables m) shows.
Proof. exact phase1_right. Qed.
