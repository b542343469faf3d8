(** Formulas in conjunctive normal form, and what it means that one has no model.

    A variable is a positive number, as in a DIMACS file; [Yes 7] is written [7] there and [No 7] is [-7]. *)

From Coq Require Import Bool List PArith.
Import ListNotations.

Inductive literal : Type :=
| Yes (v : positive)
| No (v : positive).

Definition clause : Type := list literal.
Definition formula : Type := list clause.

(** A model says of every variable whether it is true. *)
Definition model : Type := positive -> bool.

Definition holds (m : model) (l : literal) : bool :=
  match l with
  | Yes v => m v
  | No v => negb (m v)
  end.

(** A clause is true if one of its literals is, a formula if all its clauses are. *)
Definition true_in (m : model) (c : clause) : Prop := exists l, In l c /\ holds m l = true.
Definition satisfies (m : model) (f : formula) : Prop := forall c, In c f -> true_in m c.
Definition refuted (f : formula) : Prop := forall m, ~ satisfies m f.

(** ** Opposite literals, and equality that can be computed *)

Definition opposite (l : literal) : literal :=
  match l with
  | Yes v => No v
  | No v => Yes v
  end.

Definition variable (l : literal) : positive :=
  match l with
  | Yes v | No v => v
  end.

Definition literal_eqb (a b : literal) : bool :=
  match a, b with
  | Yes v, Yes w | No v, No w => Pos.eqb v w
  | _, _ => false
  end.

Lemma holds_opposite m l : holds m (opposite l) = negb (holds m l).
Proof. destruct l; simpl; [reflexivity | now rewrite negb_involutive]. Qed.

Lemma opposite_opposite l : opposite (opposite l) = l.
Proof. now destruct l. Qed.

Lemma literal_eqb_eq a b : literal_eqb a b = true <-> a = b.
Proof.
  destruct a, b; simpl; rewrite ?Pos.eqb_eq; split; congruence.
Qed.

(** ** How true clauses are made *)

Lemma true_in_head m l c : holds m l = true -> true_in m (l :: c).
Proof. intros H. exists l. now split; [left |]. Qed.

Lemma true_in_tail m l c : true_in m c -> true_in m (l :: c).
Proof. intros (k & Hin & H). exists k. now split; [right |]. Qed.

Lemma true_in_cons m l c : true_in m (l :: c) <-> holds m l = true \/ true_in m c.
Proof.
  split.
  - intros (k & [-> | Hin] & H); [now left | right; now exists k].
  - intros [H | H]; [now apply true_in_head | now apply true_in_tail].
Qed.

Lemma nothing_true m : ~ true_in m [].
Proof. now intros (l & Hin & _). Qed.

Lemma true_in_app m c d : true_in m (c ++ d) <-> true_in m c \/ true_in m d.
Proof.
  induction c as [| l c IH]; simpl.
  - split; [now right | intros [H | H]; [now apply nothing_true in H | assumption]].
  - rewrite !true_in_cons, IH. tauto.
Qed.

(** "If all these literals hold, then that one does", as a clause. *)
Definition implies (conditions : list literal) (conclusion : clause) : clause :=
  map opposite conditions ++ conclusion.

Lemma implies_true m conditions conclusion :
  (Forall (fun l => holds m l = true) conditions -> true_in m conclusion) ->
  true_in m (implies conditions conclusion).
Proof.
  unfold implies. intros H. apply true_in_app.
  induction conditions as [| l rest IH]; simpl.
  - right. now apply H.
  - destruct (holds m l) eqn:E.
    + destruct IH as [IH | IH]; [intros A; apply H; now constructor | left | now right].
      now apply true_in_tail.
    + left. apply true_in_head. now rewrite holds_opposite, E.
Qed.

Lemma satisfies_cons m c f : satisfies m (c :: f) <-> true_in m c /\ satisfies m f.
Proof.
  split.
  - intros H. split; [now apply H; left | intros d Hd; now apply H; right].
  - intros [Hc Hf] d [<- | Hd]; auto.
Qed.

Lemma satisfies_app m f g : satisfies m (f ++ g) <-> satisfies m f /\ satisfies m g.
Proof.
  unfold satisfies. setoid_rewrite in_app_iff. firstorder.
Qed.
