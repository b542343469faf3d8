(** * The search of a 3×3×3, for any tables

    A node has the places of a cube on three axes, their bounds, and the pieces of the cube. A child is looked up axis by axis; the
    axis with the highest bound comes first. A child that is near enough on all axes is looked up by its inverse. Turns that
    leave the coset of an axis as it is leave the bound of the inverse on this axis, so a node bars them if that
    is too high. The tables define a place and its bound. *)

From Coq Require Import NArith Arith Bool List Lia.
From Cubeproof Require Import Geometry Puzzle Solved.
From Cubeproof.search Require Import Words Bounds Views Tables Inverse.
Import ListNotations.
Local Open Scope N_scope.

(** ** Turns *)

(** A turn of a face, with its number on each axis, and the axes whose coset it leaves as it is. *)
Record move := Move {
  kind : face * nat; on_first : word; on_second : word; on_third : word; sources : permutation;
  leaves_first : bool; leaves_second : bool; leaves_third : bool
}.

Definition move_of (k : face * nat) : move :=
  Move k (on First k) (on Second k) (on Third k) (permutation_by k) (leaves First k) (leaves Second k) (leaves Third k).

(** The turns of each face, written so that the program computes them once. *)
Definition turns_of (f : face) : list move := map (fun q => move_of (f, q)) [1; 2; 3]%nat.

Definition u_turns := turns_of U.
Definition r_turns := turns_of R.
Definition f_turns := turns_of F.
Definition d_turns := turns_of D.
Definition l_turns := turns_of L.
Definition b_turns := turns_of B.

Definition groups_of : list face -> list (list move) :=
  map (fun f => match f with
    | U => u_turns | R => r_turns | F => f_turns | D => d_turns | L => l_turns | B => b_turns end).

Definition all_groups : list (list move) := groups_of faces.
Definition all_moves : list move := concat all_groups.

(** Turns of opposite faces have a fixed order. *)
Definition after_u := groups_of [R; F; D; L; B].
Definition after_r := groups_of [U; F; D; L; B].
Definition after_f := groups_of [U; R; D; L; B].
Definition after_d := groups_of [R; F; L; B].
Definition after_l := groups_of [U; F; D; B].
Definition after_b := groups_of [U; R; D; L].

Definition follow (t : move) : list (list move) :=
  match fst (kind t) with
  | U => after_u | R => after_r | F => after_f | D => after_d | L => after_l | B => after_b
  end.

Definition turn_on (a : axis_name) (t : move) : word :=
  match a with First => on_first t | Second => on_second t | Third => on_third t end.

Definition step (s : colouring) (t : move) : colouring := face_turn s (kind t).

(** ** Looks *)

(** The child of a place: the bound exceeds the number of turns left after it ([alike]: by two or more), or is [far]. *)
Inductive seen (Spot : Type) := Beyond (alike : bool) | Within (child : Spot) (far : word).
Arguments Beyond {Spot}.
Arguments Within {Spot}.

(** Tables: the memory with the numbers after turns and those of the inverse; the place of the numbers of a twist, a flip and a set of slots; the bound of a place; and the place after a turn,
    looked up with the number of turns left after it. *)
Record tables (Spot : Type) := Tables {
  numbers_in : memory;
  first_place : word -> word -> word -> Spot;
  reach : Spot -> word;
  see : word -> axis_name -> Spot -> move -> seen Spot
}.
Arguments Tables {Spot}.
Arguments numbers_in {Spot}.
Arguments first_place {Spot}.
Arguments reach {Spot}.
Arguments see {Spot}.

(** What tables have to hold for. *)
Record right_tables {Spot : Type} (T : tables Spot) (shown : axis_name -> Spot -> colouring -> Prop) : Prop := {
  numbers_right : numbers_ok (numbers_in T) = true /\ inverse_ok (numbers_in T) = true;
  root_right : forall a i j k s, shows a (Place i j k) s ->
    let p := first_place T i j k in shown a p s /\ far_from a (value (reach T p)) s /\ value (reach T p) < 256;
  see_right : forall spare a p t s, value spare < 2 ^ 29 -> shown a p s -> In t all_moves ->
    match see T spare a p t with
    | Beyond alike => far_from a (value spare + 1 + (if alike then 1 else 0)) (step s t)
    | Within child far => shown a child (step s t) /\ far_from a (value far) (step s t) /\ value far < 256
    end
}.

(** ** Nodes *)

Record axis (Spot : Type) := Axis { which : axis_name; at_place : Spot; far : word }.
Arguments Axis {Spot}.
Arguments which {Spot}.
Arguments at_place {Spot}.
Arguments far {Spot}.

(** The pieces of the cube, and the bounds of its inverse on three axes. *)
Record inverse := Inverse { inside : pieces; back1 : word; back2 : word; back3 : word }.

Record node (Spot : Type) := Node { axis1 : axis Spot; axis2 : axis Spot; axis3 : axis Spot; other : inverse }.
Arguments Node {Spot}.
Arguments axis1 {Spot}.
Arguments axis2 {Spot}.
Arguments axis3 {Spot}.
Arguments other {Spot}.

(** The highest bound first. *)
Definition arranged {Spot} (a b c : axis Spot) (v : inverse) : node Spot :=
  if ltb (far a) (far b) then
    if ltb (far b) (far c) then Node c b a v else if ltb (far a) (far c) then Node b c a v else Node b a c v
  else if ltb (far a) (far c) then Node c a b v else if ltb (far b) (far c) then Node a c b v else Node a b c v.

(** The bound of the inverse on an axis. *)
Definition inverse_bound {Spot} (T : tables Spot) (v : pieces) (a : axis_name) : word :=
  let m := numbers_in T in
  reach T (first_place T (inverse_twist m v a) (inverse_flip m v a) (inverse_slots m v a)).

Definition inverse_of {Spot} (T : tables Spot) (v : pieces) : inverse :=
  Inverse v (inverse_bound T v First) (inverse_bound T v Second) (inverse_bound T v Third).

Definition numbered_colours : list (nat * face) := combine (seq 0 54) (solved_colours 3).

(** Whether the cube is solved after the turns [made], the last one first. *)
Definition solved_after (start : colouring) (made : list move) : bool :=
  forallb (fun '(i, colour) =>
    face_eqb (nth (fold_left (fun i t => nth i (sources t) 0%nat) made i) start U) colour) numbered_colours.

(** Whether the bounds of the inverse exclude a turn. *)
Definition barred (spare : word) (v : inverse) (t : move) : bool :=
  (leaves_first t && ltb spare (back1 v)) || (leaves_second t && ltb spare (back2 v)) || (leaves_third t && ltb spare (back3 v)).

Definition enter {Spot} (T : tables Spot) (start : colouring) (spare : word) (n : node Spot) (t : move)
  (made : list move) : look (node Spot) :=
  if barred spare (other n) t then Barred
  else match see T spare (which (axis1 n)) (at_place (axis1 n)) t with
  | Beyond alike => Too_far alike
  | Within p1 far1 =>
      match see T spare (which (axis2 n)) (at_place (axis2 n)) t with
      | Beyond alike => Too_far alike
      | Within p2 far2 =>
          match see T spare (which (axis3 n)) (at_place (axis3 n)) t with
          | Beyond alike => Too_far alike
          | Within p3 far3 =>
              let v := turned_pieces (numbers_in T) (inside (other n)) (on_first t) in
              let back1 := inverse_bound T v First in
              if ltb spare back1 then Too_far (ltb (add spare one) back1)
              else
                let back2 := inverse_bound T v Second in
                if ltb spare back2 then Too_far (ltb (add spare one) back2)
                else
                  let back3 := inverse_bound T v Third in
                  if ltb spare back3 then Too_far (ltb (add spare one) back3)
                  else if eqb far1 zero && eqb far2 zero && eqb far3 zero && solved_after start (t :: made)
                  then May_be_solved
                  else if (ltb far1 spare || ltb far2 spare || ltb far3 spare)
                    && (ltb back1 spare || ltb back2 spare || ltb back3 spare)
                  then Nearer (arranged (Axis (which (axis1 n)) p1 far1) (Axis (which (axis2 n)) p2 far2)
                                 (Axis (which (axis3 n)) p3 far3) (Inverse v back1 back2 back3))
                  else Too_far false
          end
      end
  end.

(** ** Where it starts *)

Definition find_number (all : coordinate -> decoding) (c : coordinate) (v : list bool) : option word :=
  let known := all c in
  find (fun i => match decode known i with Some other => bools_eqb other v | None => false end) (all_numbers c).

Definition root_axis {Spot} (T : tables Spot) (all : coordinate -> decoding) (s : colouring) (a : axis_name)
  : option (axis Spot) :=
  match find_number all Twist (view (painting_of Twist a) s),
        find_number all Flip (view (painting_of Flip a) s),
        find_number all Slots (view (painting_of Slots a) s) with
  | Some i, Some j, Some k => let p := first_place T i j k in Some (Axis a p (reach T p))
  | _, _, _ => None
  end.

Definition root_of {Spot} (T : tables Spot) (s : colouring) : option (node Spot) :=
  let by_twist := numbered (views Twist) in
  let by_flip := numbered (views Flip) in
  let by_slots := numbered (views Slots) in
  let all c := match c with Twist => by_twist | Flip => by_flip | Slots => by_slots end in
  match root_axis T all s First, root_axis T all s Second, root_axis T all s Third, find_pieces s with
  | Some a, Some b, Some c, Some v => Some (arranged a b c (inverse_of T v))
  | _, _, _, _ => None
  end.

(** ** Proofs *)

Lemma groups_are these : groups_of these = map turns_of these.
Proof. apply map_ext. intros []; reflexivity. Qed.

Lemma move_kind t : In t all_moves -> t = move_of (kind t) /\ In (kind t) kinds.
Proof.
  intros listed. unfold all_moves, all_groups in listed. rewrite groups_are in listed.
  apply in_concat in listed as (group & there & listed).
  apply in_map_iff in there as (f & <- & face_listed). apply in_map_iff in listed as (q & <- & amount).
  split; [reflexivity|]. cbn [kind move_of]. unfold kinds. now apply in_prod.
Qed.

Lemma in_all_moves k : In k kinds -> In (move_of k) all_moves.
Proof.
  destruct k as [f q]. intros listed. apply in_prod_iff in listed as [face_listed amount].
  unfold all_moves, all_groups. rewrite groups_are. apply in_concat. exists (turns_of f). split.
  - now apply in_map.
  - now apply (in_map (fun q => move_of (f, q))).
Qed.

Lemma run_step s word : run step s word = run face_turn s (map kind word).
Proof. revert s. induction word as [|t word IH]; intros s; [reflexivity|]. exact (IH (step s t)). Qed.

Lemma kinds_of_moves word : Forall (fun t => In t all_moves) word -> Forall (fun k => In k kinds) (map kind word).
Proof. intros all. apply Forall_map. revert all. apply Forall_impl. intros t listed. now apply move_kind. Qed.

(** Turns of one face differ by one turn. *)
Definition apart_by (k l : face * nat) : bool :=
  let first := permutation_by k in
  let last := permutation_by l in
  let count := length first in
  existsb (fun '(_, p) => if permutation_eqb (compose first p) last then forallb (fun i => (i <? count)%nat) p else false)
    permutations.

Lemma apart_by_spec k l : apart_by k l = true ->
  exists x, In x kinds /\ forall s, face_turn s l = face_turn (face_turn s k) x.
Proof.
  unfold apart_by. cbv zeta. intros H. apply existsb_exists in H as ([x p] & listed & H).
  unfold permutations in listed. apply in_map_iff in listed as (x' & [= <- <-] & listed).
  destruct (permutation_eqb _ _) eqn:same; [|discriminate]. rename H into short.
  apply permutation_eqb_spec in same. rewrite forallb_forall in short. exists x'. split; [assumption|]. intros s.
  unfold face_turn. rewrite <- same. unfold compose, gather. rewrite map_map. apply map_ext_in. intros i there.
  specialize (short i there). apply Nat.ltb_lt in short. symmetry. now apply nth_gather.
Qed.

Lemma same_face_apart : forallb (fun f =>
  apart_by (f, 1) (f, 2) && apart_by (f, 1) (f, 3) && apart_by (f, 2) (f, 3))%nat faces = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma moves_apart f q r : In f faces -> apart_by (f, q) (f, r) = true ->
  one_apart step all_moves (move_of (f, q)) (move_of (f, r)).
Proof.
  intros _ H. apply apart_by_spec in H as (x & listed & same). exists (move_of x). split; [now apply in_all_moves|].
  exact same.
Qed.

Lemma groups_are_good these : good_groups step all_moves (groups_of these) .
Proof.
  unfold good_groups. rewrite groups_are. apply Forall_map, Forall_forall. intros f _. split.
  - apply Forall_map, Forall_forall. intros q listed. apply in_all_moves. unfold kinds.
    apply in_prod; [destruct f; cbn; tauto|assumption].
  - pose proof same_face_apart as H. rewrite forallb_forall in H.
    assert (In f faces) as listed by (destruct f; cbn; tauto).
    specialize (H f listed). rewrite !andb_true_iff in H. destruct H as [[H12 H13] H23]. unfold turns_of. cbn [map].
    repeat constructor; now apply moves_apart.
Qed.

Lemma follow_is_good t : good_groups step all_moves (follow t).
Proof. unfold follow. destruct (fst (kind t)); apply groups_are_good. Qed.

Lemma add_one spare : value spare < 2 ^ 29 -> value (add spare one) = value spare + 1.
Proof.
  intros small. change (2 ^ 29) with 536870912 in small.
  rewrite value_add, one_is_1; [reflexivity|]. rewrite one_is_1. change (2 ^ 30) with 1073741824. lia.
Qed.

Lemma beyond spare b : value spare < 2 ^ 29 -> value b < 256 -> ltb spare b = true ->
  value spare + 1 + (if ltb (add spare one) b then 1 else 0) <= value b.
Proof.
  intros small little H. pose proof (add_one spare small) as E.
  change (2 ^ 29) with 536870912 in small.
  rewrite ltb_spec in * by (rewrite ?E; change (2 ^ 30) with 1073741824; lia).
  apply N.ltb_lt in H. rewrite E. destruct (N.ltb_spec (value spare + 1) (value b)); lia.
Qed.

Lemma arranged_has {Spot} (a b c x : axis Spot) v :
  In x [axis1 (arranged a b c v); axis2 (arranged a b c v); axis3 (arranged a b c v)] <-> In x [a; b; c].
Proof.
  unfold arranged. destruct (ltb (far a) (far b)), (ltb (far b) (far c)), (ltb (far a) (far c)); cbn; tauto.
Qed.

Lemma arranged_other {Spot} (a b c : axis Spot) v : other (arranged a b c v) = v.
Proof.
  unfold arranged. now destruct (ltb (far a) (far b)), (ltb (far b) (far c)), (ltb (far a) (far c)).
Qed.

Lemma is_0 a : eqb a zero = true <-> value a = 0.
Proof.
  rewrite eqb_spec. split; [intros ->; apply zero_is_0|]. intros E. apply word_ext. now rewrite E, zero_is_0.
Qed.

(** A cube from which a word leads to the solved one is no farther from the coset of each axis. *)
Lemma no_farther a n s word : far_from a n s -> Forall (fun t => In t all_moves) word ->
  is_goal (run step s word) -> n <= N.of_nat (length word).
Proof.
  intros far all ends. rewrite run_step in ends.
  specialize (far (map kind word) (kinds_of_moves word all) (solved_in_coset a _ ends)). now rewrite map_length in far.
Qed.

Section Entered.

Context {Spot : Type} (T : tables Spot) (shown : axis_name -> Spot -> colouring -> Prop).
Variable start : colouring.
Hypothesis right : right_tables T shown.

Definition axis_shows (s : colouring) (a : axis Spot) : Prop :=
  shown (which a) (at_place a) s /\ far_from (which a) (value (far a)) s /\ value (far a) < 256.

Definition fits (n : node Spot) (made : list move) (s : colouring) : Prop :=
  (Forall (fun t => In t all_moves) made /\ s = run step start (rev made)) /\
  (forall name, exists a, In a [axis1 n; axis2 n; axis3 n] /\ which a = name) /\
  Forall (axis_shows s) [axis1 n; axis2 n; axis3 n] /\
  other n = inverse_of T (inside (other n)) /\ located (inside (other n)) s.

Lemma seen_right spare a t s : value spare < 2 ^ 29 -> In t all_moves -> axis_shows s a ->
  match see T spare (which a) (at_place a) t with
  | Beyond alike => forall word, Forall (fun t => In t all_moves) word ->
      N.of_nat (length word) <= value spare + (if alike then 1 else 0) -> ~ is_goal (run step (step s t) word)
  | Within p far => axis_shows (step s t) (Axis (which a) p far)
  end.
Proof.
  intros small listed [shown_a _]. pose proof (see_right T shown right spare (which a) (at_place a) t s small shown_a listed) as H.
  destruct (see T spare (which a) (at_place a) t) as [alike|p far]; [|exact H].
  intros word all short ends. pose proof (no_farther _ _ _ _ H all ends). lia.
Qed.

Lemma nth_run i word : forall s, (i < 54)%nat -> Forall (fun t => In t all_moves) word ->
  nth i (run step s word) U = nth (fold_left (fun i t => nth i (sources t) 0%nat) (rev word) i) s U /\
  (fold_left (fun i t => nth i (sources t) 0%nat) (rev word) i < 54)%nat.
Proof.
  assert (forallb (fun '(_, p) => (length p =? 54)%nat && forallb (fun place => (place <? 54)%nat) p) permutations
      = true) as good
    by (vm_cast_no_check (eq_refl true)).
  rewrite forallb_forall in good. intros s short all. revert s. induction all as [|t word listed all IH]; intros s.
  - now split.
  - cbn [rev]. rewrite fold_left_app. cbn [fold_left]. change (run step s (t :: word)) with (run step (step s t) word).
    destruct (IH (step s t)) as [-> small]. destruct (move_kind t listed) as [same kind_listed].
    specialize (good _ (in_map (fun k => (k, permutation_by k)) _ _ kind_listed)). cbv beta iota in good. apply andb_true_iff in good as [long good].
    apply Nat.eqb_eq in long. rewrite forallb_forall in good.
    assert (sources t = permutation_by (kind t)) as E by (rewrite same; reflexivity). rewrite E. split.
    + unfold step, face_turn. rewrite nth_gather by now rewrite long. reflexivity.
    + apply Nat.ltb_lt, good, nth_In. now rewrite long.
Qed.

Lemma solved_is_seen made : Forall (fun t => In t all_moves) made -> is_goal (run step start (rev made)) ->
  solved_after start made = true.
Proof.
  intros all ends. unfold solved_after. apply forallb_forall. intros [i colour] listed. apply face_eqb_spec.
  assert (forallb (fun '(i, colour) => (i <? 54)%nat && face_eqb (nth i (solved_colours 3) U) colour) numbered_colours
    = true) as H by (vm_cast_no_check (eq_refl true)).
  rewrite forallb_forall in H. specialize (H _ listed). cbv beta iota in H. apply andb_true_iff in H as [short same].
  apply Nat.ltb_lt in short. apply face_eqb_spec in same.
  destruct (nth_run i (rev made) start short) as [E _]; [now apply Forall_rev|]. rewrite rev_involutive in E.
  rewrite <- E, ends. exact same.
Qed.

(** No word that solves the cube is shorter than the bound of its inverse. *)
Lemma inverse_bound_right v a s word : located v s -> Forall (fun t => In t all_moves) word -> is_goal (run step s word) ->
  far_from a (value (inverse_bound T v a)) (inverse_by (map kind word)) /\ value (inverse_bound T v a) < 256.
Proof.
  intros there all ends. rewrite run_step in ends. destruct (numbers_right T shown right) as [checked checked'].
  unfold inverse_bound. cbv zeta.
  exact (proj2 (root_right T shown right a _ _ _ _
    (inverse_shows _ checked checked' v s (map kind word) a there (kinds_of_moves word all) ends))).
Qed.

Lemma inverse_beyond spare v a s : value spare < 2 ^ 29 -> located v s -> ltb spare (inverse_bound T v a) = true ->
  forall word, Forall (fun t => In t all_moves) word ->
  N.of_nat (length word) <= value spare + (if ltb (add spare one) (inverse_bound T v a) then 1 else 0) ->
  ~ is_goal (run step s word).
Proof.
  intros small there H word all short ends.
  destruct (inverse_bound_right v a s word there all ends) as [far little].
  apply inverse_far in far; [|now apply kinds_of_moves]. rewrite map_length in far.
  pose proof (beyond spare _ small little H). lia.
Qed.

(** A cube that is not solved has one more turn to go than the least bound of its inverse. *)
Lemma inverse_one_more spare v s word : value spare < 2 ^ 29 -> located v s -> Forall (fun t => In t all_moves) word ->
  is_goal (run step s word) -> word <> [] ->
  ltb (inverse_bound T v First) spare || ltb (inverse_bound T v Second) spare || ltb (inverse_bound T v Third) spare = false ->
  value spare < N.of_nat (length word).
Proof.
  intros small there all ends some less. destruct word as [|t word]; [easy|].
  pose proof (inverse_bound_right v (axis_of (fst (kind t))) s (t :: word) there all ends) as [far little].
  cbn [map] in far. apply inverse_far_less in far;
    [|unfold leaves; destruct (axis_of (fst (kind t))); apply orb_true_r|exact (kinds_of_moves (t :: word) all)].
  rewrite map_length in far.
  assert (ltb (inverse_bound T v (axis_of (fst (kind t)))) spare = false) as not_less.
  { apply orb_false_iff in less as [less H3]. apply orb_false_iff in less as [H1 H2].
    destruct (axis_of (fst (kind t))); assumption. }
  change (2 ^ 29) with 536870912 in small.
  rewrite ltb_spec in not_less by (change (2 ^ 30) with 1073741824; lia).
  apply N.ltb_ge in not_less. cbn [length]. lia.
Qed.

(** A turn that leaves the coset of an axis leaves the bound of the inverse. *)
Lemma left_bound a spare v t s : value spare < 2 ^ 29 -> located v s -> In t all_moves ->
  leaves a (kind t) && ltb spare (inverse_bound T v a) = true ->
  forall word, Forall (fun t => In t all_moves) word -> N.of_nat (length word) <= value spare ->
  ~ is_goal (run step (step s t) word).
Proof.
  intros small there listed H word all short ends. apply andb_prop in H as [left H].
  assert (all' : Forall (fun t => In t all_moves) (t :: word)) by now constructor.
  destruct (inverse_bound_right v a s (t :: word) there all' ends) as [far little]. cbn [map] in far.
  apply inverse_far_less in far; [|exact left|exact (kinds_of_moves (t :: word) all')]. rewrite map_length in far.
  pose proof (beyond spare _ small little H). lia.
Qed.

Lemma barred_right spare v t s : value spare < 2 ^ 29 -> v = inverse_of T (inside v) -> located (inside v) s ->
  In t all_moves -> barred spare v t = true ->
  forall word, Forall (fun t => In t all_moves) word -> N.of_nat (length word) <= value spare ->
  ~ is_goal (run step (step s t) word).
Proof.
  intros small E there listed H. rewrite E in H. destruct (move_kind t listed) as [same _]. unfold barred in H.
  assert (leaves_first t = leaves First (kind t) /\ leaves_second t = leaves Second (kind t) /\
    leaves_third t = leaves Third (kind t)) as (E1 & E2 & E3) by (rewrite same; auto).
  rewrite E1, E2, E3 in H. cbn [inverse_of back1 back2 back3] in H.
  apply orb_prop in H as [H|H]; [apply orb_prop in H as [H|H]|];
    [exact (left_bound First spare _ t s small there listed H)|exact (left_bound Second spare _ t s small there listed H)|
     exact (left_bound Third spare _ t s small there listed H)].
Qed.

Theorem enter_is_right spare n t made s :
  value spare < 2 ^ 29 -> fits n made s -> In t all_moves ->
  right_look (enter T start) step all_moves is_goal fits spare n t made s.
Proof.
  intros small ((all_made & same) & names & shown_all & known_bounds & there) listed. unfold right_look, enter.
  destruct (barred spare (other n) t) eqn:bars; [exact (barred_right spare _ t s small known_bounds there listed bars)|].
  clear known_bounds bars.
  inversion shown_all as [|? ? shown1 rest]; subst. inversion rest as [|? ? shown2 rest']; subst.
  inversion rest' as [|? ? shown3 _]; subst. clear shown_all rest rest'.
  set (s := run step start (rev made)) in *.
  pose proof (seen_right spare (axis1 n) t s small listed shown1) as right1.
  destruct (see T spare (which (axis1 n)) (at_place (axis1 n)) t) as [alike|p1 far1]; [exact right1|].
  pose proof (seen_right spare (axis2 n) t s small listed shown2) as right2.
  destruct (see T spare (which (axis2 n)) (at_place (axis2 n)) t) as [alike|p2 far2]; [exact right2|].
  pose proof (seen_right spare (axis3 n) t s small listed shown3) as right3.
  destruct (see T spare (which (axis3 n)) (at_place (axis3 n)) t) as [alike|p3 far3]; [exact right3|].
  set (a := Axis (which (axis1 n)) p1 far1) in *. set (b := Axis (which (axis2 n)) p2 far2) in *.
  set (c := Axis (which (axis3 n)) p3 far3) in *.
  change far1 with (far a). change far2 with (far b). change far3 with (far c).
  assert (after : step s t = run step start (rev (t :: made)))
    by (cbn [rev]; unfold s, run; now rewrite fold_left_app).
  assert (named : forall name, exists x, In x [a; b; c] /\ which x = name).
  { intros name. destruct (names name) as (x & [<-|[<-|[<-|[]]]] & <-); [exists a|exists b|exists c]; (split; [cbn; tauto|reflexivity]). }
  assert (all_shown : forall x, In x [a; b; c] -> axis_shows (step s t) x) by (intros x [<-|[<-|[<-|[]]]]; assumption).
  clearbody a b c. cbv zeta. destruct (move_kind t listed) as [known kind_listed].
  assert (located (turned_pieces (numbers_in T) (inside (other n)) (on_first t)) (step s t)) as there'.
  { rewrite known at 1. exact (located_turned (numbers_in T) (proj2 (numbers_right T shown right)) _ _ _ kind_listed there). }
  set (v := turned_pieces (numbers_in T) (inside (other n)) (on_first t)) in *. clearbody v. clear there.
  destruct (ltb spare (inverse_bound T v First)) eqn:back1; [exact (inverse_beyond spare v First _ small there' back1)|].
  destruct (ltb spare (inverse_bound T v Second)) eqn:back2; [exact (inverse_beyond spare v Second _ small there' back2)|].
  destruct (ltb spare (inverse_bound T v Third)) eqn:back3; [exact (inverse_beyond spare v Third _ small there' back3)|].
  destruct (eqb (far a) zero && eqb (far b) zero && eqb (far c) zero && solved_after start (t :: made)) eqn:done;
    [exact I|].
  assert (unsolved : ~ is_goal (step s t)).
  { intros ends. assert (forall x, axis_shows (step s t) x -> eqb (far x) zero = true) as nothing.
    { intros x (_ & far_x & _). apply is_0. pose proof (no_farther _ _ _ [] far_x (Forall_nil _) ends) as least.
      cbn in least. lia. }
    rewrite !nothing in done by (apply all_shown; cbn; tauto). rewrite after in ends.
    rewrite solved_is_seen in done; [discriminate|now constructor|assumption]. }
  destruct ((ltb (far a) spare || ltb (far b) spare || ltb (far c) spare) && _) eqn:less.
  - split; [|assumption]. split; [split; [now constructor|exact after]|]. split; [|split].
    + intros name. destruct (named name) as (x & there & <-). exists x. split; [now apply (arranged_has a b c x)|reflexivity].
    + apply Forall_forall. intros x there. apply all_shown. now apply (arranged_has a b c x (inverse_of T v)).
    + rewrite arranged_other. now split.
  - intros word all short ends. rewrite N.add_0_r in short.
    apply andb_false_iff in less as [less|less].
    2: { enough (value spare < N.of_nat (length word)) by lia.
         apply (inverse_one_more spare v (step s t) word small there' all ends); [|exact less].
         intros ->. exact (unsolved ends). }
    destruct (exists_last (l := word)) as (before & last & ->); [intros ->; exact (unsolved ends)|].
    rewrite run_step, map_app in ends. cbn [map] in ends. apply kinds_of_moves in all. rewrite map_app in all.
    pose proof (coset_before_the_last_turn (step s t) (map kind before) (kind last) all ends) as coset.
    rewrite app_length in short. cbn [length] in short.
    destruct (named (axis_of (fst (kind last)))) as (x & there & name). rewrite <- name in coset.
    destruct (all_shown x there) as (_ & far_x & little).
    apply Forall_app in all as [all _]. specialize (far_x _ all coset). rewrite map_length in far_x.
    assert (ltb (far x) spare = false) as not_less.
    { apply orb_false_iff in less as [less Hc]. apply orb_false_iff in less as [Ha Hb].
      destruct there as [<-|[<-|[<-|[]]]]; assumption. }
    change (2 ^ 29) with 536870912 in small.
    rewrite ltb_spec in not_less by (change (2 ^ 30) with 1073741824; lia).
    apply N.ltb_ge in not_less. lia.
Qed.

Lemma root_axis_right all a x : (forall c, all c = numbered (views c)) ->
  root_axis T all start a = Some x -> which x = a /\ axis_shows start x.
Proof.
  intros known. unfold root_axis.
  destruct (find_number all Twist _) as [i|] eqn:E1; [|discriminate].
  destruct (find_number all Flip _) as [j|] eqn:E2; [|discriminate].
  destruct (find_number all Slots _) as [k|] eqn:E3; [|discriminate].
  intros [= <-]. split; [reflexivity|]. apply (root_right T shown right).
  assert (found : forall c v i, find_number all c v = Some i ->
    value i < N.of_nat (how_many c) /\ decode (numbered (views c)) i = Some v).
  { intros c v i' E. unfold find_number in E. rewrite (known c) in E. apply find_some in E as [there E].
    apply words_below_spec in there; [|apply few_numbers]. split; [exact there|]. destruct (decode _ _) as [other|] in E |- *; [|discriminate].
    apply bools_eqb_spec in E. now subst. }
  intros []; cbn [number_in twist flip slots]; now apply found.
Qed.

Theorem root_fits n : root_of T start = Some n -> fits n [] start.
Proof.
  unfold root_of. cbv zeta.
  set (all := fun c => match c with
    | Twist => numbered (views Twist) | Flip => numbered (views Flip) | Slots => numbered (views Slots) end).
  assert (known : forall c, all c = numbered (views c)) by (intros []; reflexivity).
  destruct (root_axis T all start First) as [a|] eqn:E1; [|discriminate].
  destruct (root_axis T all start Second) as [b|] eqn:E2; [|discriminate].
  destruct (root_axis T all start Third) as [c|] eqn:E3; [|discriminate].
  apply (root_axis_right all _ _ known) in E1 as [name1 shows1], E2 as [name2 shows2], E3 as [name3 shows3].
  destruct (find_pieces start) as [v|] eqn:E4; [|discriminate]. apply pieces_found in E4.
  intros [= <-]. split; [now split|]. split; [|split].
  - intros name. assert (exists y, In y [a; b; c] /\ which y = name) as (y & listed & same).
    { destruct name; [exists a|exists b|exists c]; (split; [cbn; tauto|assumption]). }
    exists y. split; [now apply (arranged_has a b c)|assumption].
  - apply Forall_forall. intros x there. apply (proj1 (arranged_has a b c x (inverse_of T v))) in there as [<-|[<-|[<-|[]]]]; assumption.
  - rewrite arranged_other. now split.
Qed.

End Entered.
