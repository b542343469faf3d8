(** * Fewer turns are enough

    People may turn any layers of a cube, and the cube as a whole. A formula speaks of fewer turns: those of
    the 2×2×2 that leave one corner alone, those of the 3×3×3 that leave the centres where they are; a slice
    turn is followed by the rotation that brings the centres back. Whatever a word of all turns does, a word
    of these does, that counts as much, and one of the 24 rotations after it. This is computed for each size
    and metric from the geometry alone.

    Who is to end with a 3×3×3 held just so may not turn the cube as a whole, for that would count nothing.
    There a formula may also speak of all turns that count one, wide ones and slices too, as they are. *)

From Coq Require Import Arith Bool List Lia.
From Cubeproof Require Import Geometry.
From Cubeproof.formula Require Import Lists.
Import ListNotations.

(** Everything that may be turned, as seen from any face: faces, slices, wide turns, and the whole cube. *)
Definition all_turns (size : nat) : list slab :=
  flat_map (fun f => flat_map (fun a => flat_map (fun b =>
    if a <=? b then map (Slab f a b) [1; 2; 3] else []) (seq 1 size)) (seq 1 size)) faces.

(** The corner of the 2×2×2 that no turn of a formula moves; in the sources, and in older certificates, that of U, L, F. *)
Inductive corner := DBL | ULF.

(** The turns of a formula, in its order: [R R2 R' ...], and for slices [M x], [M2 x2], [M' x'] ... *)
Definition generators (size : nat) (m : metric) (unmoved : corner) : list (list slab) :=
  let amounts := match m with qtm => [1; 3] | _ => [1; 2; 3] end in
  let turning fs := flat_map (fun f => map (fun q => [Slab f 1 1 q]) amounts) fs in
  let slice f g (back : bool) :=
    map (fun q => [Slab f 2 2 q; Slab g 1 3 (if back then 4 - q else q)]) amounts in
  match size, m with
  | 2, _ => turning match unmoved with DBL => [R; U; F] | ULF => [R; D; B] end
  | 3, stm => turning faces ++ slice L R false ++ slice D U false ++ slice F F true
  | _, _ => turning faces
  end.

Definition moves (size : nat) (m : metric) (unmoved : corner) : list permutation :=
  map (permutation_of size) (generators size m unmoved).

(** What may be turned where the cube is to be held just so at the end. *)
Definition layer_turns : list slab := filter (fun s => negb (turns_the_cube 3 s)) (all_turns 3).

(** The turns of a formula about that, in its order: [U U2 U' Uw Uw2 Uw' R ...], and [E], [M], [S] in [stm]. *)
Definition layer_generators (m : metric) : list (list slab) :=
  let amounts := match m with qtm => [1; 3] | _ => [1; 2; 3] end in
  let turning f a b := map (fun q => [Slab f a b q]) amounts in
  flat_map (fun f => turning f 1 1 ++ turning f 1 2) faces
  ++ match m with stm => flat_map (fun f => turning f 2 2) [D; L; F] | _ => [] end.

Definition layer_moves (m : metric) : list permutation := map (permutation_of 3) (layer_generators m).

(** Where what is in a place after some permutations was before. *)
Definition through (permutations : list permutation) (sticker : nat) : nat :=
  fold_right (fun p i => nth i p 0) sticker permutations.

Definition is_size (size : nat) : Prop := size = 2 \/ size = 3.

(** The main statement of this file: words of these turns are words of those permutations, which are as many as
    the turns count, and then one of these rotations. *)
Definition reduces (size : nat) (m : metric) (turns : list slab) (made turned : list permutation) : Prop :=
  forall word, Forall (fun s => In s turns) word ->
  exists permutations rotation,
    Forall (fun p => In p made) permutations /\ length permutations = word_cost size m word /\
    In rotation turned /\
    forall sticker, sticker < stickers size ->
      through (map (turn size) word) sticker = through permutations (nth sticker rotation 0).

(** ** Proof *)

(** Turns that count two or more, as words of turns that count one or nothing. *)
Definition outer_blocks (s : slab) : list slab :=
  let back q := match q with 1 => 3 | 3 => 1 | _ => q end in
  if first s =? 1 then [s]
  else [Slab (seen_from s) 1 (last s) (quarters s); Slab (seen_from s) 1 (first s - 1) (back (quarters s))].

Definition parts (size : nat) (m : metric) (s : slab) : list slab :=
  if cost size m s <=? 1 then [s]
  else
    let halves t := match m, quarters t with
                    | qtm, 2 => let once := Slab (seen_from t) (first t) (last t) 1 in [once; once]
                    | _, _ => [t]
                    end in
    if (first s =? 1) || (last s =? size) then halves s else flat_map halves (outer_blocks s).

Definition below (size : nat) (p : permutation) : bool := forallb (fun i => i <? stickers size) p.

Definition of_length (size : nat) (p : permutation) : bool := length p =? stickers size.

Section Computed.
Variables (size : nat) (m : metric) (turns : list slab) (made turned : list permutation).

(** Each turn is the word of its parts, which count as much together; each part counts at most 1. *)
Definition parts_make : bool :=
  forallb (fun s =>
    permutation_eqb (turn size s) (permutation_of size (parts size m s))
    && (word_cost size m (parts size m s) =? cost size m s)
    && forallb (fun t => (cost size m t <=? 1) && below size (turn size t) && of_length size (turn size t))
               (parts size m s)) turns.

(** A rotation and then such a turn is a generator, or nothing if it counts nothing, and then a rotation. *)
Definition carries : bool :=
  let one := flat_map (fun g => map (compose g) turned) made in
  forallb (fun s =>
    let t := turn size s in
    let ends := if cost size m s =? 0 then turned else one in
    forallb (fun r => let after := compose r t in any (permutation_eqb after) ends) turned)
  (flat_map (parts size m) turns).

Definition ranges : bool :=
  forallb (fun p => below size p && of_length size p) (turned ++ made)
  && any (permutation_eqb (identity size)) turned.

End Computed.

Lemma any_eqb p among : any (permutation_eqb p) among = true -> In p among.
Proof. rewrite any_spec. intros (q & there & equal). apply permutation_eqb_spec in equal. congruence. Qed.

Lemma through_app one other sticker : through (one ++ other) sticker = through one (through other sticker).
Proof. apply fold_right_app. Qed.

Lemma nth_compose p q sticker : sticker < length q -> nth sticker (compose p q) 0 = nth (nth sticker q 0) p 0.
Proof.
  intros short. unfold compose, gather. erewrite nth_indep by now rewrite map_length.
  rewrite (map_nth (fun place => nth place p 0) q 0). reflexivity.
Qed.

Section Reduction.
Variables (size : nat) (m : metric) (turns : list slab) (made turned : list permutation).
Hypotheses (H1 : parts_make size m turns = true) (H2 : carries size m turns made turned = true)
           (H3 : ranges size made turned = true).

Let n := stickers size.

Definition fine (p : permutation) : Prop := length p = n /\ forall i, i < n -> nth i p 0 < n.

Lemma below_spec p : below size p && of_length size p = true -> fine p.
Proof.
  unfold below, of_length. rewrite andb_true_iff, forallb_forall, Nat.eqb_eq. intros [all long].
  split; [assumption|]. intros i short. apply Nat.ltb_lt, all, nth_In. unfold n in *. lia.
Qed.

Lemma fine_known p : In p (turned ++ made) -> fine p.
Proof.
  intros listed. pose proof H3 as H. unfold ranges in H. apply andb_true_iff in H as [H _].
  rewrite forallb_forall in H. now apply below_spec, H.
Qed.

Lemma cheap_part s t : In s turns -> In t (parts size m s) -> cost size m t <= 1.
Proof.
  intros listed part. pose proof H1 as H. unfold parts_make in H. rewrite forallb_forall in H.
  specialize (H s listed). rewrite !andb_true_iff in H. destruct H as [_ H]. rewrite forallb_forall in H.
  specialize (H t part). rewrite !andb_true_iff, Nat.leb_le in H. tauto.
Qed.

Lemma fine_part s t : In s turns -> In t (parts size m s) -> fine (turn size t).
Proof.
  intros listed part. pose proof H1 as H. unfold parts_make in H. rewrite forallb_forall in H.
  specialize (H s listed). rewrite !andb_true_iff in H. destruct H as [_ H]. rewrite forallb_forall in H.
  specialize (H t part). rewrite <- andb_assoc in H. apply andb_true_iff in H as [_ H]. now apply below_spec.
Qed.

Lemma nth_identity i : i < n -> nth i (identity size) 0 = i.
Proof. intros short. unfold identity. now rewrite seq_nth. Qed.

Lemma permutation_of_through word : Forall (fun s => fine (turn size s)) word ->
  forall i, i < n -> nth i (permutation_of size word) 0 = through (map (turn size) word) i /\
                     through (map (turn size) word) i < n.
Proof.
  unfold permutation_of. intros all.
  assert (forall start, length start = n -> forall i, i < n ->
    nth i (fold_left (fun p s => compose p (turn size s)) word start) 0 =
    nth (through (map (turn size) word) i) start 0 /\ through (map (turn size) word) i < n) as H.
  { induction all as [|s word good all IH]; intros start long i short; [now split|].
    cbn [fold_left map]. change (through (turn size s :: map (turn size) word) i)
      with (nth (through (map (turn size) word) i) (turn size s) 0).
    destruct good as [long' good].
    destruct (IH (compose start (turn size s))) with (i := i) as [E small];
      [unfold compose, gather; now rewrite map_length|assumption|].
    split; [|now apply good]. rewrite E. apply nth_compose. now rewrite long'. }
  intros i short. destruct (H (identity size)) with (i := i) as [E small];
    [unfold identity; now rewrite seq_length|assumption|]. split; [|assumption]. rewrite E.
    now apply nth_identity.
Qed.

(** One turn after a rotation. *)
Lemma one_part s t r : In s turns -> In t (parts size m s) -> In r turned ->
  exists permutations r', Forall (fun p => In p made) permutations /\
    length permutations = cost size m t /\ In r' turned /\
    forall i, i < n -> nth (nth i (turn size t) 0) r 0 = through permutations (nth i r' 0).
Proof.
  intros listed part rotation. pose proof H2 as H. unfold carries in H. rewrite forallb_forall in H.
  specialize (H t ltac:(apply in_flat_map; eauto)). cbv zeta in H. rewrite forallb_forall in H.
  specialize (H r rotation). apply any_eqb in H.
  destruct (fine_part s t listed part) as [long small].
  assert (forall i, i < n -> nth (nth i (turn size t) 0) r 0 = nth i (compose r (turn size t)) 0) as E
    by (intros i short; symmetry; apply nth_compose; now rewrite long).
  pose proof (cheap_part s t listed part) as cheap. destruct (cost size m t =? 0) eqn:C.
  { apply Nat.eqb_eq in C. exists [], (compose r (turn size t)).
    repeat split; [constructor|cbn; lia|assumption|exact E]. }
  apply Nat.eqb_neq in C. apply in_flat_map in H as (g & move & H).
  apply in_map_iff in H as (r' & same & there).
  exists [g], r'. repeat split; [now repeat constructor|cbn; lia|assumption|].
  intros i short. rewrite E, <- same by assumption. cbn. apply nth_compose.
  destruct (fine_known r' ltac:(apply in_app_iff; auto)) as [long' _]. now rewrite long'.
Qed.

Definition is_part (t : slab) : Prop := exists s, In s turns /\ In t (parts size m s).

Lemma fine_through permutations i : Forall fine permutations -> i < n -> through permutations i < n.
Proof. intros all short. induction all as [|p rest [_ small] all IH]; cbn; auto. Qed.

(** Whole words of parts, after a rotation. *)
Lemma word_of_parts word : Forall is_part word -> exists permutations r,
  Forall (fun p => In p made) permutations /\ length permutations = word_cost size m word /\
  In r turned /\
  forall i, i < n -> through (map (turn size) word) i = through permutations (nth i r 0).
Proof.
  induction word as [|t word IH] using rev_ind; intros all.
  - exists [], (identity size). split; [constructor|]. split; [reflexivity|]. split.
    + pose proof H3 as H. unfold ranges in H. apply andb_true_iff in H as [_ H]. now apply any_eqb.
    + intros i short. cbn. now rewrite nth_identity.
  - apply Forall_app in all as [all last]. inversion last as [|? ? [s [listed part]] _]; subst.
    destruct (IH all) as (permutations & r & of_moves & short_enough & rotation & equal).
    destruct (one_part s t r listed part rotation)
      as (more & r' & of_moves' & short_enough' & rotation' & equal').
    exists (permutations ++ more), r'. repeat split.
    + now apply Forall_app.
    + unfold word_cost in *. rewrite map_app, list_sum_app, app_length.
      change (list_sum (map (cost size m) [t])) with (cost size m t + 0). lia.
    + assumption.
    + intros i short. rewrite map_app, !through_app. cbn [map].
      destruct (fine_part s t listed part) as [_ small].
      change (through [turn size t] i) with (nth i (turn size t) 0).
      rewrite equal by now apply small. now rewrite equal' by assumption.
Qed.

Lemma parts_of_word word : Forall (fun s => In s turns) word ->
  let smaller := flat_map (parts size m) word in
  Forall is_part smaller /\ word_cost size m smaller = word_cost size m word /\
  forall i, i < n -> through (map (turn size) word) i = through (map (turn size) smaller) i.
Proof.
  cbn zeta. intros all. induction all as [|s word listed all (parts_all & cheap & equal)]; cbn [flat_map map].
  - split; [constructor|]. split; [reflexivity|auto].
  - pose proof H1 as H. unfold parts_make in H. rewrite forallb_forall in H. specialize (H s listed).
    rewrite !andb_true_iff, Nat.eqb_eq, permutation_eqb_spec in H. destruct H as [[same cost_of] _].
    assert (Forall (fun t => fine (turn size t)) (parts size m s)) as good
      by (apply Forall_forall; intros t part; eapply fine_part; eassumption).
    repeat split.
    + apply Forall_app. split; [|assumption]. apply Forall_forall. intros t part. now exists s.
    + unfold word_cost in *. rewrite map_app, list_sum_app.
      change (list_sum (map (cost size m) (s :: word)))
        with (cost size m s + list_sum (map (cost size m) word)). lia.
    + intros i short. rewrite map_app, through_app. cbn [map].
      change (through (turn size s :: map (turn size) word) i)
        with (nth (through (map (turn size) word) i) (turn size s) 0).
      rewrite equal, same by assumption. apply permutation_of_through; [assumption|].
      apply fine_through; [|assumption]. apply Forall_map, Forall_forall. intros t part.
      rewrite Forall_forall in parts_all. destruct (parts_all t part) as (s' & listed' & part').
      eapply fine_part; eassumption.
Qed.

Lemma reduces_when_computed : reduces size m turns made turned.
Proof.
  intros word all. destruct (parts_of_word word all) as (parts_all & cheap & equal).
  destruct (word_of_parts _ parts_all) as (permutations & r & of_moves & short & rotation & equal').
  exists permutations, r. repeat split; [assumption|lia|assumption|].
  intros i below_n. now rewrite equal, equal'.
Qed.

End Reduction.

Theorem fewer_turns_are_enough : forall size m unmoved, is_size size ->
  reduces size m (all_turns size) (moves size m unmoved) (rotations size).
Proof.
  intros size m unmoved [->| ->]; destruct m, unmoved; apply reduces_when_computed; vm_cast_no_check (eq_refl true).
Qed.

(** Held just so: nothing is left to be turned at the end. *)
Theorem layers_are_enough : forall m, reduces 3 m layer_turns (layer_moves m) [identity 3].
Proof. intros []; apply reduces_when_computed; vm_cast_no_check (eq_refl true). Qed.
