(** The 2×2×2 as people have it: 18 turns of faces, 24 ways to hold it, solved when each face has one colour.

    Nothing here speaks of a corner that stays. A cube is a list of 24 colours, turned by the slabs of
    [Geometry.v]. *)

From Coq Require Import Arith NArith Bool List Lia.
From Cubeproof Require Import Geometry Solved.
From Cubeproof Require Puzzle.
From Cubeproof.formula Require Reduction.
From Cubeproof.mini Require Import State Table GodsNumber Stickers.
Import ListNotations.

(** * Statements *)

(** Everything that may be turned: faces, and the whole cube, which counts nothing. *)
Definition all_turns : list slab := Reduction.all_turns 2.

(** The turns of a face that count 1: all 18, or the 12 quarter turns where half turns count 2. *)
Definition single_turns (m : metric) : list slab := filter (fun t => cost 2 m t =? 1) face_turns.
Definition quarter_turns : list slab := filter (fun t => negb (quarters t =? 2)) face_turns.

(** What turns make of the cube as it comes from the shop. *)
Definition scrambled (word : list slab) : colouring := after 2 word (solved_colours 2).

(** * Proofs, up to the theorems at the end *)

Definition slab_dec (t t' : slab) : {t = t'} + {t <> t'}.
Proof. repeat decide equality. Defined.

Lemma single_turns_htm : single_turns htm = face_turns.
Proof. vm_compute; reflexivity. Qed.

Lemma single_turns_qtm : single_turns qtm = quarter_turns.
Proof. vm_compute; reflexivity. Qed.

Lemma single_cost m answer :
  Forall (fun t => In t (single_turns m)) answer -> word_cost 2 m answer = length answer.
Proof.
  induction 1 as [|t word T _ IH]; [reflexivity|].
  apply filter_In in T as [_ T]; apply Nat.eqb_eq in T.
  unfold word_cost in *; cbn [map list_sum fold_right length] in *; rewrite T; unfold list_sum in IH; lia.
Qed.

(** ** Permutations *)

Lemma nth_gather p (c : colouring) i : i < length p -> nth i (gather U p c) U = nth (nth i p 0) c U.
Proof.
  intros I; unfold gather; rewrite (nth_indep _ _ ((fun place => nth place c U) 0)) by now rewrite map_length.
  apply (map_nth (fun place => nth place c U)).
Qed.

Lemma gather_compose c p q : forallb (fun i => i <? length p) q = true ->
  gather U q (gather U p c) = gather U (compose p q) c.
Proof.
  intros B; unfold compose; unfold gather at 1 3 4; rewrite map_map; apply map_ext_in; intros i I.
  rewrite forallb_forall in B; apply B, Nat.ltb_lt in I; now apply nth_gather.
Qed.

Lemma permutation_eqb_eq p q : permutation_eqb p q = true -> p = q.
Proof. unfold permutation_eqb; now destruct list_eq_dec. Qed.

Lemma length_turn t : length (turn 2 t) = 24.
Proof. unfold turn; now rewrite map_length. Qed.

Lemma length_after word c : length c = 24 -> length (after 2 word c) = 24.
Proof.
  revert c; induction word as [|t word IH]; intros c L; [exact L|].
  apply IH; unfold Geometry.turned, gather; now rewrite map_length, length_turn.
Qed.

Lemma length_colours s : length (colours s) = 24.
Proof. unfold colours; now rewrite map_length, seq_length. Qed.

Lemma turns_below : forallb (fun t => forallb (fun i => i <? 24) (turn 2 t)) all_turns = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma through_below word i : Forall (fun t => In t all_turns) word -> i < 24 ->
  Reduction.through (map (turn 2) word) i < 24.
Proof.
  intros W I; induction W as [|t word T _ IH]; [exact I|].
  change (Reduction.through _ _) with (nth (Reduction.through (map (turn 2) word) i) (turn 2 t) 0).
  pose proof (proj1 (forallb_forall _ _) turns_below t T) as B; cbv beta in B; rewrite forallb_forall in B.
  apply Nat.ltb_lt, B, nth_In; rewrite length_turn; exact IH.
Qed.

Lemma nth_after word c i : Forall (fun t => In t all_turns) word -> i < 24 ->
  nth i (after 2 word c) U = nth (Reduction.through (map (turn 2) word) i) c U.
Proof.
  intros W I; revert c; induction W as [|t word T W IH]; intros c; [reflexivity|].
  change (after 2 (t :: word) c) with (after 2 word (Geometry.turned 2 t c)); rewrite IH.
  unfold Geometry.turned; rewrite nth_gather; [reflexivity|].
  rewrite length_turn; now apply through_below.
Qed.

(** ** Holds *)

(** A cube held in another way is turned by another face. *)
Definition held_alike (g rotation t' : permutation) : bool :=
  permutation_eqb (compose rotation t') (compose g rotation)
  && forallb (fun i => i <? length rotation) t' && forallb (fun i => i <? length g) rotation.

Lemma held_alike_everywhere :
  (let rs := rotations 2 in
   forallb (fun m =>
     let ts := map (turn 2) (single_turns m) in
     forallb (fun g => let g := turn 2 (slab_of g) in
       forallb (fun rotation => existsb (held_alike g rotation) ts) rs) (moves m)) [htm; qtm; stm]) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma held m g rotation : In g (moves m) -> In rotation (rotations 2) ->
  exists t, In t (single_turns m) /\
    forall c, Geometry.turned 2 t (gather U rotation c) = gather U rotation (Geometry.turned 2 (slab_of g) c).
Proof.
  intros G R; pose proof held_alike_everywhere as H; cbv zeta in H.
  rewrite forallb_forall in H; specialize (H m ltac:(destruct m; simpl; tauto)).
  rewrite forallb_forall in H; specialize (H g G).
  rewrite forallb_forall in H; specialize (H rotation R).
  apply existsb_exists in H as (t' & T & H); apply in_map_iff in T as (t & <- & T).
  exists t; split; [exact T|]; intros c.
  apply andb_prop in H as [H B]; apply andb_prop in H as [E A]; apply permutation_eqb_eq in E.
  unfold Geometry.turned; rewrite !gather_compose by assumption; now rewrite E.
Qed.

(** What solves a state with a corner that stays solves the cube in any hold, with turns of other faces. *)
Lemma played m rotation gs : In rotation (rotations 2) -> (forall g, In g gs -> In g (moves m)) ->
  exists answer, Forall (fun t => In t (single_turns m)) answer /\ length answer = length gs /\
    forall s,
      after 2 answer (gather U rotation (colours s)) = gather U rotation (colours (Puzzle.run make s gs)).
Proof.
  intros R; induction gs as [|g gs IH]; intros G.
  - exists []; repeat split; constructor.
  - destruct IH as (answer & T & L & E); [intros; apply G; now right|].
    destruct (held m g rotation (G g (or_introl eq_refl)) R) as (t & T' & E').
    exists (t :: answer); split; [now constructor|]; split; [simpl; lia|]; intros s.
    change (after 2 (t :: answer) (gather U rotation (colours s)))
      with (after 2 answer (Geometry.turned 2 t (gather U rotation (colours s)))).
    rewrite E', <- (moves_agree m), E by (apply G; now left); reflexivity.
Qed.

Lemma moves_of_reduction m : map (fun g => turn 2 (slab_of g)) (moves m) = Reduction.moves 2 m Reduction.ULF.
Proof. destruct m; vm_compute; reflexivity. Qed.

Lemma listed_moves m permutations : Forall (fun p => In p (Reduction.moves 2 m Reduction.ULF)) permutations ->
  exists gs, (forall g, In g gs -> In g (moves m)) /\ permutations = map (turn 2) (map slab_of gs).
Proof.
  rewrite <- moves_of_reduction; induction 1 as [|p ps P _ (gs & G & ->)].
  - exists []; split; [intros ? [] | reflexivity].
  - apply in_map_iff in P as (g & <- & P); exists (g :: gs); split; [|reflexivity].
    intros h [<- | H]; auto.
Qed.

Lemma slabs_are_turns m g : In g (moves m) -> In (slab_of g) (single_turns m) /\ In (slab_of g) all_turns.
Proof.
  assert (H : forallb (fun m => forallb (fun g =>
      existsb (fun t => if slab_dec t (slab_of g) then true else false) (single_turns m) &&
      existsb (fun t => if slab_dec t (slab_of g) then true else false) all_turns)
      (moves m)) [htm; qtm; stm] = true)
    by (vm_compute; reflexivity).
  intros G; rewrite forallb_forall in H; specialize (H m ltac:(destruct m; simpl; tauto)).
  rewrite forallb_forall in H; specialize (H g G); apply andb_prop in H as [A B].
  apply existsb_exists in A as (t & A & E), B as (t' & B & E').
  destruct (slab_dec t) as [->|], (slab_dec t') as [->|]; try discriminate; auto.
Qed.

Lemma faces_are_turns word : Forall (fun t => In t face_turns) word -> Forall (fun t => In t all_turns) word.
Proof.
  assert (H : forallb (fun t =>
      existsb (fun t' => if slab_dec t' t then true else false) all_turns) face_turns = true)
    by (vm_compute; reflexivity).
  apply Forall_impl; intros t I; rewrite forallb_forall in H; specialize (H t I).
  apply existsb_exists in H as (t' & T & E); destruct slab_dec as [->|]; [exact T | discriminate].
Qed.

Lemma rotation_is_fine rotation : In rotation (rotations 2) ->
  length rotation = 24 /\ forall i, i < 24 -> nth i rotation 0 < 24.
Proof.
  assert (H : forallb (fun r => (length r =? 24) && forallb (fun k => k <? 24) r) (rotations 2) = true)
    by (vm_compute; reflexivity).
  intros R; rewrite forallb_forall in H; specialize (H rotation R); apply andb_prop in H as [L B].
  apply Nat.eqb_eq in L; split; [exact L|]; intros i I; rewrite forallb_forall in B.
  apply Nat.ltb_lt, B, nth_In; now rewrite L.
Qed.

(** Whatever a word of turns makes of a state, moves make of it that count no more, but for a hold. *)
Lemma followed m word : Forall (fun t => In t all_turns) word ->
  exists gs rotation, (forall g, In g gs -> In g (moves m)) /\ length gs <= word_cost 2 m word /\
    In rotation (rotations 2) /\
    forall s, after 2 word (colours s) = gather U rotation (colours (Puzzle.run make s gs)).
Proof.
  intros W; destruct (Reduction.fewer_turns_are_enough 2 m Reduction.ULF (or_introl eq_refl) word W)
    as (permutations & rotation & P & L & R & E).
  destruct (listed_moves m permutations P) as (gs & G & ->).
  exists gs, rotation; rewrite !map_length in L; split; [exact G|]; split; [lia|]; split; [exact R|].
  intros s; rewrite (words_agree m) by exact G.
  destruct (rotation_is_fine rotation R) as [Len Low].
  apply (nth_ext _ _ U U).
  - unfold gather; now rewrite map_length, Len, length_after by apply length_colours.
  - rewrite length_after by apply length_colours; intros i I.
    assert (W' : Forall (fun t => In t all_turns) (map slab_of gs)).
    { apply Forall_map, Forall_forall; intros g H; now apply (slabs_are_turns m), G. }
    rewrite nth_after, nth_gather, nth_after by (rewrite ?Len; auto).
    now rewrite E by exact I.
Qed.

(** A cube that is solved is solved in every hold. *)
Lemma rotations_compose one other : In one (rotations 2) -> In other (rotations 2) ->
  In (compose one other) (rotations 2).
Proof.
  assert (H : (let all := rotations 2 in forallb (fun r => forallb (fun r' =>
      existsb (permutation_eqb (compose r r')) all) all) all) = true) by (vm_cast_no_check (eq_refl true)).
  cbv zeta in H; intros R R'; rewrite forallb_forall in H; specialize (H one R); rewrite forallb_forall in H.
  specialize (H other R'); apply existsb_exists in H as (r & I & E); apply permutation_eqb_eq in E.
  now rewrite E.
Qed.

Lemma gather_rotations one other c : In one (rotations 2) -> In other (rotations 2) ->
  gather U other (gather U one c) = gather U (compose one other) c.
Proof.
  intros R R'; apply gather_compose; destruct (rotation_is_fine one R) as [-> _].
  destruct (rotation_is_fine other R') as [L B]; apply forallb_forall; intros i I.
  apply (In_nth _ _ 0) in I as (j & J & <-); apply Nat.ltb_lt, B; now rewrite <- L.
Qed.

Lemma solved_held rotation c : In rotation (rotations 2) -> solved 2 c -> solved 2 (gather U rotation c).
Proof.
  assert (Two : In 2 small) by (left; reflexivity).
  intros R S; apply solved_in_some_hold in S as (first & I & ->); [|exact Two].
  apply solved_in_some_hold; [exact Two|]; exists (compose first rotation).
  split; [now apply rotations_compose | now apply gather_rotations].
Qed.

Lemma gather_identity c : length c = 24 -> gather U (seq 0 24) c = c.
Proof.
  intros L; apply (nth_ext _ _ U U); unfold gather; rewrite map_length, seq_length; [now symmetry|].
  intros i I; rewrite (nth_indep _ _ ((fun place => nth place c U) 0)) by now rewrite map_length, seq_length.
  rewrite (map_nth (fun place => nth place c U)), seq_nth by exact I; reflexivity.
Qed.

Lemma held_back rotation : In rotation (rotations 2) ->
  exists back, In back (rotations 2) /\
    forall c, length c = 24 -> gather U back (gather U rotation c) = c.
Proof.
  assert (H : forallb (fun r => existsb (fun back => permutation_eqb (compose r back) (seq 0 24)
      && forallb (fun i => i <? length r) back) (rotations 2)) (rotations 2) = true)
    by (vm_compute; reflexivity).
  intros R; rewrite forallb_forall in H; specialize (H rotation R).
  apply existsb_exists in H as (back & K & H); apply andb_prop in H as [E B]; apply permutation_eqb_eq in E.
  exists back; split; [exact K|]; intros c L.
  rewrite gather_compose, E by exact B; now apply gather_identity.
Qed.

Lemma solved_is_home_held rotation s :
  In rotation (rotations 2) -> solved 2 (gather U rotation (colours s)) -> s = home.
Proof.
  intros R S; destruct (held_back rotation R) as (back & K & E).
  apply solved_is_home; rewrite <- (E (colours s)) by apply length_colours; now apply solved_held.
Qed.

Lemma after_app u v c : after 2 (u ++ v) c = after 2 v (after 2 u c).
Proof. apply fold_left_app. Qed.

(** A hold is reached by turning the whole cube, which counts nothing. *)
Lemma rotation_turned m rotation : In rotation (rotations 2) ->
  exists word, Forall (fun t => In t all_turns) word /\ word_cost 2 m word = 0 /\
    forall c, length c = 24 -> after 2 word c = gather U rotation c.
Proof.
  assert (W : forallb (fun word => forallb (fun t =>
      existsb (fun t' => if slab_dec t' t then true else false) all_turns) word && (word_cost 2 m word =? 0))
      (rotation_words 2) = true) by (destruct m; vm_compute; reflexivity).
  intros R; apply in_map_iff in R as (word & <- & I).
  rewrite forallb_forall in W; specialize (W word I); apply andb_prop in W as [W Z].
  exists word; split; [|split; [now apply Nat.eqb_eq|]].
  - apply Forall_forall; intros t T; rewrite forallb_forall in W; specialize (W t T).
    apply existsb_exists in W as (t' & T' & E); destruct slab_dec as [<-|]; [exact T' | discriminate].
  - clear W Z; intros c L; destruct I as [<- | I]; [symmetry; exact (gather_identity c L)|].
    clear L; revert word I; apply Forall_forall; repeat constructor; vm_compute; reflexivity.
Qed.

(** * The theorems *)

(** The table has the distance of every cube: what turns make of the shop's cube is some state in some hold,
    as many turns as its distance solve it, and nothing that counts less does. *)
Theorem distance_of_the_cube m scramble : Forall (fun t => In t all_turns) scramble ->
  exists s rotation, valid s /\ In rotation (rotations 2) /\
    scrambled scramble = gather U rotation (colours s) /\
    (exists answer, Forall (fun t => In t (single_turns m)) answer /\ length answer = distance m s /\
                    solved 2 (after 2 answer (scrambled scramble))) /\
    (forall answer, Forall (fun t => In t all_turns) answer ->
                    solved 2 (after 2 answer (scrambled scramble)) -> distance m s <= word_cost 2 m answer).
Proof.
  intros W; destruct (followed m scramble W) as (gs & rotation & G & _ & R & E).
  assert (V : valid (Puzzle.run make home gs)) by (apply (reached_valid m); eauto).
  exists (Puzzle.run make home gs), rotation; split; [exact V|]; split; [exact R|].
  unfold scrambled; rewrite <- home_colours, E; split; [reflexivity|].
  revert V; generalize (Puzzle.run make home gs); clear E G gs; intros s V.
  destruct (distance_exact m s V) as [(word & [A H] & D) Least]; split.
  - destruct (played m rotation word R A) as (answer & T & L & E').
    exists answer; split; [exact T|]; split; [now rewrite L|].
    rewrite E'; apply is_home_spec in H; rewrite H, home_colours.
    apply solved_in_every_hold; [simpl; tauto | exact R].
  - intros answer W' S; destruct (rotation_turned m rotation R) as (tilt & T & Z & Tilt).
    rewrite <- Tilt, <- after_app in S by apply length_colours.
    destruct (followed m (tilt ++ answer)) as (gs & rotation' & G & L & R' & E); [now apply Forall_app|].
    rewrite E in S; apply solved_is_home_held in S; [|exact R'].
    unfold word_cost in *; rewrite map_app, list_sum_app, Z in L.
    apply (Nat.le_trans _ (length gs)); [|lia].
    apply Least; split; [exact G | now apply is_home_spec].
Qed.

(** *God's number*: whatever turns have been made of the cube, some word of at most 11 turns gives six
    faces of one colour each (14 where only quarter turns count 1), and for some cube nothing that
    counts less does. *)
Theorem gods_number_of_the_cube m :
  (forall scramble, Forall (fun t => In t all_turns) scramble ->
   exists answer, Forall (fun t => In t (single_turns m)) answer /\ length answer <= gods_number m /\
                  solved 2 (after 2 answer (scrambled scramble))) /\
  (exists scramble, Forall (fun t => In t (single_turns m)) scramble /\
   forall answer, Forall (fun t => In t all_turns) answer ->
                  solved 2 (after 2 answer (scrambled scramble)) -> gods_number m <= word_cost 2 m answer).
Proof.
  unfold scrambled; rewrite <- home_colours; split.
  - intros scramble W; destruct (followed m scramble W) as (gs & rotation & G & _ & R & E); rewrite E.
    assert (V : valid (Puzzle.run make home gs)) by (apply (reached_valid m); eauto).
    destruct (proj1 (gods_number_exact m) _ V) as (word & [A H] & L).
    destruct (played m rotation word R A) as (answer & T & L' & E').
    exists answer; split; [exact T|]; split; [lia|].
    rewrite E'; apply is_home_spec in H; rewrite H, home_colours.
    apply solved_in_every_hold; [simpl; tauto | exact R].
  - destruct (proj2 (gods_number_exact m)) as (s & V & F).
    apply (reached_valid m) in V as (gs & G & <-).
    exists (map slab_of gs); split.
    + apply Forall_map, Forall_forall; intros g H; now apply (slabs_are_turns m), G.
    + intros answer W S; rewrite <- (words_agree m) in S by exact G.
      destruct (followed m answer W) as (gs' & rotation & G' & L & R & E); rewrite E in S.
      apply solved_is_home_held in S; [|exact R].
      rewrite <- L; apply F; split; [exact G' | now apply is_home_spec].
Qed.

(** In the usual words: 11 of the 18 turns are enough for any cube, and 10 are not. *)
Theorem eleven_turns :
  (forall scramble, Forall (fun t => In t face_turns) scramble ->
   exists answer, Forall (fun t => In t face_turns) answer /\ length answer <= 11 /\
                  solved 2 (after 2 answer (scrambled scramble))) /\
  (exists scramble, Forall (fun t => In t face_turns) scramble /\
   forall answer, Forall (fun t => In t face_turns) answer ->
                  solved 2 (after 2 answer (scrambled scramble)) -> 11 <= length answer).
Proof.
  destruct (gods_number_of_the_cube htm) as [A (scramble & T & B)]; rewrite single_turns_htm in A; split.
  - intros word W; apply A; now apply faces_are_turns.
  - exists scramble; split; [exact T|]; intros answer W S.
    rewrite <- (single_cost htm) by now rewrite single_turns_htm.
    apply B; [now apply faces_are_turns | exact S].
Qed.

(** 14 of the 12 quarter turns are enough for any cube, and 13 are not. *)
Theorem fourteen_quarter_turns :
  (forall scramble, Forall (fun t => In t quarter_turns) scramble ->
   exists answer, Forall (fun t => In t quarter_turns) answer /\ length answer <= 14 /\
                  solved 2 (after 2 answer (scrambled scramble))) /\
  (exists scramble, Forall (fun t => In t quarter_turns) scramble /\
   forall answer, Forall (fun t => In t quarter_turns) answer ->
                  solved 2 (after 2 answer (scrambled scramble)) -> 14 <= length answer).
Proof.
  destruct (gods_number_of_the_cube qtm) as [A (scramble & T & B)]; rewrite single_turns_qtm in *.
  assert (Q : forall word,
    Forall (fun t => In t quarter_turns) word -> Forall (fun t => In t all_turns) word).
  { intros word W; apply faces_are_turns; revert W; apply Forall_impl; intros t I; now apply filter_In in I. }
  split.
  - intros word W; apply A; auto.
  - exists scramble; split; [exact T|]; intros answer W S.
    rewrite <- (single_cost qtm) by now rewrite single_turns_qtm.
    apply B; auto.
Qed.
