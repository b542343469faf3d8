(** * A shortest answer

    What `cubeproof check --formal` says of a certificate that it accepts: the answer solves the cube, in whatever
    hold, and no word of turns that counts less does. Any turns of faces, slices, neighbouring layers and of the
    whole cube, which count nothing, are allowed in both. *)

From Coq Require Import Arith Bool List Lia.
From Cubeproof Require Import Geometry Solved.
From Cubeproof.refutation Require Import Lrup.
From Cubeproof.formula Require Import Reduction Certificate.
Import ListNotations.

Definition solves (size : nat) (colours : colouring) (word : list slab) : Prop :=
  Forall (fun s => In s (all_turns size)) word /\ solved size (after size word colours).

Definition shortest (size : nat) (m : metric) (colours : colouring) (word : list slab) : Prop :=
  solves size colours word /\
  forall other, solves size colours other -> word_cost size m word <= word_cost size m other.

(** The same of an answer, computed. *)
Definition slab_eqb (s t : slab) : bool :=
  face_eqb (seen_from s) (seen_from t) && (first s =? first t) && (last s =? last t) && (quarters s =? quarters t).

Definition is_answer (size : nat) (colours : colouring) (word : list slab) : bool :=
  ((size =? 2) || (size =? 3))
  && forallb (fun s => existsb (slab_eqb s) (all_turns size)) word
  && is_solved size (after size word colours).

(** ** Proofs, up to the theorems at the end *)

Lemma slab_eqb_eq s t : slab_eqb s t = true -> s = t.
Proof.
  destruct s, t. unfold slab_eqb. cbn. rewrite !andb_true_iff, !Nat.eqb_eq, face_eqb_spec.
  now intros [[[-> ->] ->] ->].
Qed.

Lemma is_answer_solves size colours word : is_answer size colours word = true -> solves size colours word.
Proof.
  unfold is_answer. rewrite !andb_true_iff, orb_true_iff, !Nat.eqb_eq. intros [[of_size turns] ends]. split.
  - apply Forall_forall. intros s listed. rewrite forallb_forall in turns. specialize (turns s listed).
    apply existsb_exists in turns as (t & there & equal). apply slab_eqb_eq in equal. congruence.
  - apply is_solved_spec; [unfold small; cbn; intuition | assumption].
Qed.

(** ** The theorems

    [q] is the question: whether the cube can be solved by turns that count [most q] or less. [a] and [lines] are
    what a certificate says, whatever that is. *)
Theorem answer_is_shortest q a belongs lines word :
  is_answer (layers_of_cube q) (colours q) word = true ->
  word_cost (layers_of_cube q) (counted q) word <= S (most q) ->
  test_for q a = Some belongs -> refutes (run belongs lines) = true ->
  shortest (layers_of_cube q) (counted q) (colours q) word.
Proof.
  intros answer cheap tested refuted. split; [now apply is_answer_solves |].
  intros other [turns ends].
  destruct (le_lt_dec (word_cost (layers_of_cube q) (counted q) other) (most q)) as [less | more]; [exfalso | lia].
  now apply (refutation_of_the_question q a belongs lines tested refuted other).
Qed.

(** Where the answer counts nothing there is nothing to refute. *)
Theorem no_turn_is_shortest size m colours word :
  is_answer size colours word = true -> word_cost size m word = 0 -> shortest size m colours word.
Proof. intros answer nothing. split; [now apply is_answer_solves | intros; lia]. Qed.

(** ** Examples *)

(** The inverse turn is an answer; the same turn again is not, and a turn that the cube does not have is not. *)
Example these_are_answers : let start := after 3 [Slab R 1 1 1] (solved_colours 3) in
  map (is_answer 3 start) [[Slab R 1 1 3]; [Slab L 1 2 3]; [Slab R 1 1 1]; [Slab R 1 1 7]]
  = [true; true; false; false].
Proof. vm_cast_no_check (eq_refl [true; true; false; false]). Qed.

(** Lists of colours that are no cube have no answer. *)
Example no_cube_no_answer :
  map (fun colours => is_answer 3 colours [])
      [[]; repeat U 54; solved_colours 2; map (fun i => six_faces D R F U L B (face_of 3 i)) (identity 3)]
  = [false; false; false; false].
Proof. vm_cast_no_check (eq_refl [false; false; false; false]). Qed.

Example empty_list_is_not_shortest : ~ shortest 3 htm [] [].
Proof. intros [[_ [pieces _]] _]. now apply as_many_stickers in pieces. Qed.
