(** Any puzzle with moves: what a distance is, how to recognise one, and how to walk home by it.

    A state that we call valid is turned by a list of moves until it is a goal. A function [d] that three
    local conditions hold for ([measures]) is the exact distance; whoever knows only [d s mod 3] for every
    state still walks home in [d s] moves, and no word is shorter. Nothing here needs finitely many states:
    the list of moves is finite, and that is enough. *)

From Coq Require Import Arith Bool List Lia.
Import ListNotations.

(** * Statements *)

Section Words.

Context {State Move : Type} (turn : State -> Move -> State).

(** The state after a word of moves, the first move first. *)
Definition run (s : State) (word : list Move) : State := fold_left turn word s.

Context (moves : list Move) (goal : State -> bool).

(** A word of allowed moves that ends at a goal. *)
Definition solves (word : list Move) (s : State) : Prop :=
  (forall g, In g word -> In g moves) /\ goal (run s word) = true.

(** Some word of [n] moves solves the state, and no shorter one does. *)
Definition is_distance (s : State) (n : nat) : Prop :=
  (exists word, solves word s /\ length word = n) /\
  (forall word, solves word s -> n <= length word).

(** Go to the first neighbour whose residue is one less modulo 3, until the goal or for at most [limit] moves.
    It sees nothing of the distances but [residue]. *)
Fixpoint descend (residue : State -> nat) (limit : nat) (s : State) : list Move :=
  match limit with
  | 0 => []
  | S limit =>
      if goal s then []
      else match find (fun g => residue (turn s g) =? (residue s + 2) mod 3) moves with
           | Some g => g :: descend residue limit (turn s g)
           | None => []
           end
  end.

Context (valid : State -> Prop).

(** Moves lead from valid states to valid states. *)
Definition closed : Prop := forall s g, valid s -> In g moves -> valid (turn s g).

(** What can be checked state by state, and makes [d] the distance. *)
Record measures (d : State -> nat) : Prop := {
  zero_at_goal : forall s, valid s -> goal s = true -> d s = 0;
  one_apart : forall s g, valid s -> In g moves -> d s <= d (turn s g) + 1 /\ d (turn s g) <= d s + 1;
  one_nearer : forall s, valid s -> goal s = false -> exists g, In g moves /\ d s = d (turn s g) + 1
}.

(** The same as a test of one state. *)
Definition measured_at (d : State -> nat) (s : State) : bool :=
  let here := d s in
  let there := map (fun g => d (turn s g)) moves in
  forallb (fun n => (here <=? n + 1) && (n <=? here + 1)) there &&
  (if goal s then here =? 0 else existsb (fun n => here =? n + 1) there).

(** A puzzle explored breadth-first, layer after layer up to the [n]th: each is what leads into the one before
    and is in none before, and together they are everything. *)
Record layered (n : nat) (layer : nat -> State -> bool) : Prop := {
  first_layer : forall s, valid s -> layer 0 s = goal s;
  next_layer : forall s k, valid s -> k < n ->
    layer (S k) s = existsb (fun g => layer k (turn s g)) moves &&
                    negb (existsb (fun j => layer j s) (seq 0 (S k)));
  last_layer : forall s, valid s -> existsb (fun k => layer k s) (seq 0 (S n)) = true
}.

(** The number of the first layer that a state is in. *)
Definition depth (n : nat) (layer : nat -> State -> bool) (s : State) : nat :=
  match find (fun k => layer k s) (seq 0 (S n)) with Some k => k | None => 0 end.

(** Whatever a move does, a move undoes. *)
Definition undone : Prop :=
  forall s g, valid s -> In g moves -> exists h, In h moves /\ turn (turn s g) h = s.

End Words.

(** * Proofs *)

Section Proofs.

Context {State Move : Type} (turn : State -> Move -> State) (moves : list Move) (goal : State -> bool).
Context (valid : State -> Prop).

Notation run := (run turn).
Notation solves := (solves turn moves goal).
Notation closed := (closed turn moves valid).
Notation measures := (measures turn moves goal valid).

Lemma run_app s u v : run s (u ++ v) = run (run s u) v.
Proof. apply fold_left_app. Qed.

Lemma run_valid s word : closed -> valid s -> (forall g, In g word -> In g moves) -> valid (run s word).
Proof.
  intros C; revert s; induction word as [|g word IH]; simpl; intros s V W; auto.
Qed.

Lemma solves_nil s : goal s = true -> solves [] s.
Proof. split; simpl; tauto. Qed.

Lemma solves_cons g word s : In g moves -> solves word (turn s g) -> solves (g :: word) s.
Proof.
  intros G [W E]; split; [|exact E].
  intros h [<-|H]; auto.
Qed.

(** Whatever a word does, a word undoes. *)
Lemma run_undone : closed -> undone turn moves valid -> forall word s,
  valid s -> (forall g, In g word -> In g moves) ->
  exists back, (forall g, In g back -> In g moves) /\ run (run s word) back = s.
Proof.
  intros C U; induction word as [|g word IH]; intros s V W.
  - exists []; split; [intros ? [] | reflexivity].
  - assert (G : In g moves) by (apply W; now left).
    destruct (IH (turn s g)) as (back & B & E); [now apply C | intros; apply W; now right|].
    destruct (U s g V G) as (h & H & E').
    exists (back ++ [h]); split.
    + intros k K; apply in_app_iff in K as [K | [<- | []]]; auto.
    + rewrite run_app; simpl; simpl in E; now rewrite E.
Qed.

(** ** Lower bounds: here it is enough that a move comes nearer by at most one *)

Lemma nearer_by_at_most_length d :
  closed ->
  (forall s g, valid s -> In g moves -> d s <= d (turn s g) + 1) ->
  forall word s, valid s -> (forall g, In g word -> In g moves) -> d s <= d (run s word) + length word.
Proof.
  intros C L; induction word as [|g word IH]; simpl; intros s V W; [lia|].
  specialize (L s g V (W g (or_introl eq_refl))).
  assert (d (turn s g) <= d (run (turn s g) word) + length word) by auto; lia.
Qed.

(** The same the other way round: how far a word can lead away. *)
Lemma farther_by_at_most_length d :
  closed ->
  (forall s g, valid s -> In g moves -> d (turn s g) <= d s + 1) ->
  forall word s, valid s -> (forall g, In g word -> In g moves) -> d (run s word) <= d s + length word.
Proof.
  intros C L; induction word as [|g word IH]; simpl; intros s V W; [lia|].
  specialize (L s g V (W g (or_introl eq_refl))).
  assert (d (run (turn s g) word) <= d (turn s g) + length word) by auto; lia.
Qed.

Theorem no_shorter_word d :
  closed ->
  (forall s, valid s -> goal s = true -> d s = 0) ->
  (forall s g, valid s -> In g moves -> d s <= d (turn s g) + 1) ->
  forall s word, valid s -> solves word s -> d s <= length word.
Proof.
  intros C Z L s word V [W E].
  assert (d (run s word) = 0) by auto using run_valid.
  assert (d s <= d (run s word) + length word) by auto using nearer_by_at_most_length; lia.
Qed.

(** ** The distance *)

Section Measured.

Context (d : State -> nat) (C : closed) (M : measures d).

Lemma goal_at_zero s : valid s -> d s = 0 -> goal s = true.
Proof using M.
  intros V Z; destruct (goal s) eqn:G; [reflexivity|].
  destruct (one_nearer _ _ _ _ _ M s V G) as (g & _ & E); lia.
Qed.

(** Residues tell nearer neighbours from all others. *)
Lemma residue_nearer s g :
  valid s -> In g moves -> d s <> 0 ->
  d (turn s g) mod 3 = (d s mod 3 + 2) mod 3 <-> d s = d (turn s g) + 1.
Proof using M.
  intros V G Z.
  destruct (one_apart _ _ _ _ _ M s g V G) as [A B].
  rewrite Nat.add_mod_idemp_l by lia.
  split.
  - intros E; pose proof (Nat.div_mod (d s + 2) 3); pose proof (Nat.div_mod (d (turn s g)) 3); lia.
  - intros ->; replace (d (turn s g) + 1 + 2) with (d (turn s g) + 1 * 3) by lia.
    symmetry; apply Nat.mod_add; lia.
Qed.

(** Descending by residues solves a state in exactly as many moves as its distance. *)
Lemma descent residue s limit :
  (forall s, valid s -> residue s = d s mod 3) -> valid s -> d s <= limit ->
  solves (descend turn moves goal residue limit s) s /\
  length (descend turn moves goal residue limit s) = d s.
Proof using C M.
  intros R; revert s; induction limit as [|limit IH]; simpl; intros s V L.
  - split; [|lia]; apply solves_nil, goal_at_zero; auto; lia.
  - destruct (goal s) eqn:G.
    + rewrite (zero_at_goal _ _ _ _ _ M s V G); auto using solves_nil.
    + destruct (one_nearer _ _ _ _ _ M s V G) as (n & N & En).
      destruct (find _ moves) as [g|] eqn:F.
      * apply find_some in F as [H E]; apply Nat.eqb_eq in E.
        rewrite !R in E by auto.
        apply residue_nearer in E; auto; [|lia].
        destruct (IH (turn s g)) as [S' E']; auto; [lia|].
        split; [apply solves_cons; auto | simpl; lia].
      * pose proof (find_none _ _ F n N) as X; apply Nat.eqb_neq in X; exfalso; apply X.
        rewrite !R by auto; apply residue_nearer; auto; lia.
Qed.

(** [d] is the exact distance. *)
Lemma measured_distance s : valid s -> is_distance turn moves goal s (d s).
Proof using C M.
  intros V; split.
  - exists (descend turn moves goal (fun s => d s mod 3) (d s) s); apply descent; auto.
  - intros word W; apply no_shorter_word; auto.
    + apply M.
    + intros; apply M; auto.
Qed.

(** So the word of the descent is a shortest one. *)
Theorem descend_shortest residue s limit word :
  (forall s, valid s -> residue s = d s mod 3) -> valid s -> d s <= limit -> solves word s ->
  length (descend turn moves goal residue limit s) <= length word.
Proof using C M.
  intros R V L W; destruct (descent residue s limit R V L) as [_ ->].
  apply measured_distance; auto.
Qed.

End Measured.

Lemma measured_everywhere d :
  (forall s, valid s -> measured_at turn moves goal d s = true) -> measures d.
Proof.
  intros A; split.
  - intros s V G; apply A in V; unfold measured_at in V; rewrite G in V.
    apply andb_prop in V as [_ V]; apply Nat.eqb_eq; exact V.
  - intros s g V G; apply A in V; unfold measured_at in V.
    apply andb_prop in V as [V _]; rewrite forallb_forall in V.
    specialize (V _ (in_map _ _ _ G)); apply andb_prop in V as [X Y].
    apply Nat.leb_le in X, Y; auto.
  - intros s V G; apply A in V; unfold measured_at in V; rewrite G in V.
    apply andb_prop in V as [_ V]; apply existsb_exists in V as (n & N & E).
    apply in_map_iff in N as (g & <- & H); apply Nat.eqb_eq in E; eauto.
Qed.

(** ** The layers of a breadth-first search *)

Section Layered.

Context (n : nat) (layer : nat -> State -> bool) (C : closed) (L : layered turn moves goal valid n layer).

Lemma find_first {A} (f : A -> bool) l x :
  List.find f l = Some x <-> exists u v, l = u ++ x :: v /\ f x = true /\ existsb f u = false.
Proof.
  split.
  - induction l as [|y l IH]; simpl; [discriminate|].
    destruct (f y) eqn:F; intros E.
    + injection E as ->; exists [], l; auto.
    + destruct (IH E) as (u & v & -> & X & U).
      exists (y :: u), v; simpl; rewrite F; auto.
  - intros (u & v & -> & X & U); induction u as [|y u IH]; simpl in *.
    + now rewrite X.
    + apply orb_false_iff in U as [-> U]; auto.
Qed.

Lemma depth_spec s : valid s ->
  depth n layer s <= n /\ layer (depth n layer s) s = true /\
  forall j, layer j s = true -> depth n layer s <= j.
Proof using L.
  intros V; unfold depth.
  pose proof (last_layer _ _ _ _ _ _ L s V) as E.
  destruct (List.find _ _) as [k|] eqn:F.
  - destruct (proj1 (find_first _ _ _) F) as (u & v & Q & K & U).
    assert (H : In k (seq 0 (S n))) by (rewrite Q; apply in_elt).
    apply in_seq in H.
    assert (Hu : u = seq 0 k).
    { pose proof (f_equal (fun l => nth (length u) l 0) Q) as X; cbv beta in X.
      assert (length u < S n).
      { apply (f_equal (@length nat)) in Q; rewrite seq_length, app_length in Q; simpl in Q; lia. }
      rewrite seq_nth, nth_middle in X by lia; simpl in X; subst k.
      apply (f_equal (firstn (length u))) in Q.
      rewrite firstn_app, firstn_all, Nat.sub_diag, firstn_O, app_nil_r in Q.
      rewrite <- Q at 1; replace (S n) with (length u + (S n - length u)) by lia.
      rewrite seq_app, firstn_app, seq_length, Nat.sub_diag, firstn_O, app_nil_r.
      apply firstn_all2; rewrite seq_length; lia. }
    split; [lia|]; split; [exact K|].
    intros j J; destruct (le_lt_dec k j) as [|B]; [assumption|exfalso].
    subst u; apply not_true_iff_false in U; apply U, existsb_exists.
    exists j; split; [apply in_seq; lia | exact J].
  - exfalso; apply existsb_exists in E as (k & K & E).
    pose proof (find_none _ _ F k K); congruence.
Qed.

Lemma depth_zero s : valid s -> goal s = true -> depth n layer s = 0.
Proof using L.
  intros V G; destruct (depth_spec s V) as (_ & _ & M).
  specialize (M 0); rewrite (first_layer _ _ _ _ _ _ L s V) in M; specialize (M G); lia.
Qed.

Lemma depth_nearer s g : valid s -> In g moves -> depth n layer s <= depth n layer (turn s g) + 1.
Proof using C L.
  intros V G.
  destruct (depth_spec s V) as (A & B & M).
  destruct (depth_spec (turn s g) (C s g V G)) as (A' & B' & _).
  destruct (le_lt_dec n (depth n layer (turn s g))) as [|K]; [lia|].
  pose proof (next_layer _ _ _ _ _ _ L s _ V K) as E.
  destruct (existsb (fun j => layer j s) (seq 0 (S (depth n layer (turn s g))))) eqn:X.
  - apply existsb_exists in X as (j & J & X); apply in_seq in J; specialize (M j X); lia.
  - rewrite andb_true_r in E.
    replace (depth n layer (turn s g) + 1) with (S (depth n layer (turn s g))) by lia.
    apply M; rewrite E; apply existsb_exists; eauto.
Qed.

Theorem layered_measures : undone turn moves valid -> measures (depth n layer).
Proof using C L.
  intros U; split.
  - apply depth_zero.
  - intros s g V G; split; [apply depth_nearer; auto|].
    destruct (U s g V G) as (h & H & E).
    rewrite <- E at 2; apply depth_nearer; auto.
  - intros s V G.
    destruct (depth_spec s V) as (A & B & M).
    destruct (depth n layer s) as [|k] eqn:D.
    + rewrite (first_layer _ _ _ _ _ _ L s V) in B; congruence.
    + pose proof B as E; rewrite (next_layer _ _ _ _ _ _ L s k V A) in E.
      apply andb_prop in E as [E _]; apply existsb_exists in E as (g & H & E).
      exists g; split; [exact H|].
      destruct (depth_spec (turn s g) (C s g V H)) as (_ & _ & M').
      specialize (M' k E); pose proof (depth_nearer s g V H); lia.
Qed.

(** A state is in one layer only. *)
Lemma layer_at_depth s k : valid s -> k <= n -> layer k s = (depth n layer s =? k).
Proof using L.
  intros V K; destruct (depth_spec s V) as (A & B & M).
  destruct (Nat.eqb_spec (depth n layer s) k) as [<-|N]; [exact B|].
  apply not_true_iff_false; intros X.
  pose proof (M k X); destruct k as [|k]; [lia|].
  rewrite (next_layer _ _ _ _ _ _ L s k V K) in X.
  apply andb_prop in X as [_ X]; apply negb_true_iff in X.
  apply not_true_iff_false in X; apply X, existsb_exists.
  exists (depth n layer s); split; [apply in_seq; lia | exact B].
Qed.

End Layered.

(** A distance is one number. *)
Lemma is_distance_unique s m n :
  is_distance turn moves goal s m -> is_distance turn moves goal s n -> m = n.
Proof.
  intros [(u & U & <-) A] [(v & V & <-) B].
  specialize (A v V); specialize (B u U); lia.
Qed.

End Proofs.

(** * The theorems *)

(** What measures a puzzle is the exact distance. *)
Theorem exact_distance {State Move} (turn : State -> Move -> State) moves goal valid d :
  closed turn moves valid -> measures turn moves goal valid d ->
  forall s, valid s -> is_distance turn moves goal s (d s).
Proof. exact (measured_distance turn moves goal valid d). Qed.

(** Descending by residues solves a state in exactly as many moves as its distance. *)
Theorem descend_solves {State Move} (turn : State -> Move -> State) moves goal valid d :
  closed turn moves valid -> measures turn moves goal valid d ->
  forall residue s limit, (forall s, valid s -> residue s = d s mod 3) -> valid s -> d s <= limit ->
  solves turn moves goal (descend turn moves goal residue limit s) s /\
  length (descend turn moves goal residue limit s) = d s.
Proof. exact (descent turn moves goal valid d). Qed.
