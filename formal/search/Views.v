(** * Views of a cube: paintings of its stickers

    A painting gives each of some stickers a mark, by its colour and the colour of a second sticker of its piece. Where a
    turn takes such pairs of stickers to such pairs, the painting after it depends only on the painting before it. *)

From Coq Require Import Arith Bool List Lia.
From Cubeproof Require Import Geometry.
Import ListNotations.

Record painting := Painting { places : list (nat * nat); paint : face -> face -> bool }.

Definition view (k : painting) (s : colouring) : list bool :=
  map (fun '(i, mate) => paint k (nth i s U) (nth mate s U)) (places k).

Definition both_eqb (one other : nat * nat) : bool := (fst one =? fst other) && (snd one =? snd other).

Fixpoint place_of (one : nat * nat) (among : list (nat * nat)) : nat :=
  match among with
  | [] => 0
  | other :: rest => if both_eqb one other then 0 else S (place_of one rest)
  end.

(** The effect of a turn on the view: after it, entry m is entry [nth m (carried k p) 0] of the view before. *)
Definition carried (k : painting) (p : permutation) : list nat :=
  map (fun '(i, mate) => place_of (nth i p 0, nth mate p 0) (places k)) (places k).

Definition respects (k : painting) (p : permutation) : bool :=
  forallb (fun '(i, mate) =>
    let there := (nth i p 0, nth mate p 0) in
    (i <? length p) && (mate <? length p)
    && match nth_error (places k) (place_of there (places k)) with
       | Some both => both_eqb both there
       | None => false
       end) (places k).

Lemma nth_gather p s i : i < length p -> nth i (gather U p s) U = nth (nth i p 0) s U.
Proof.
  intros short. unfold gather. rewrite nth_indep with (d' := (fun place => nth place s U) 0) by now rewrite map_length.
  apply (map_nth (fun place => nth place s U)).
Qed.

Theorem view_turned k p s : respects k p = true -> view k (gather U p s) = gather false (carried k p) (view k s).
Proof.
  unfold respects. rewrite forallb_forall. intros all. unfold view, carried. unfold gather at 3. rewrite map_map.
  apply map_ext_in. intros [i mate] listed. specialize (all (i, mate) listed). cbv beta iota zeta in all.
  rewrite !andb_true_iff, !Nat.ltb_lt in all. destruct all as [[short short'] there].
  destruct (nth_error (places k) _) as [both|] eqn:E; [|discriminate].
  unfold both_eqb in there. apply andb_true_iff in there as [same same']. apply Nat.eqb_eq in same, same'.
  cbn [fst snd] in same, same'. rewrite !nth_gather by assumption.
  symmetry. apply nth_error_nth.
  erewrite map_nth_error by exact E. destruct both as [a b]. cbn in same, same'. now subst.
Qed.

(** ** The views of three axes

    Twist, flip and slots, as [src/cubeproof/puzzle/cubies.py] has them: which sticker of a corner shows U or D;
    which sticker of an edge shows U or D, or F or B of the edges without these; and where those four edges are. *)

Inductive coordinate := Twist | Flip | Slots.
Inductive axis_name := First | Second | Third.

Definition coordinates : list coordinate := [Twist; Flip; Slots].
Definition axes : list axis_name := [First; Second; Third].

Lemma in_coordinates c : In c coordinates.
Proof. destruct c; cbn; tauto. Qed.

Lemma in_axes a : In a axes.
Proof. destruct a; cbn; tauto. Qed.

(** The cube rolled about the corner of U, R and F: the second axis goes through R and L, and F takes the place of U. *)
Definition rolled_back (f : face) : face :=
  match f with R => U | F => R | U => F | L => D | B => L | D => B end.

Definition back (a : axis_name) (f : face) : face :=
  match a with First => f | Second => rolled_back f | Third => rolled_back (rolled_back f) end.

Definition rolled : permutation := map (fun '(x, y, z) => number 3 (y, z, x)) (points 3).

Definition roll (a : axis_name) (sticker : nat) : nat :=
  match a with
  | First => sticker
  | Second => nth sticker rolled 0
  | Third => nth (nth sticker rolled 0) rolled 0
  end.

(** The stickers of a corner, clockwise from the one on U or D. *)
Definition corner_slots : list (list nat) :=
  [[0; 36; 47]; [2; 45; 11]; [6; 18; 38]; [8; 9; 20]; [27; 44; 24]; [29; 26; 15]; [33; 53; 42]; [35; 17; 51]].

(** The stickers of an edge, the one on U or D first, or else the one on F or B. *)
Definition edge_slots : list (nat * nat) :=
  [(1, 46); (3, 37); (5, 10); (7, 19); (28, 25); (30, 43); (32, 16); (34, 52); (21, 41); (23, 12); (48, 14); (50, 39)].

Definition is_u_or_d (f : face) : bool := match f with U | D => true | _ => false end.
Definition is_f_or_b (f : face) : bool := match f with F | B => true | _ => false end.

Definition first_places (c : coordinate) : list (nat * nat) :=
  match c with
  | Twist => map (fun sticker => (sticker, sticker)) (concat corner_slots)
  | _ => flat_map (fun '(i, mate) => [(i, mate); (mate, i)]) edge_slots
  end.

Definition first_paint (c : coordinate) (own mate : face) : bool :=
  match c with
  | Twist => is_u_or_d own
  | Flip => is_u_or_d own || (is_f_or_b own && negb (is_u_or_d mate))
  | Slots => negb (is_u_or_d own || is_u_or_d mate)
  end.

Definition painting_of (c : coordinate) (a : axis_name) : painting :=
  {| places := map (fun '(i, mate) => (roll a i, roll a mate)) (first_places c);
     paint := fun own mate => first_paint c (back a own) (back a mate) |}.

(** The view of each number, in the order of numbers: orientations are digits, the lowest first, and the last is
    settled by the others; sets of four slots are in lexicographic order, from the last slot. *)
Fixpoint digit_rows (base count : nat) : list (list nat) :=
  match count with
  | 0 => [[]]
  | S fewer => flat_map (fun digit => map (fun row => row ++ [digit]) (digit_rows base fewer)) (seq 0 base)
  end.

Definition oriented (base : nat) (row : list nat) : list bool :=
  let last := (base - list_sum row mod base) mod base in
  flat_map (fun digit => map (Nat.eqb digit) (seq 0 base)) (row ++ [last]).

Fixpoint sets_of (chosen : nat) (among : list nat) : list (list nat) :=
  match among with
  | [] => match chosen with 0 => [[]] | _ => [] end
  | slot :: others =>
      match chosen with 0 => [] | S fewer => map (cons slot) (sets_of fewer others) end ++ sets_of chosen others
  end.

Definition occupied (set : list nat) : list bool :=
  flat_map (fun slot => let there := existsb (Nat.eqb slot) set in [there; there]) (seq 0 12).

Definition views (c : coordinate) : list (list bool) :=
  match c with
  | Twist => map (oriented 3) (digit_rows 3 7)
  | Flip => map (oriented 2) (digit_rows 2 11)
  | Slots => map occupied (sets_of 4 (rev (seq 0 12)))
  end.

Definition how_many (c : coordinate) : nat := match c with Twist => 2187 | Flip => 2048 | Slots => 495 end.

Example as_many_views : map (fun c => length (views c)) coordinates = map how_many coordinates.
Proof. vm_cast_no_check (eq_refl (map how_many coordinates)). Qed.

(** ** Turns of faces *)

Definition face_index (f : face) : nat := match f with U => 0 | R => 1 | F => 2 | D => 3 | L => 4 | B => 5 end.

Definition kinds : list (face * nat) := list_prod faces [1; 2; 3].

Definition permutation_by (kind : face * nat) : permutation := turn 3 (Slab (fst kind) 1 1 (snd kind)).

Definition permutations : list ((face * nat) * permutation) := map (fun kind => (kind, permutation_by kind)) kinds.

(** The number of a turn as it looks on an axis: 0 to 17. *)
Definition number_on (a : axis_name) (kind : face * nat) : nat := 3 * face_index (back a (fst kind)) + (snd kind - 1).

(** The effect of each turn on a view, by the number of the turn. *)
Definition ways (c : coordinate) : list (nat * list nat) :=
  map (fun '(kind, p) => (number_on First kind, carried (painting_of c First) p)) permutations.

Definition goal_view (c : coordinate) : list bool := view (painting_of c First) (solved_colours 3).

Definition bools_eqb (one other : list bool) : bool := if list_eq_dec bool_dec one other then true else false.
Definition numbers_eqb (one other : list nat) : bool := if list_eq_dec Nat.eq_dec one other then true else false.

Lemma bools_eqb_spec one other : bools_eqb one other = true <-> one = other.
Proof. unfold bools_eqb. destruct list_eq_dec; split; easy. Qed.

Lemma numbers_eqb_spec one other : numbers_eqb one other = true <-> one = other.
Proof. unfold numbers_eqb. destruct list_eq_dec; split; easy. Qed.

(** Each turn does on each axis what the turn with its number does on the first. *)
Definition one_way (c : coordinate) : bool :=
  let all := ways c in
  forallb (fun a =>
    let k := painting_of c a in
    forallb (fun '(kind, p) =>
      let number := number_on a kind in
      let way := carried k p in
      respects k p
      && existsb (fun '(other, same) => if other =? number then numbers_eqb same way else false) all) permutations) axes.

Lemma turns_have_one_way : forallb one_way coordinates = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Theorem turned_by_its_number c a kind s : In kind kinds ->
  exists way, In (number_on a kind, way) (ways c) /\
    view (painting_of c a) (gather U (permutation_by kind) s) = gather false way (view (painting_of c a) s).
Proof.
  intros listed. pose proof turns_have_one_way as H. rewrite forallb_forall in H.
  specialize (H c (in_coordinates c)). unfold one_way in H. cbv zeta in H. rewrite forallb_forall in H.
  specialize (H a (in_axes a)). rewrite forallb_forall in H.
  specialize (H (kind, permutation_by kind) (in_map (fun kind => (kind, permutation_by kind)) _ _ listed)).
  cbv beta iota in H. apply andb_true_iff in H as [respected H]. apply existsb_exists in H as ([number way] & there & same).
  destruct (Nat.eqb_spec number (number_on a kind)) as [->|]; [|discriminate]. apply numbers_eqb_spec in same. subst.
  eexists. split; [eassumption|]. now apply view_turned.
Qed.

(** On each axis the solved cube looks alike. *)
Theorem solved_view c a : view (painting_of c a) (solved_colours 3) = goal_view c.
Proof.
  assert (forallb (fun c => forallb (fun a =>
      bools_eqb (view (painting_of c a) (solved_colours 3)) (goal_view c)) axes) coordinates = true) as H
    by (vm_cast_no_check (eq_refl true)).
  rewrite forallb_forall in H. specialize (H c (in_coordinates c)). rewrite forallb_forall in H.
  now apply bools_eqb_spec, H, in_axes.
Qed.

(** ** The last turn leaves the views of an axis as they are *)

Definition undoes (way undo : list nat) (goal : list bool) : bool :=
  forallb (fun m => m <? length way) undo
  && numbers_eqb (map (fun m => nth m way 0) undo) (seq 0 (length goal))
  && bools_eqb (gather false undo goal) goal.

Lemma gather_all {A} (d : A) l : gather d (seq 0 (length l)) l = l.
Proof.
  unfold gather. induction l as [|x l IH]; [reflexivity|]. cbn [length seq map]. f_equal.
  rewrite <- seq_shift, map_map. exact IH.
Qed.

Lemma undone way undo goal v : undoes way undo goal = true -> length v = length goal ->
  gather false way v = goal -> v = goal.
Proof.
  unfold undoes. rewrite !andb_true_iff, forallb_forall, numbers_eqb_spec, bools_eqb_spec.
  intros [[short all] same] long ends.
  transitivity (gather false (map (fun m => nth m way 0) undo) v).
  { rewrite all, <- long. symmetry. apply gather_all. }
  transitivity (gather false undo goal); [|assumption]. rewrite <- ends. unfold gather. rewrite !map_map. apply map_ext_in. intros m listed.
  specialize (short m listed). apply Nat.ltb_lt in short.
  transitivity (nth m (map (fun place => nth place v false) way) (nth 0 v false)).
  - symmetry. apply (map_nth (fun place => nth place v false)).
  - apply nth_indep. now rewrite map_length.
Qed.

Definition axis_of (f : face) : axis_name :=
  match f with U | D => First | R | L => Second | F | B => Third end.

Definition undo_of (kind : face * nat) : face * nat := (fst kind, 4 - snd kind).

Lemma own_turns_are_undone : forallb (fun c => forallb (fun kind =>
    let k := painting_of c (axis_of (fst kind)) in
    respects k (permutation_by kind)
    && undoes (carried k (permutation_by kind)) (carried k (permutation_by (undo_of kind))) (goal_view c)
    && (length (places k) =? length (goal_view c))) kinds) coordinates = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Theorem view_before_the_last_turn c kind s : In kind kinds ->
  gather U (permutation_by kind) s = solved_colours 3 ->
  view (painting_of c (axis_of (fst kind))) s = goal_view c.
Proof.
  intros listed ends. pose proof own_turns_are_undone as H. rewrite forallb_forall in H.
  specialize (H c (in_coordinates c)). rewrite forallb_forall in H. specialize (H kind listed). cbv zeta in H.
  rewrite !andb_true_iff, Nat.eqb_eq in H. destruct H as [[respected H] long].
  apply (undone _ _ _ _ H); [unfold view at 1; now rewrite map_length|].
  rewrite <- view_turned, ends by assumption. apply solved_view.
Qed.

(** ** Examples *)

(** Turns of F respect what the stickers of one edge of U and B show; turns of U do not. *)
Example not_every_painting_is_respected :
  respects {| places := [(1, 46); (46, 1)]; paint := fun own _ => face_eqb own R |} (permutation_by (F, 1)) = true /\
  respects {| places := [(1, 46); (46, 1)]; paint := fun own _ => face_eqb own R |} (permutation_by (U, 1)) = false.
Proof. split; [vm_cast_no_check (eq_refl true) | vm_cast_no_check (eq_refl false)]. Qed.

(** A turn of another axis changes the view of the solved cube. *)
Example other_axes_change :
  bools_eqb (view (painting_of Twist First) (gather U (permutation_by (R, 1)) (solved_colours 3))) (goal_view Twist) = false.
Proof. vm_cast_no_check (eq_refl false). Qed.
