(** Any puzzle with moves: what a distance is, how to recognise one, and how to walk home by it.

    A state that we call valid is turned by a list of moves until it is a goal. A function [d] that three
    local conditions hold for ([measures]) is the exact distance; whoever knows only [d s mod 3] for every
    state still walks home in [d s] moves, and no word is shorter. Nothing here needs finitely many states:
    the list of moves is finite, and that is enough. *)

From Coq Require Import Arith Bool List Lia.
Import ListNotations.

(** * What is said *)

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
Theorem descend_solves residue s limit :
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
Theorem exact_distance s : valid s -> is_distance turn moves goal s (d s).
Proof using C M.
  intros V; split.
  - exists (descend turn moves goal (fun s => d s mod 3) (d s) s); apply descend_solves; auto.
  - intros word W; apply no_shorter_word; auto.
    + apply M.
    + intros; apply M; auto.
Qed.

(** So the word of the descent is a shortest one. *)
Theorem descend_shortest residue s limit word :
  (forall s, valid s -> residue s = d s mod 3) -> valid s -> d s <= limit -> solves word s ->
  length (descend turn moves goal residue limit s) <= length word.
Proof using C M.
  intros R V L W; destruct (descend_solves residue s limit R V L) as [_ ->].
  apply exact_distance; auto.
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

(** A distance is one number. *)
Lemma is_distance_unique s m n :
  is_distance turn moves goal s m -> is_distance turn moves goal s n -> m = n.
Proof.
  intros [(u & U & <-) A] [(v & V & <-) B].
  specialize (A v V); specialize (B u U); lia.
Qed.

End Proofs.
