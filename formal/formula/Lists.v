(** * Tests of lists that stop when all is settled

    They are [forallb] and [existsb]; but where Coq evaluates, both sides of [&&] and [||] are evaluated
    first. *)

From Coq Require Import Bool List.

Section Lists.
Context {A : Type} (test : A -> bool).

Fixpoint every (l : list A) : bool :=
  match l with
  | nil => true
  | x :: rest => if test x then every rest else false
  end.

Fixpoint any (l : list A) : bool :=
  match l with
  | nil => false
  | x :: rest => if test x then true else any rest
  end.

Lemma every_spec l : every l = true <-> forall x, In x l -> test x = true.
Proof.
  rewrite <- forallb_forall. replace (every l) with (forallb test l); [reflexivity|].
  induction l as [|x rest IH]; cbn; [reflexivity|]. rewrite IH. now destruct (test x).
Qed.

Lemma any_spec l : any l = true <-> exists x, In x l /\ test x = true.
Proof.
  rewrite <- existsb_exists. replace (any l) with (existsb test l); [reflexivity|].
  induction l as [|x rest IH]; cbn; [reflexivity|]. rewrite IH. now destruct (test x).
Qed.

End Lists.
