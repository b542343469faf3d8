(** Sets of states as tries, keyed by the state itself: seven branches for each piece, three for each
    orientation.

    A turn acts on the pieces and on the orientations apart. So a set has for each placing of the pieces a
    trie of orientations, and what a turn does to such a trie is done to all its members at once. *)

From Coq Require Import Arith NArith Bool List Permutation Lia.
From Cubeproof Require Import Puzzle.
From Cubeproof Require Geometry.
From Cubeproof.mini Require Import State Numbering.
Import ListNotations Geometry(metric(..)).

(** * What is computed *)

(** ** Sets of orientations

    Keyed by the first six; the seventh follows. *)

(** A set of orientations of one piece: which of O1, O2, O3 are in it. *)
Inductive some := N000 | N001 | N010 | N011 | N100 | N101 | N110 | N111.

Definition some_of (x y z : bool) : some :=
  if x then if y then if z then N111 else N110 else if z then N101 else N100
  else if y then if z then N011 else N010 else if z then N001 else N000.

Definition has (s : some) (o : orientation) : bool :=
  match o with
  | O1 => match s with N100 | N101 | N110 | N111 => true | _ => false end
  | O2 => match s with N010 | N011 | N110 | N111 => true | _ => false end
  | O3 => match s with N001 | N011 | N101 | N111 => true | _ => false end
  end.

Definition either (s s' : some) : some :=
  match s, s' with
  | N000, x | x, N000 => x
  | N111, _ | _, N111 => N111
  | _, _ => some_of (has s O1 || has s' O1) (has s O2 || has s' O2) (has s O3 || has s' O3)
  end.

Definition without (s s' : some) : some :=
  match s, s' with
  | N000, _ | _, N111 => N000
  | x, N000 => x
  | _, _ =>
      some_of (has s O1 && negb (has s' O1)) (has s O2 && negb (has s' O2)) (has s O3 && negb (has s' O3))
  end.

Definition size (s : some) : N :=
  match s with N000 => 0 | N001 | N010 | N100 => 1 | N011 | N101 | N110 => 2 | N111 => 3 end.

(** One for each orientation. *)
Inductive three (A : Type) := Three (a1 a2 a3 : A).
Arguments Three {A}.

Definition at_ {A} (o : orientation) (t : three A) : A :=
  let 'Three a1 a2 a3 := t in match o with O1 => a1 | O2 => a2 | O3 => a3 end.
Definition fill {A} (f : orientation -> A) : three A := Three (f O1) (f O2) (f O3).
Definition both {A B C} (f : A -> B -> C) (t : three A) (t' : three B) : three C :=
  let 'Three a1 a2 a3 := t in let 'Three b1 b2 b3 := t' in Three (f a1 b1) (f a2 b2) (f a3 b3).
Definition every {A} (f : A -> bool) (t : three A) : bool :=
  let 'Three a1 a2 a3 := t in f a1 && f a2 && f a3.
Definition total {A} (f : A -> N) (t : three A) : N :=
  let 'Three a1 a2 a3 := t in (f a1 + f a2 + f a3)%N.

(** None is the empty set. *)
Definition dense : Type := three (three (three (three (three some)))).
Definition oset : Type := option dense.

Definition mem (x : oset) (o : seven orientation) : bool :=
  match x with
  | None => false
  | Some t => let 'Seven o1 o2 o3 o4 o5 o6 _ := o in has (at_ o5 (at_ o4 (at_ o3 (at_ o2 (at_ o1 t))))) o6
  end.

Definition union (x y : oset) : oset :=
  match x, y with
  | None, z | z, None => z
  | Some t, Some u => Some (both (both (both (both (both either)))) t u)
  end.

Definition diff (x y : oset) : oset :=
  match x, y with
  | None, _ => None
  | _, None => x
  | Some t, Some u => Some (both (both (both (both (both without)))) t u)
  end.

Definition full (x : oset) : bool :=
  match x with
  | None => false
  | Some t => every (every (every (every (every (fun s => match s with N111 => true | _ => false end))))) t
  end.

Definition count (x : oset) : N :=
  match x with
  | None => 0
  | Some t => total (total (total (total (total size)))) t
  end.

Definition only (f : orientation -> bool) : some := some_of (f O1) (f O2) (f O3).

(** The orientations that a quarter turn takes into the set. Whatever branch is known is taken at once. *)
Definition pulled_by_name (t : quarter) (x : oset) : oset :=
  match x with
  | None => None
  | Some x => Some
      match t with
      | r =>
          fill (fun o1 => fill (fun o2 => let x := at_ (up o2) x in
          fill (fun o3 => fill (fun o4 =>
          fill (fun o5 => at_ (up o4) (at_ (down o1) (at_ o3 (at_ (down o5) x))))))))
      | b =>
          fill (fun o1 => let x := at_ o1 x in fill (fun o2 => let x := at_ o2 x in
          fill (fun o3 => let x := at_ o3 x in fill (fun o4 =>
          fill (fun o5 => let x := at_ (up o5) x in
          only (fun o6 => has (at_ (down o6) x) (up (last_of o1 o2 o3 o4 o5 o6))))))))
      | d =>
          fill (fun o1 => let x := at_ o1 x in fill (fun o2 =>
          fill (fun o3 => let x := at_ o3 x in fill (fun o4 =>
          let x := fill (fun o6 => at_ o2 (at_ o4 (at_ o6 x))) in
          fill (fun o5 => only (fun o6 => has (at_ o6 x) o5))))))
      end
  end.

(** The same with all loops unrolled, for speed. *)
Definition pulled : quarter -> oset -> oset :=
  Eval cbv beta iota delta [pulled_by_name fill at_ up down only last_of plus minus] in pulled_by_name.

(** ** Sets of states *)

(** Something for each placing: a trie with a branch for each piece. *)
Inductive trie (A : Type) :=
| Nothing
| Leaf (a : A)
| Branch (t1 t2 t3 t4 t5 t6 t7 : trie A).
Arguments Nothing {A}.
Arguments Leaf {A}.
Arguments Branch {A}.

Definition branch {A} (p : piece) (t : trie A) : trie A :=
  match t with
  | Branch t1 t2 t3 t4 t5 t6 t7 =>
      match p with P1 => t1 | P2 => t2 | P3 => t3 | P4 => t4 | P5 => t5 | P6 => t6 | P7 => t7 end
  | _ => Nothing
  end.

Fixpoint look_up {A} (none : A) (t : trie A) (path : list piece) : A :=
  match path with
  | [] => match t with Leaf a => a | _ => none end
  | p :: path => look_up none (branch p t) path
  end.

(** The trie of a function of the rows in which each of the pieces left stands once. *)
Fixpoint tabulate {A} (steps : nat) (left : list piece) (f : list piece -> A) : trie A :=
  match steps with
  | 0 => Leaf (f [])
  | S steps =>
      let next p :=
        if in_dec piece_dec p left
        then tabulate steps (remove piece_dec p left) (fun path => f (p :: path))
        else Nothing
      in Branch (next P1) (next P2) (next P3) (next P4) (next P5) (next P6) (next P7)
  end.

Definition set : Type := trie oset.

Definition above (x : set) (p : seven piece) : oset := look_up None x (list_of p).
Definition set_of (f : seven piece -> oset) : set :=
  tabulate 7 all_pieces (fun row => f (seven_of P1 row)).

Definition contains (x : set) (s : state) : bool := mem (above x (pieces s)) (orientations s).

(** ** One layer after the other *)

(** From where a move of face [t], made once, twice or three times as the [ways] allow, leads into the set;
    for the placing [p]. *)
Definition through (ways : list nat) (x : set) (p : seven piece) (t : quarter) : oset :=
  let p1 := carried t p in
  let p2 := carried t p1 in
  let p3 := carried t p2 in
  let step k q inner :=
    pulled t (if in_dec Nat.eq_dec k ways then union (above x q) inner else inner) in
  step 1 p1 (step 2 p2 (step 3 p3 None)).

Definition grown (ways : list nat) (seen x : set) : set :=
  set_of (fun p =>
    let there := above seen p in
    if full there then None
    else diff (union (through ways x p r) (union (through ways x p d) (through ways x p b))) there).

Definition joined (x y : set) : set := set_of (fun p => union (above x p) (above y p)).

Fixpoint explored (ways : list nat) (more : nat) (seen layer : set) : list set :=
  layer ::
  match more with
  | 0 => []
  | S more =>
      let next := grown ways seen layer in
      explored ways more (joined seen next) next
  end.

Definition counted (x : set) : N :=
  fold_right (fun p n => (count (above x p) + n)%N) 0%N placings.

(** Whether every state is in one of the layers. *)
Definition complete (layers : list set) : bool :=
  forallb (fun p => full (fold_right (fun x y => union (above x p) y) None layers)) placings.

(** The state home alone. *)
Definition is_O1 (o : orientation) : bool := match o with O1 => true | _ => false end.

Definition untwisted : oset := Some
  (fill (fun o1 => fill (fun o2 => fill (fun o3 => fill (fun o4 => fill (fun o5 =>
   only (fun o6 => is_O1 o1 && is_O1 o2 && is_O1 o3 && is_O1 o4 && is_O1 o5 && is_O1 o6))))))).

Definition start : set :=
  set_of (fun p => if list_eq_dec piece_dec (list_of p) all_pieces then untwisted else None).

Definition layers (ways : list nat) (n : nat) : list set := explored ways n start start.

(** The layer with a number, as a test of states. *)
Definition in_layer (ls : list set) (k : nat) (s : state) : bool := contains (nth k ls Nothing) s.

(** * Proofs *)

(** ** Sets of orientations *)

Lemma has_some_of x y z o :
  has (some_of x y z) o = match o with O1 => x | O2 => y | O3 => z end.
Proof. destruct x, y, z, o; reflexivity. Qed.

Lemma has_only f o : has (only f) o = f o.
Proof. unfold only; rewrite has_some_of; now destruct o. Qed.

Lemma has_either s s' o : has (either s s') o = has s o || has s' o.
Proof. destruct s, s', o; reflexivity. Qed.

Lemma has_without s s' o : has (without s s') o = has s o && negb (has s' o).
Proof. destruct s, s', o; reflexivity. Qed.

Lemma at_fill {A} (f : orientation -> A) o : at_ o (fill f) = f o.
Proof. now destruct o. Qed.

Lemma at_both {A B C} (f : A -> B -> C) t t' o : at_ o (both f t t') = f (at_ o t) (at_ o t').
Proof. now destruct t, t', o. Qed.

Lemma every_at {A} (f : A -> bool) t o : every f t = true -> f (at_ o t) = true.
Proof. destruct t; simpl; rewrite !andb_true_iff; now destruct o. Qed.

Lemma pulled_is : pulled = pulled_by_name.
Proof. reflexivity. Qed.

Lemma mem_pulled t x o : balanced o -> mem (pulled t x) o = mem x (twisted t o).
Proof.
  rewrite pulled_is; destruct o as [o1 o2 o3 o4 o5 o6 o7]; cbn [balanced]; intros ->.
  destruct x as [x|]; [|now destruct t].
  destruct t; unfold pulled_by_name, mem, twisted; rewrite ?at_fill, ?has_only, ?at_fill; reflexivity.
Qed.

Lemma mem_union x y o : mem (union x y) o = mem x o || mem y o.
Proof.
  destruct x as [x|], y as [y|], o; unfold mem, union;
    rewrite ?at_both, ?has_either, ?orb_false_r; reflexivity.
Qed.

Lemma mem_diff x y o : mem (diff x y) o = mem x o && negb (mem y o).
Proof.
  destruct x as [x|], y as [y|], o; unfold mem, diff;
    rewrite ?at_both, ?has_without, ?andb_true_r; reflexivity.
Qed.

Lemma mem_full x o : full x = true -> mem x o = true.
Proof.
  destruct x as [x|], o as [o1 o2 o3 o4 o5 o6 o7]; simpl; [|discriminate]; intros F.
  apply (every_at _ _ o1), (every_at _ _ o2), (every_at _ _ o3), (every_at _ _ o4), (every_at _ _ o5) in F.
  destruct (at_ o5 _); try discriminate; now destruct o6.
Qed.

Lemma mem_untwisted o : balanced o -> mem untwisted o = true <-> o = Seven O1 O1 O1 O1 O1 O1 O1.
Proof.
  destruct o as [o1 o2 o3 o4 o5 o6 o7]; cbn [balanced]; intros ->.
  unfold untwisted, mem; rewrite !at_fill, has_only, !andb_true_iff.
  split; [intros (((((? & ?) & ?) & ?) & ?) & ?) | intros [= -> -> -> -> -> ->]; repeat split].
  destruct o1, o2, o3, o4, o5, o6; (discriminate || reflexivity).
Qed.

(** ** Sets of states *)

Lemma look_up_tabulate {A} (none : A) steps left f row :
  length row = steps -> NoDup row -> incl row left -> look_up none (tabulate steps left f) row = f row.
Proof.
  revert left f row; induction steps as [|steps IH]; intros left f row L D I.
  - destruct row; [reflexivity | discriminate].
  - destruct row as [|p row]; [discriminate|].
    inversion_clear D as [|? ? P D'].
    cbn [tabulate look_up].
    replace (branch p _) with (if in_dec piece_dec p left
      then tabulate steps (remove piece_dec p left) (fun row => f (p :: row)) else Nothing) by now destruct p.
    destruct in_dec as [_|N]; [|exfalso; apply N, I; now left].
    apply (IH _ (fun row => f (p :: row))); auto.
    intros q Q; apply in_in_remove; [congruence | apply I; now right].
Qed.

Lemma above_set_of f p : NoDup (list_of p) -> above (set_of f) p = f p.
Proof.
  intros D; unfold above, set_of; rewrite look_up_tabulate.
  - now rewrite seven_of_list.
  - apply length_list_of.
  - exact D.
  - intros []; simpl; tauto.
Qed.

Lemma contains_start s : valid s -> contains start s = is_home s.
Proof.
  intros V; apply eq_iff_eq_true; rewrite is_home_spec.
  apply valid_spec in V as [P O]; destruct s as [p o]; unfold contains, start; cbn [pieces orientations] in *.
  rewrite above_set_of by exact P.
  destruct list_eq_dec as [E|N].
  - rewrite mem_untwisted by exact O.
    rewrite <- (seven_of_list P1 p), E; unfold home; split; [intros ->; reflexivity | now intros [= ->]].
  - split; [discriminate|]; intros [= -> ->]; exfalso; apply N; reflexivity.
Qed.

Lemma above_joined x y p : NoDup (list_of p) -> above (joined x y) p = union (above x p) (above y p).
Proof. apply above_set_of. Qed.

Lemma contains_joined x y s : valid s -> contains (joined x y) s = contains x s || contains y s.
Proof.
  intros [P _]; unfold contains; rewrite above_joined by exact P; apply mem_union.
Qed.

(** ** One layer after the other *)

Lemma mem_through m x s t : valid s ->
  mem (through (amounts m) x (pieces s) t) (orientations s) =
  existsb (fun k => contains x (make s (t, k))) (amounts m).
Proof.
  intros V; apply valid_spec in V as [_ O].
  pose proof (twisted_balanced t _ O) as O1; pose proof (twisted_balanced t _ O1) as O2.
  unfold through, contains, make; cbn [fst snd].
  assert (Yes : forall k l, In k l -> forall A (a a' : A), (if in_dec Nat.eq_dec k l then a else a') = a).
  { intros k l I A a a'; destruct in_dec; tauto. }
  assert (No : forall k l, ~ In k l -> forall A (a a' : A), (if in_dec Nat.eq_dec k l then a else a') = a').
  { intros k l I A a a'; destruct in_dec; tauto. }
  destruct m; cbn [amounts existsb Nat.iter nat_rect turned pieces orientations].
  2: rewrite (No 2) by (simpl; intuition discriminate).
  all: rewrite !Yes by (simpl; tauto).
  all: repeat (rewrite (mem_pulled t) by assumption; rewrite ?mem_union); reflexivity.
Qed.

Lemma existsb_app {A} (f : A -> bool) u v : existsb f (u ++ v) = existsb f u || existsb f v.
Proof. induction u; simpl; [reflexivity|]; now rewrite IHu, orb_assoc. Qed.

Lemma existsb_map {A B} (f : B -> bool) (g : A -> B) l : existsb f (map g l) = existsb (fun x => f (g x)) l.
Proof. induction l; simpl; [reflexivity|]; now rewrite IHl. Qed.

Lemma contains_grown m seen x s : valid s ->
  contains (grown (amounts m) seen x) s =
  existsb (fun g => contains x (make s g)) (moves m) && negb (contains seen s).
Proof.
  intros V; unfold contains at 1, grown; rewrite above_set_of by apply V.
  destruct (full (above seen (pieces s))) eqn:F.
  - unfold contains at 2; rewrite (mem_full _ _ F), andb_false_r; reflexivity.
  - rewrite mem_diff; f_equal; rewrite !mem_union, !mem_through by assumption.
    unfold moves, list_prod.
    now rewrite !existsb_app, !existsb_map, orb_false_r.
Qed.

Lemma length_explored ways more seen x : length (explored ways more seen x) = S more.
Proof. revert seen x; induction more as [|more IH]; intros; simpl; auto. Qed.

Lemma explored_next m more : forall seen x k s, k < more -> valid s ->
  in_layer (explored (amounts m) more seen x) (S k) s =
  existsb (fun g => in_layer (explored (amounts m) more seen x) k (make s g)) (moves m) &&
  negb (contains seen s || existsb (fun j => in_layer (explored (amounts m) more seen x) j s) (seq 1 k)).
Proof.
  induction more as [|more IH]; intros seen x k s K V; [lia|].
  assert (Head : forall seen x, nth 0 (explored (amounts m) more seen x) Nothing = x) by now destruct more.
  cbn [explored]; pose proof (fun s V => contains_grown m seen x s V) as Next.
  set (next := grown (amounts m) seen x) in *; clearbody next.
  destruct k as [|k]; unfold in_layer in *; cbn [nth].
  - rewrite Head, Next by exact V; cbn [seq existsb]; now rewrite orb_false_r.
  - rewrite (IH (joined seen next) next k s ltac:(lia) V); f_equal; f_equal.
    rewrite contains_joined by exact V; rewrite <- orb_assoc; f_equal.
    cbn [seq existsb nth]; rewrite Head; f_equal.
    now rewrite <- (seq_shift _ 1), existsb_map.
Qed.

Lemma in_complete ls s : complete ls = true -> valid s ->
  existsb (fun k => in_layer ls k s) (seq 0 (length ls)) = true.
Proof.
  intros C [P _]; unfold complete in C; rewrite forallb_forall in C.
  specialize (C (pieces s) (proj2 (in_placings _) P)).
  apply (mem_full _ (orientations s)) in C.
  unfold in_layer, contains; revert C; induction ls as [|x ls IH]; [discriminate|].
  cbn [fold_right]; rewrite mem_union; cbn [length seq existsb nth].
  rewrite <- seq_shift, existsb_map; cbn [nth].
  destruct (mem (above x (pieces s)) (orientations s)); cbn [orb]; auto.
Qed.

(** ** Counting *)

Lemma count_level {A X} (f : A -> N) (t : three A) (test : X -> bool) (g : orientation -> list X) :
  (forall o, f (at_ o t) = N.of_nat (length (filter test (g o)))) ->
  total f t = N.of_nat (length (filter test (flat_map g all_orientations))).
Proof.
  intros E; pose proof (E O1) as E1; pose proof (E O2) as E2; pose proof (E O3) as E3.
  destruct t as [a1 a2 a3]; cbn [at_ total flat_map all_orientations] in *.
  rewrite app_nil_r, !filter_app, !app_length, !Nat2N.inj_add, E1, E2, E3; apply eq_sym, N.add_assoc.
Qed.

Definition by_branches : list (seven orientation) :=
  flat_map (fun o1 => flat_map (fun o2 => flat_map (fun o3 =>
  flat_map (fun o4 => flat_map (fun o5 => map (fun o6 =>
    Seven o1 o2 o3 o4 o5 o6 (last_of o1 o2 o3 o4 o5 o6))
  all_orientations) all_orientations) all_orientations)
  all_orientations) all_orientations) all_orientations.

Lemma count_by_branches x : count x = N.of_nat (length (filter (mem x) by_branches)).
Proof.
  destruct x as [t|]; [|reflexivity].
  unfold count, by_branches.
  do 5 (apply count_level; intro).
  cbn [map all_orientations filter mem].
  destruct (at_ _ _); reflexivity.
Qed.

Lemma in_all_orientations o : In o all_orientations.
Proof. destruct o; simpl; tauto. Qed.

Lemma in_by_branches o : In o by_branches <-> balanced o.
Proof.
  unfold by_branches; destruct o as [o1 o2 o3 o4 o5 o6 o7]; cbn [balanced]; split.
  - intros I; repeat (apply in_flat_map in I as (? & _ & I)); apply in_map_iff in I as (? & [=] & _).
    congruence.
  - intros ->; repeat (apply in_flat_map; eexists; split; [apply in_all_orientations|]).
    apply in_map_iff; eexists; split; [reflexivity | apply in_all_orientations].
Qed.

Lemma length_by_branches : length by_branches = 729.
Proof. reflexivity. Qed.

Lemma length_filter_permutation {A} (f : A -> bool) u v :
  Permutation u v -> length (filter f u) = length (filter f v).
Proof.
  induction 1 as [|x u v _ IH|x y u|u v w _ IH _ IH']; simpl; try congruence.
  - destruct (f x); simpl; congruence.
  - destruct (f x), (f y); reflexivity.
Qed.

Transparent twistings below.
Lemma length_twistings : length twistings = 729.
Proof. unfold twistings, below; now rewrite !map_length, seq_length. Qed.
Opaque twistings below.

Lemma count_spec x : count x = N.of_nat (length (filter (mem x) twistings)).
Proof.
  rewrite count_by_branches; f_equal; apply length_filter_permutation, Permutation_sym, NoDup_Permutation_bis.
  - apply NoDup_twistings.
  - rewrite length_twistings, length_by_branches; apply le_n.
  - intros o I; now apply in_by_branches, in_twistings.
Qed.

Lemma length_filter_product test ps ts :
  N.of_nat (length (filter test (flat_map (fun p => map (State p) ts) ps))) =
  fold_right (fun p n => (N.of_nat (length (filter (fun o => test (State p o)) ts)) + n)%N) 0%N ps.
Proof.
  induction ps as [|p ps IH]; cbn [flat_map fold_right]; [reflexivity|].
  rewrite filter_app, app_length, Nat2N.inj_add, IH; f_equal; f_equal.
  clear; induction ts as [|o ts IH]; simpl; [reflexivity|]; destruct (test _); simpl; congruence.
Qed.

Transparent states.
Lemma counted_spec x : counted x = N.of_nat (length (filter (contains x) states)).
Proof.
  unfold states; rewrite length_filter_product.
  unfold counted; induction placings as [|p ps IH]; cbn [fold_right]; [reflexivity|].
  now rewrite IH, count_spec.
Qed.
Opaque states.

(** ** The layers are those of the puzzle *)

Lemma first_explored ways n seen x : nth 0 (explored ways n seen x) Nothing = x.
Proof. now destruct n. Qed.

Theorem layers_layered m n : complete (layers (amounts m) n) = true ->
  layered make (moves m) is_home valid n (in_layer (layers (amounts m) n)).
Proof.
  intros C; split.
  - intros s V; unfold in_layer, layers; rewrite first_explored; now apply contains_start.
  - intros s k V K; unfold layers; rewrite explored_next by assumption; f_equal; f_equal.
    cbn [seq existsb]; unfold in_layer at 2; now rewrite first_explored.
  - intros s V; rewrite <- (length_explored (amounts m) n start start); now apply in_complete.
Qed.
