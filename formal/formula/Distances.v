(** * How far some things are from some places, all others left out

    A table has a number for every tuple of places that can be reached from a tuple, its roots. That every
    action leads from its tuples to its tuples and changes the number by at most one, and that it is 0 at the
    roots, is checked, entry by entry; so it is never more than the distance, whoever made it, and what it
    does not have is out of reach. The tables are made breadth-first.

    A table serves for many roots: rotations of the whole puzzle turn actions into actions, a thing may be
    followed by any of its stickers, and their order does not matter. *)

From Coq Require Import Arith Bool List PArith FMapPositive Lia.
Import ListNotations.

Definition place : Type := positive.
Definition action : Type := positive.

(** ** Maps from tuples of places *)

Inductive trie (A : Type) :=
| Leaf (a : A)
| Node (below : PositiveMap.t (trie A)).
Arguments Leaf {A}. Arguments Node {A}.

Section Tries.
Context {A : Type}.

Definition nowhere : trie A := Node (PositiveMap.empty _).

Fixpoint lookup (x : list place) (t : trie A) : option A :=
  match x, t with
  | [], Leaf a => Some a
  | p :: rest, Node below => match PositiveMap.find p below with Some t' => lookup rest t' | None => None end
  | _, _ => None
  end.

Fixpoint enter (x : list place) (a : A) (t : trie A) : trie A :=
  match x with
  | [] => Leaf a
  | p :: rest =>
      let below := match t with Node below => below | Leaf _ => PositiveMap.empty _ end in
      let t' := match PositiveMap.find p below with Some t' => t' | None => nowhere end in
      Node (PositiveMap.add p (enter rest a t') below)
  end.

(** Whether a test is passed by all entries, which are tuples of [n] places; [before] are those on the way. *)
Fixpoint all_entries (test : list place -> A -> bool) (n : nat) (before : list place) (t : trie A) : bool :=
  match n, t with
  | 0, Leaf a => test (rev before) a
  | S n, Node below =>
      forallb (fun '(p, t') => all_entries test n (p :: before) t') (PositiveMap.elements below)
  | _, _ => false
  end.

Lemma lookup_nowhere x : lookup x nowhere = None.
Proof. destruct x; cbn; [reflexivity|]. now rewrite PositiveMap.gempty. Qed.

Lemma lookup_enter y a x b t : lookup x (enter y a t) = Some b -> x = y /\ b = a \/ lookup x t = Some b.
Proof.
  revert x t. induction y as [|q y IH]; intros [|p x] t; cbn; try discriminate.
  - intros [= ->]. auto.
  - destruct (Pos.eq_dec p q) as [->|other].
    + rewrite PositiveMap.gss. intros H. apply IH in H as [[-> ->]|H]; [auto|]. right.
      destruct t as [|below]; [now rewrite PositiveMap.gempty, lookup_nowhere in H|].
      destruct (PositiveMap.find q below); [assumption|]. now rewrite lookup_nowhere in H.
    + rewrite PositiveMap.gso by assumption. destruct t; [now rewrite PositiveMap.gempty|auto].
Qed.

Lemma all_entries_spec test x : forall n before t a, all_entries test n before t = true ->
  lookup x t = Some a -> test (rev before ++ x) a = true.
Proof.
  induction x as [|p x IH]; intros [|n] before [b|below] a; cbn; try discriminate.
  - intros H [= ->]. now rewrite app_nil_r.
  - intros all there. destruct (PositiveMap.find p below) as [t'|] eqn:E; [|discriminate].
    rewrite forallb_forall in all. apply PositiveMap.elements_correct in E. specialize (all _ E). cbn in all.
    specialize (IH _ _ _ _ all there). cbn in IH. now rewrite <- app_assoc in IH.
Qed.

End Tries.

(** ** Tables *)

Section Tables.
Variable actions : list action.
Variable from : action -> place -> place.

Definition table : Type := trie nat.

(** More than any formula has steps. *)
Definition farthest : nat := 100.

Definition depth (t : table) (x : list place) : nat :=
  match lookup x t with Some d => d | None => farthest end.

(** No action leads more than one nearer. *)
Definition nearer_by_one (t : table) : Prop :=
  forall x a, In a actions -> depth t x <= S (depth t (map (from a) x)).

(** The actions as maps of places, which are found once. *)
Definition steps : list (place -> place) := map from actions.

Definition checked (steps : list (place -> place)) (n : nat) (t : table) : bool :=
  all_entries (fun x d => forallb (fun step => match lookup (map step x) t with
                                            | Some d' => d <=? S d'
                                            | None => false
                                            end) steps) n [] t.

(** Actions can be taken back. *)
Hypothesis undone : forall a, In a actions -> exists b, In b actions /\ forall p, from b (from a p) = p.

Lemma checked_spec n t : checked steps n t = true -> nearer_by_one t.
Proof.
  intros all x a listed. unfold depth. destruct (lookup x t) as [d|] eqn:E.
  - apply (all_entries_spec _ _ _ _ _ _ all) in E. cbn in E. rewrite forallb_forall in E.
    specialize (E (from a) (in_map _ _ _ listed)).
    destruct (lookup (map (from a) x) t); [now apply Nat.leb_le|discriminate].
  - destruct (lookup (map (from a) x) t) as [d|] eqn:there; [exfalso|lia].
    destruct (undone a listed) as (b & listed' & back).
    apply (all_entries_spec _ _ _ _ _ _ all) in there. cbn in there. rewrite forallb_forall in there.
    specialize (there (from b) (in_map _ _ _ listed')).
    rewrite map_map, (map_ext _ (fun p => p) back), map_id, E in there. discriminate.
Qed.

(** Breadth-first from a tuple, at most [fuel] actions far. *)
Definition visit (d : nat) (seen : list (list place) * table) (y : list place) : list (list place) * table :=
  match lookup y (snd seen) with
  | Some _ => seen
  | None => (y :: fst seen, enter y d (snd seen))
  end.

Fixpoint explore (steps : list (place -> place)) (fuel d : nat) (frontier : list (list place)) (t : table)
  : table :=
  match fuel, frontier with
  | S fuel, _ :: _ =>
      let '(next, t') :=
        fold_left (fun seen x => fold_left (fun seen step => visit d seen (map step x)) steps seen)
                  frontier ([], t) in
      explore steps fuel (S d) next t'
  | _, _ => t
  end.

Definition explored (steps : list (place -> place)) (roots : list place) : table :=
  explore steps farthest 1 [roots] (enter roots 0 nowhere).

(** ** Tables for many roots *)

(** Rotations of the whole puzzle, and maps to other stickers of the same thing. *)
Variables rotations in_place : list (place -> place).

(** A map of tuples that turns every action into another. *)
Definition turns_actions (f : list place -> list place) : Prop :=
  forall a, In a actions -> exists b, In b actions /\ forall x, map (from b) (f x) = f (map (from a) x).

Hypothesis rotations_turn : forall rotation, In rotation rotations -> forall a, In a actions ->
  exists b, In b actions /\ forall p, from b (rotation p) = rotation (from a p).
Hypothesis in_place_stays : forall f, In f in_place -> forall a, In a actions ->
  forall p, from a (f p) = f (from a p).

(** To the smallest sticker of the same thing. *)
Fixpoint to_smallest (these : list (place -> place)) (p : place) : place -> place :=
  match these with
  | [] => fun p => p
  | f :: rest => let g := to_smallest rest p in if (f p <? g p)%positive then f else g
  end.

Fixpoint each (fs : list (place -> place)) (x : list place) : list place :=
  match fs, x with
  | f :: fs, p :: x => f p :: each fs x
  | _, _ => []
  end.

(** Tuples in another order. *)
Definition pick (order : list nat) (x : list place) : list place :=
  flat_map (fun i => match nth_error x i with Some p => [p] | None => [] end) order.

Fixpoint insert (one : place * nat) (sorted : list (place * nat)) : list (place * nat) :=
  match sorted with
  | [] => [one]
  | other :: rest => if (fst one <=? fst other)%positive then one :: sorted else other :: insert one rest
  end.

Definition ordering (x : list place) : list nat :=
  map snd (fold_right insert [] (combine x (seq 0 (length x)))).

(** A rotation, then the smallest stickers, then in order: which map of tuples that is for some roots. *)
Definition normal_map (roots : list place) (rotation : place -> place) : list place -> list place :=
  let turned := map rotation roots in
  let smallest := map (to_smallest in_place) turned in
  let order := ordering (each smallest turned) in
  fun x => pick order (each smallest (map rotation x)).

Record entry := { mapped : list place -> list place; known : table }.

Record store := { entries : trie entry; tables : trie table }.

(** Tuples of all lengths are kept in one map. *)
Definition key (roots : list place) : list place := Pos.of_succ_nat (length roots) :: roots.

Definition empty_store : store := {| entries := nowhere; tables := nowhere |}.

Definition noted (roots : list place) (e : entry) (s : store) : store :=
  if depth (known e) (mapped e roots) =? 0
  then {| entries := enter (key roots) e (entries s); tables := tables s |}
  else s.

(** A table that serves for these roots, if there is one. *)
Fixpoint found (roots : list place) (among : trie table) (these : list (place -> place)) : option entry :=
  match these with
  | [] => None
  | rotation :: rest =>
      let f := normal_map roots rotation in
      match lookup (key (f roots)) among with
      | Some t => Some {| mapped := f; known := t |}
      | None => found roots among rest
      end
  end.

Definition add (steps : list (place -> place)) (s : store) (roots : list place) : store :=
  match found roots (tables s) rotations with
  | Some e => noted roots e s
  | None =>
      let f := match rotations with [] => fun x => x | rotation :: _ => normal_map roots rotation end in
      let t := explored steps (f roots) in
      if checked steps (length roots) t
      then noted roots {| mapped := f; known := t |}
             {| entries := entries s; tables := enter (key (f roots)) t (tables s) |}
      else s
  end.

Definition stored (all_roots : list (list place)) : store := fold_left (add steps) all_roots empty_store.

(** No fewer actions lead from the one tuple to the other; 0 where nothing is known. *)
Definition distance_in (s : store) (roots x : list place) : nat :=
  match lookup (key roots) (entries s) with
  | Some e => depth (known e) (mapped e x)
  | None => 0
  end.

(** ** Proof that they are right *)

Lemma to_smallest_listed these p : In (to_smallest these p) these \/ to_smallest these p = fun p => p.
Proof.
  induction these as [|f rest IH]; cbn; [auto|].
  destruct (f p <? to_smallest rest p p)%positive; [auto|]. destruct IH; auto.
Qed.

Lemma map_pick f order x : map f (pick order x) = pick order (map f x).
Proof.
  unfold pick. induction order as [|i order IH]; cbn; [reflexivity|]. rewrite map_app, IH, nth_error_map.
  now destruct (nth_error x i).
Qed.

Lemma map_each one other fs x : (forall f, In f fs -> forall p, other (f p) = f (one p)) ->
  map other (each fs x) = each fs (map one x).
Proof.
  intros all. revert x. induction fs as [|f fs IH]; intros [|p x]; cbn; try reflexivity.
  rewrite all by now left. f_equal. apply IH. intros g there. apply all. now right.
Qed.

Lemma normal_map_turns roots rotation : In rotation rotations -> turns_actions (normal_map roots rotation).
Proof.
  intros listed a action. destruct (rotations_turn rotation listed a action) as (b & action' & same).
  exists b. split; [assumption|]. intros x. unfold normal_map. rewrite map_pick. f_equal.
  rewrite (map_each (from b)).
  - rewrite !map_map. f_equal. apply map_ext. intros p. apply same.
  - intros f there p. apply in_map_iff in there as (p' & <- & _).
    destruct (to_smallest_listed in_place p') as [known|known]; [now apply in_place_stays|now rewrite known].
Qed.

Record right_store (s : store) : Prop := {
  right_entries : forall roots e, lookup (key roots) (entries s) = Some e ->
    depth (known e) (mapped e roots) = 0 /\ nearer_by_one (known e) /\ turns_actions (mapped e);
  right_tables : forall roots t, lookup roots (tables s) = Some t -> nearer_by_one t
}.

Lemma noted_right roots e s : right_store s -> nearer_by_one (known e) -> turns_actions (mapped e) ->
  right_store (noted roots e s).
Proof.
  intros [Re Rt] near turns. unfold noted. destruct (_ =? 0) eqn:E; [|now split]. apply Nat.eqb_eq in E.
  split; [|assumption]. intros x e' H. cbn [entries] in H. apply lookup_enter in H as [[same ->]|H]; [|auto].
  injection same as _ ->. auto.
Qed.

Lemma found_right roots among these e : found roots among these = Some e ->
  (exists rotation, In rotation these /\ mapped e = normal_map roots rotation) /\
  exists x, lookup x among = Some (known e).
Proof.
  induction these as [|rotation rest IH]; [discriminate|]. cbn [found].
  destruct (lookup (key (normal_map roots rotation roots)) among) as [t|] eqn:E.
  - intros [= <-]. split; [|eauto]. exists rotation. split; [now left|reflexivity].
  - intros H. destruct (IH H) as [(other & there & same) known_too]. split; [|assumption].
    exists other. split; [now right|assumption].
Qed.

Lemma add_right s roots : right_store s -> right_store (add steps s roots).
Proof.
  intros R. unfold add. destruct (found roots (tables s) rotations) as [e|] eqn:E.
  - apply found_right in E as [(rotation & listed & same) [x there]].
    apply noted_right; [assumption|now apply (right_tables s R x)|rewrite same; now apply normal_map_turns].
  - clear E. set (f := match rotations with [] => _ | _ => _ end).
    assert (turns_actions f) as turned.
    { subst f. destruct rotations as [|rotation rest] eqn:E; [intros a listed; now exists a|].
      rewrite <- E in *. apply normal_map_turns. rewrite E. now left. }
    cbv zeta. destruct (checked steps (length roots) (explored steps (f roots))) eqn:C; [|assumption].
    apply checked_spec in C. apply noted_right; [|assumption|assumption].
    destruct R as [Re Rt]. split; [assumption|]. intros x t H. cbn [tables] in H.
    apply lookup_enter in H as [[_ ->]|H]; eauto.
Qed.

Lemma stored_right all_roots : right_store (stored all_roots).
Proof.
  unfold stored. assert (right_store empty_store) as R.
  { split; cbn [entries tables empty_store]; intros ? ?; now rewrite lookup_nowhere. }
  revert R. generalize empty_store. induction all_roots as [|roots rest IH]; cbn; intros s R; [assumption|].
  now apply IH, add_right.
Qed.

Theorem distance_at_roots s roots : right_store s -> distance_in s roots roots = 0.
Proof.
  intros R. unfold distance_in. destruct (lookup (key roots) (entries s)) as [e|] eqn:E; [|reflexivity].
  now apply (right_entries s R).
Qed.

Theorem distance_nearer_by_one s roots x a : right_store s -> In a actions ->
  distance_in s roots x <= S (distance_in s roots (map (from a) x)).
Proof.
  intros R listed. unfold distance_in. destruct (lookup (key roots) (entries s)) as [e|] eqn:E; [|lia].
  apply (right_entries s R) in E as (_ & near & turns). destruct (turns a listed) as (b & there & same).
  specialize (near (mapped e x) b there). now rewrite same in near.
Qed.

End Tables.
