(** A checker of refutations in LRUP: LRAT without RAT steps. It reads a proof line by line and keeps nothing
    but the clauses that are known, so a program can stream proofs of any length; the theorem is about the fold.

    A lemma, in which no literal occurs twice, comes with hints, names of clauses that are known. Suppose that
    all its literals are false. Each hint must be a clause whose literals are by now all false but for one, which
    is then supposed true; if none is left, that is the contradiction, and the lemma holds wherever the known
    clauses do. A proof ends with the lemma without literals.

    A proof may come in parts: each begins with literals that it supposes, and when it ends, one of them is
    false. This is a clause again, and from such clauses one goes on.

    Which clauses may stand in the formula is for [belongs] to say, clause by clause. *)

From Coq Require Import Bool FMapPositive List PArith.
From Cubeproof.refutation Require Import Clause.
Import ListNotations.

(** ** Lines and states *)

Definition name : Type := positive.
Definition store : Type := PositiveMap.t clause.

Inductive line : Type :=
| Given (n : name) (c : clause)                        (* a clause of the formula *)
| Learn (n : name) (c : clause) (hints : list name)    (* a lemma *)
| Forget (ns : list name)                              (* clauses that are needed no more *)
| Suppose (n : name) (l : literal)                     (* a part begins, or goes on to begin *)
| Conclude (n : name).                                 (* the part has ended *)

(** Why a line is refused. *)
Inductive fault : Type :=
| Does_not_belong
| Name_taken
| Not_there (n : name)
| Hint_open (n : name)
| No_contradiction
| Literal_twice
| After_the_end
| Inside_a_part
| No_part_ended.

(** [outside] is what was known when the part began. *)
Record knowledge : Type := {
  known : store;
  supposed : list literal;
  outside : store
}.

Inductive state : Type :=
| Open (k : knowledge)
| Closed (k : knowledge)          (* the empty clause follows from what is known *)
| Refused (why : fault).

Definition nothing : store := PositiveMap.empty clause.
Definition start : state := Open {| known := nothing; supposed := []; outside := nothing |}.

(** ** One lemma *)

(** The literals that are supposed false. Those of one variable may both be: then the lemma is true anyway. *)
Inductive mark : Type := Yes_false | No_false | Both_false.
Definition falsities : Type := PositiveMap.t mark.

Definition is_false (f : falsities) (l : literal) : bool :=
  match l with
  | Yes v => match PositiveMap.find v f with
             | Some Yes_false | Some Both_false => true
             | _ => false
             end
  | No v => match PositiveMap.find v f with
            | Some No_false | Some Both_false => true
            | _ => false
            end
  end.

Definition suppose_false (f : falsities) (l : literal) : falsities :=
  match l with
  | Yes v => match PositiveMap.find v f with
             | None => PositiveMap.add v Yes_false f
             | Some No_false => PositiveMap.add v Both_false f
             | _ => f
             end
  | No v => match PositiveMap.find v f with
            | None => PositiveMap.add v No_false f
            | Some Yes_false => PositiveMap.add v Both_false f
            | _ => f
            end
  end.

(** What is left of a clause when false literals are taken away. *)
Inductive remainder : Type := None_left | One_left (l : literal) | Two_left.

Fixpoint only (f : falsities) (l : literal) (c : clause) : remainder :=
  match c with
  | [] => One_left l
  | k :: rest => if is_false f k || literal_eqb k l then only f l rest else Two_left
  end.

Fixpoint left_of (f : falsities) (c : clause) : remainder :=
  match c with
  | [] => None_left
  | l :: rest => if is_false f l then left_of f rest else only f l rest
  end.

(** [None] where the hints lead to a contradiction. *)
Fixpoint propagate (s : store) (f : falsities) (hints : list name) : option fault :=
  match hints with
  | [] => Some No_contradiction
  | n :: rest =>
      match PositiveMap.find n s with
      | None => Some (Not_there n)
      | Some c => match left_of f c with
                  | None_left => None
                  | One_left l => propagate s (suppose_false f (opposite l)) rest
                  | Two_left => Some (Hint_open n)
                  end
      end
  end.

(** [None] where a literal occurs twice. *)
Fixpoint all_false_from (f : falsities) (c : clause) : option falsities :=
  match c with
  | [] => Some f
  | l :: rest => if is_false f l then None else all_false_from (suppose_false f l) rest
  end.

Definition all_false (c : clause) : option falsities := all_false_from (PositiveMap.empty mark) c.

Definition infer (s : store) (c : clause) (hints : list name) : option fault :=
  match all_false c with
  | None => Some Literal_twice
  | Some f => propagate s f hints
  end.

(** ** One line *)

Fixpoint forget (s : store) (ns : list name) : store + fault :=
  match ns with
  | [] => inl s
  | n :: rest => match PositiveMap.find n s with
                 | None => inr (Not_there n)
                 | Some _ => forget (PositiveMap.remove n s) rest
                 end
  end.

Definition knowing (k : knowledge) (s : store) : knowledge :=
  {| known := s; supposed := supposed k; outside := outside k |}.

Definition taken (s : store) (n : name) : bool := PositiveMap.mem n s.

Definition read (belongs : clause -> bool) (s : state) (l : line) : state :=
  match s, l with
  | Refused why, _ => Refused why
  | Open k, Given n c =>
      match supposed k with
      | _ :: _ => Refused Inside_a_part
      | [] => if taken (known k) n then Refused Name_taken
              else if belongs c then Open (knowing k (PositiveMap.add n c (known k)))
              else Refused Does_not_belong
      end
  | Open k, Learn n c hints =>
      if taken (known k) n then Refused Name_taken
      else match infer (known k) c hints with
           | Some why => Refused why
           | None => match c with
                     | [] => Closed k
                     | _ => Open (knowing k (PositiveMap.add n c (known k)))
                     end
           end
  | Open k, Forget ns =>
      match forget (known k) ns with
      | inl s => Open (knowing k s)
      | inr why => Refused why
      end
  | Open k, Suppose n l =>
      if taken (known k) n then Refused Name_taken
      else Open {| known := PositiveMap.add n [l] (known k);
                   supposed := l :: supposed k;
                   outside := match supposed k with [] => known k | _ => outside k end |}
  | Closed k, Conclude n =>
      match supposed k with
      | [] => Refused After_the_end
      | ls => if taken (outside k) n then Refused Name_taken
              else Open {| known := PositiveMap.add n (map opposite ls) (outside k);
                           supposed := [];
                           outside := nothing |}
      end
  | Open _, Conclude _ => Refused No_part_ended
  | Closed _, _ => Refused After_the_end
  end.

(** The proof has ended, and outside of any part. *)
Definition refutes (s : state) : bool :=
  match s with
  | Closed k => match supposed k with [] => true | _ => false end
  | _ => false
  end.

(** The clauses of the formula, as they were read. *)
Fixpoint given (ls : list line) : formula :=
  match ls with
  | [] => []
  | Given _ c :: rest => c :: given rest
  | _ :: rest => given rest
  end.

Definition run (belongs : clause -> bool) (ls : list line) : state := fold_left (read belongs) ls start.

(** ** Proofs, up to the two theorems at the end *)

Definition all_true (m : model) (s : store) : Prop :=
  forall n c, PositiveMap.find n s = Some c -> true_in m c.

Lemma nothing_all_true m : all_true m nothing.
Proof. intros n c H. unfold nothing in H. now rewrite PositiveMap.gempty in H. Qed.

Lemma add_all_true m s n c : all_true m s -> true_in m c -> all_true m (PositiveMap.add n c s).
Proof.
  intros Hs Hc k d. destruct (Pos.eq_dec k n) as [-> | Hne].
  - rewrite PositiveMap.gss. now intros [= <-].
  - rewrite PositiveMap.gso by assumption. apply Hs.
Qed.

Lemma remove_all_true m s n : all_true m s -> all_true m (PositiveMap.remove n s).
Proof.
  intros Hs k c. destruct (Pos.eq_dec k n) as [-> | Hne].
  - now rewrite PositiveMap.grs.
  - rewrite PositiveMap.gro by assumption. apply Hs.
Qed.

Lemma forget_all_true m ns : forall s s', forget s ns = inl s' -> all_true m s -> all_true m s'.
Proof.
  induction ns as [| n rest IH]; simpl; intros s s' H Hs.
  - now injection H as <-.
  - destruct (PositiveMap.find n s); [| discriminate].
    eapply IH; [exact H | now apply remove_all_true].
Qed.

(** *** Literals that are supposed false *)

Definition all_are_false (m : model) (f : falsities) : Prop :=
  forall l, is_false f l = true -> holds m l = false.

Lemma suppose_false_sound m f l :
  all_are_false m f -> holds m l = false -> all_are_false m (suppose_false f l).
Proof.
  intros Hf Hl k.
  assert (Hold : is_false f k = true -> holds m k = false) by apply Hf.
  destruct l as [v | v], k as [w | w]; simpl in *;
    (destruct (Pos.eq_dec w v) as [-> | Hne];
     destruct (PositiveMap.find v f) as [[] |] eqn:E;
     rewrite ?PositiveMap.gss, ?PositiveMap.gso, ?E in * by assumption;
     try assumption; try discriminate; intros _; auto).
Qed.

Lemma all_false_sound m c f : all_false c = Some f -> ~ true_in m c -> all_are_false m f.
Proof.
  unfold all_false.
  assert (Hnone : all_are_false m (PositiveMap.empty mark)).
  { intros [v | v]; simpl; now rewrite PositiveMap.gempty. }
  revert Hnone. generalize (PositiveMap.empty mark) as g.
  induction c as [| l c IH]; simpl; intros g Hg H Hc; [now injection H as <- |].
  destruct (is_false g l); [discriminate |]. rewrite true_in_cons in Hc.
  refine (IH _ _ H _); [| tauto]. apply suppose_false_sound; [assumption |]. destruct (holds m l); tauto.
Qed.

Lemma only_sound m f l c k :
  all_are_false m f -> only f l c = One_left k -> true_in m c \/ holds m l = true -> holds m k = true.
Proof.
  intros Hf. induction c as [| d c IH]; simpl.
  - intros [= <-] [H | H]; [now apply nothing_true in H | assumption].
  - destruct (is_false f d) eqn:E; simpl.
    + intros H [Hc | Hl]; apply IH; auto.
      apply true_in_cons in Hc as [Hd | Hc]; [| now left].
      apply Hf in E. congruence.
    + destruct (literal_eqb d l) eqn:Eq; [| discriminate].
      apply literal_eqb_eq in Eq as ->.
      intros H [Hc | Hl]; apply IH; auto.
      apply true_in_cons in Hc. tauto.
Qed.

Lemma only_not_empty f l c : only f l c <> None_left.
Proof.
  induction c as [| d c IH]; simpl; [discriminate |].
  now destruct (is_false f d || literal_eqb d l).
Qed.

Lemma none_left_sound m f c : all_are_false m f -> left_of f c = None_left -> ~ true_in m c.
Proof.
  intros Hf. induction c as [| l c IH]; simpl.
  - intros _. apply nothing_true.
  - destruct (is_false f l) eqn:E.
    + intros H Hc. apply true_in_cons in Hc as [Hl | Hc]; [| now apply IH].
      apply Hf in E. congruence.
    + intros H. now apply only_not_empty in H.
Qed.

Lemma one_left_sound m f c k :
  all_are_false m f -> left_of f c = One_left k -> true_in m c -> holds m k = true.
Proof.
  intros Hf. induction c as [| l c IH]; simpl; [discriminate |].
  rewrite true_in_cons. destruct (is_false f l) eqn:E.
  - intros H [Hl | Hc]; [| now apply IH]. apply Hf in E. congruence.
  - intros H Hc. eapply only_sound; [exact Hf | exact H | tauto].
Qed.

Lemma propagate_sound m s hints :
  all_true m s -> forall f, propagate s f hints = None -> ~ all_are_false m f.
Proof.
  intros Hs. induction hints as [| n rest IH]; simpl; intros f H Hf; [discriminate |].
  destruct (PositiveMap.find n s) as [c |] eqn:E; [| discriminate].
  apply Hs in E. destruct (left_of f c) as [| l |] eqn:L; [| | discriminate].
  - now apply (none_left_sound m f c).
  - apply (IH _ H). apply suppose_false_sound; [assumption |].
    now rewrite holds_opposite, (one_left_sound m f c l).
Qed.

Lemma learn_sound m s c hints :
  all_true m s -> infer s c hints = None -> true_in m c.
Proof.
  intros Hs H. unfold infer in H. destruct (all_false c) as [f |] eqn:F; [| discriminate].
  assert (D : forall c, true_in m c \/ ~ true_in m c).
  { clear. induction c as [| l c IH]; [right; apply nothing_true |].
    rewrite true_in_cons. destruct (holds m l), IH; auto.
    right. intros [? | ?]; [discriminate | tauto]. }
  destruct (D c) as [Hc | Hc]; [assumption |].
  exfalso. apply (propagate_sound m s hints Hs _ H). now apply (all_false_sound m c).
Qed.

(** *** What holds after every line *)

Definition all_hold (m : model) (ls : list literal) : Prop := Forall (fun l => holds m l = true) ls.

(** Of a formula [f], of which all clauses were read. *)
Definition right (f : formula) (s : state) : Prop :=
  match s with
  | Open k => forall m, satisfies m f ->
      all_true m (outside k) /\ (all_hold m (supposed k) -> all_true m (known k))
  | Closed k => forall m, satisfies m f -> all_true m (outside k) /\ ~ all_hold m (supposed k)
  | Refused _ => True
  end.

Lemma right_start : right [] start.
Proof. intros m _. split; intros; apply nothing_all_true. Qed.

Lemma not_all_hold m ls : ~ all_hold m ls -> true_in m (map opposite ls).
Proof.
  induction ls as [| l ls IH]; simpl; intros H.
  - destruct H. constructor.
  - rewrite true_in_cons, holds_opposite. destruct (holds m l) eqn:E; [right | now left].
    apply IH. intros Hls. apply H. now constructor.
Qed.

Lemma read_right belongs f s l : right f s -> right (f ++ given [l]) (read belongs s l).
Proof.
  intros R. destruct s as [k | k | why]; [| | now destruct l].
  - destruct l as [n c | n c hints | ns | n l | n]; simpl in *; rewrite ?app_nil_r.
    + destruct (supposed k) eqn:S; [| exact I].
      destruct (taken (known k) n); [exact I |].
      destruct (belongs c); [| exact I].
      intros m Hm. apply satisfies_app in Hm as [Hm Hc].
      destruct (R m Hm) as [Ho Hk]. split; [exact Ho |]. simpl. rewrite S. intros H.
      apply add_all_true; [now apply Hk | apply Hc; now left].
    + destruct (taken (known k) n); [exact I |].
      destruct (infer (known k) c hints) eqn:P; [exact I |].
      assert (L : forall m, all_true m (known k) -> true_in m c)
        by (intros m Hm; eapply learn_sound; eassumption).
      destruct c as [| l c]; intros m Hm; destruct (R m Hm) as [Ho Hk]; (split; [exact Ho |]).
      * intros H. apply (nothing_true m). now apply L, Hk.
      * simpl. intros H. apply add_all_true; [now apply Hk | now apply L, Hk].
    + destruct (forget (known k) ns) as [s' | why] eqn:F; [| exact I].
      intros m Hm. destruct (R m Hm) as [Ho Hk]. split; [exact Ho |].
      simpl. intros H. eapply forget_all_true; [exact F | now apply Hk].
    + destruct (taken (known k) n); [exact I |].
      intros m Hm. destruct (R m Hm) as [Ho Hk]. simpl. split.
      * destruct (supposed k) eqn:S; [apply Hk; constructor | exact Ho].
      * intros H. inversion H as [| ? ? Hl Hls]; subst.
        apply add_all_true; [now apply Hk | now apply true_in_head].
    + exact I.
  - destruct l as [n c | n c hints | ns | n l | n]; try exact I. simpl in *. rewrite ?app_nil_r.
    destruct (supposed k) as [| l ls] eqn:S; [exact I |].
    destruct (taken (outside k) n); [exact I |].
    intros m Hm. destruct (R m Hm) as [Ho Hk]. split; [apply nothing_all_true |]. intros _.
    apply add_all_true; [exact Ho |]. now apply (not_all_hold m (l :: ls)).
Qed.

Lemma given_app ls ks : given (ls ++ ks) = given ls ++ given ks.
Proof. induction ls as [| [] ls IH]; simpl; congruence. Qed.

Lemma run_right belongs ls : right (given ls) (run belongs ls).
Proof.
  unfold run. induction ls as [| l ls IH] using rev_ind; [exact right_start |].
  rewrite fold_left_app, given_app. simpl. now apply read_right.
Qed.

Lemma refused_stays belongs why ls : fold_left (read belongs) ls (Refused why) = Refused why.
Proof. induction ls; simpl; auto. Qed.

Lemma run_belongs belongs ls :
  (forall why, run belongs ls <> Refused why) -> Forall (fun c => belongs c = true) (given ls).
Proof.
  unfold run. generalize start as s. induction ls as [| l ls IH]; intros s H; [constructor |].
  simpl in H. specialize (IH _ H).
  destruct l as [n c | n c hints | ns | n l | n]; simpl; try exact IH.
  constructor; [| exact IH].
  destruct (belongs c) eqn:B; [reflexivity | exfalso].
  assert (E : exists why, read belongs s (Given n c) = Refused why).
  { destruct s as [k | k | why]; simpl; [| now eexists | now eexists].
    destruct (supposed k); [| now eexists].
    destruct (taken (known k) n); [now eexists |].
    rewrite B. now eexists. }
  destruct E as [why E]. rewrite E in H. now apply (H why), refused_stays.
Qed.

(** ** The theorems *)

(** The clauses that were read have no model, and each of them belongs. *)
Theorem refutation_is_sound belongs ls :
  refutes (run belongs ls) = true ->
  refuted (given ls) /\ Forall (fun c => belongs c = true) (given ls).
Proof.
  intros H.
  assert (R := run_right belongs ls). split.
  - intros m Hm. unfold refutes in H. destruct (run belongs ls) as [k | k | why]; try discriminate.
    destruct (supposed k) eqn:S; [| discriminate].
    destruct (R m Hm) as [_ N]. apply N. rewrite S. constructor.
  - apply run_belongs. intros why E. now rewrite E in H.
Qed.

(** So where all clauses that belong hold in some model, nothing is a refutation. *)
Corollary no_refutation_of_what_holds belongs m :
  (forall c, belongs c = true -> true_in m c) -> forall ls, refutes (run belongs ls) = false.
Proof.
  intros Hm ls. destruct (refutes (run belongs ls)) eqn:E; [exfalso | reflexivity].
  apply refutation_is_sound in E as [N B]. apply (N m). intros c Hc.
  apply Hm. rewrite Forall_forall in B. now apply B.
Qed.

(** ** Examples: (1 ∨ 2) ∧ (−1 ∨ 2) ∧ −2 is refuted by two lemmas; with a literal twice, or a hint less, it is not. *)

Definition some_clauses : list line :=
  [Given 1 [Yes 1; Yes 2]; Given 2 [No 1; Yes 2]; Given 3 [No 2]]%positive.

Example two_lemmas : refutes (run (fun _ => true) (some_clauses ++
  [Learn 4 [Yes 2] [1; 2]; Learn 5 [] [4; 3]]%positive)) = true.
Proof. reflexivity. Qed.

Example literal_twice : run (fun _ => true) (some_clauses ++ [Learn 4 [Yes 2; Yes 2] [1; 2]]%positive)
  = Refused Literal_twice.
Proof. reflexivity. Qed.

Example hint_missing : run (fun _ => true) (some_clauses ++ [Learn 4 [Yes 2] [1]]%positive)
  = Refused No_contradiction.
Proof. reflexivity. Qed.

Example clause_of_another_formula : run (fun c => match c with [_] => false | _ => true end) some_clauses
  = Refused Does_not_belong.
Proof. reflexivity. Qed.
