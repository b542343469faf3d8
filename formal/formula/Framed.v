(** * Formulas about puzzles of permutations, clause by clause

    A puzzle has places, and things in them; an action brings to the place [p] what was in the place
    [from a p] before. A formula of the encoding [framed], or of a plainer one, asks whether some run of
    [horizon] actions ends well. Nobody believes who wrote it. It is read clause by clause, and each clause
    must be of a kind of which this file proves that it is true in the model of every run that ends well and
    is in canonical order. So a formula that has no model says that there is no such run.

    Things are called by the place where they are at first, as in the names of variables: [at0(3,U1,F2)] says
    that at moment 3 the place F2 has what was in U1. *)

From Coq Require Import Arith Bool List PArith FMapPositive Lia.
From Cubeproof.refutation Require Import Clause.
From Cubeproof.formula Require Import Distances.
Import ListNotations.

Definition layer : Type := positive.

(** ** What variables mean

    Step 1 leads from moment 0 to moment 1. *)
Inductive meaning :=
| Turn (step : nat) (a : action)                     (* [turn(3,R2)] *)
| Layer (step : nat) (l : layer)                     (* [layer(3,R)] *)
| At (moment : nat) (thing p : place).               (* [at0(3,U1,F2)] *)

(** What a formula is about. *)
Record puzzle := {
  horizon : nat;                                     (* how many steps there are *)
  places : list place;
  actions : list action;                             (* all that may fill a step: turns, or doing nothing *)
  from : action -> place -> place;
  undo : action -> action;
  layer_of : action -> layer;                        (* actions may share a layer *)
  forbidden : action -> action -> bool;              (* these may not follow each other in canonical order *)
  fits : place -> place -> bool;                     (* a thing may be in a place at the end *)
  owner : place -> option place;                     (* the only thing that may be there at the end *)
  target : place -> option place;                    (* a place that has this owner *)
  distance : list place -> list place -> nat         (* no fewer actions lead from these places to those *)
}.

(** ** Runs *)

Section Runs.
Variable z : puzzle.

(** Where what is in the place [p] after a run was before. *)
Definition source (run : list action) (p : place) : place := fold_right (from z) p run.

(** A run that ends well, in canonical order. *)
Record good_run (run : list action) : Prop := {
  as_long : length run = horizon z;
  of_actions : Forall (fun a => In a (actions z)) run;
  in_order : forall before a b later, run = before ++ a :: b :: later -> forbidden z a b = false;
  ends_well : forall p, In p (places z) -> fits z (source run p) p = true
}.

(** The action of a step. *)
Definition done (run : list action) (step : nat) : option action :=
  match step with 0 => None | S before => nth_error run before end.

(** Whether what a variable means is true in a run. *)
Definition truth (run : list action) (x : meaning) : bool :=
  match x with
  | Turn step a => match done run step with Some b => (b =? a)%positive | None => false end
  | Layer step l => match done run step with Some b => (layer_of z b =? l)%positive | None => false end
  | At moment thing p => (source (firstn moment run) p =? thing)%positive
  end.

(** What the puzzle's tables must satisfy; all of it is computed before a formula is read. *)
Record sound : Prop := {
  from_places : forall a p, In a (actions z) -> In p (places z) -> In (from z a p) (places z);
  undone : forall a, In a (actions z) -> In (undo z a) (actions z) /\
    forall p, from z (undo z a) (from z a p) = p;
  owned : forall p thing, owner z p = Some thing -> In p (places z) /\
    forall other, In other (places z) -> fits z other p = true -> other = thing;
  targeted : forall thing p, target z thing = Some p -> owner z p = Some thing;
  distance_0 : forall roots, distance z roots roots = 0;
  distance_1 : forall roots here a, In a (actions z) ->
    distance z roots here <= S (distance z roots (map (from z a) here))
}.

(** ** The kinds of clauses *)

(** A clause with the meanings of its variables: [true] stands before those that may be true. *)
Definition read_clause : Type := list (bool * meaning).

Definition at_last (m : nat) : bool := m =? horizon z.

(** "start", and "goal". *)
Definition placed (m : nat) (thing p : place) : bool :=
  (m =? 0) && (thing =? p)%positive
  || at_last m && match owner z p with Some other => (other =? thing)%positive | None => false end.

Fixpoint targets (things : list place) : option (list place) :=
  match things with
  | [] => Some []
  | thing :: rest =>
      match target z thing, targets rest with Some p, Some ps => Some (p :: ps) | _, _ => None end
  end.

(** "too far": things cannot have come there, or cannot come home from there. *)
Definition far (m : nat) (things here : list place) : bool :=
  (m <? distance z things here)
  || (m <=? horizon z)
     && match targets things with Some ends => horizon z - m <? distance z ends here | None => false end.

Definition not_placed (m : nat) (thing p : place) : bool :=
  (m =? 0) && negb (thing =? p)%positive
  || at_last m && existsb (Pos.eqb p) (places z) && negb (fits z thing p)
  || far m [thing] [p].

(** "NAME moves", and with every action "stays". *)
Definition carried (step : nat) (a : action) (m : nat) (thing p : place) (m' : nat) (thing' p' : place)
  : bool :=
  (step =? S m) && (m' =? S m) && (thing =? thing')%positive && (from z a p' =? p)%positive.

(** Whether a clause has one of the literals that say that this is done. *)
Definition says (step : nat) (a : action) (x : bool * meaning) : bool :=
  match x with
  | (true, Turn step' b) => (step =? step') && (a =? b)%positive
  | (true, Layer step' l) => (step =? step') && (layer_of z a =? l)%positive
  | _ => false
  end.

(** "one layer a step". *)
Definition some_action (step : nat) (c : read_clause) : bool :=
  (1 <=? step) && (step <=? horizon z) && forallb (fun a => existsb (says step a) c) (actions z).

(** "a layer turns by some amount". *)
Definition some_amount (step : nat) (l : layer) (c : read_clause) : bool :=
  forallb (fun a => negb (layer_of z a =? l)%positive || existsb (says step a) c) (actions z).

(** "stays where no layer moves it". *)
Fixpoint stays (all c : read_clause) : bool :=
  match c with
  | [(false, At m thing p); (true, At m' thing' p')] =>
      (m' =? S m) && (m' <=? horizon z) && (thing =? thing')%positive && (p =? p')%positive
      && forallb (fun a => (from z a p =? p)%positive || existsb (says m' a) all) (actions z)
  | _ :: rest => stays all rest
  | [] => false
  end.

(** "no two layers at once", "order of layers". *)
Definition two_layers (step : nat) (l : layer) (step' : nat) (l' : layer) : bool :=
  (step =? step') && negb (l =? l')%positive
  || (1 <=? step) && (step' =? S step)
     && forallb (fun a => negb (layer_of z a =? l)%positive
          || forallb (fun b => negb (layer_of z b =? l')%positive || forbidden z a b) (actions z))
        (actions z).

(** "no two amounts at once", "order of turns". *)
Definition two_turns (step : nat) (a : action) (step' : nat) (b : action) : bool :=
  (step =? step') && negb (a =? b)%positive || (1 <=? step) && (step' =? S step) && forbidden z a b.

Definition of_some_kind (c : read_clause) : bool :=
  match c with
  | [(true, At m thing p)] => placed m thing p
  | [(false, At m thing p)] => not_placed m thing p
  | [(false, At m thing p); (false, At m' thing' p')] => (m =? m') && far m [thing; thing'] [p; p']
  | [(false, At m thing p); (false, At m' thing' p'); (false, At m'' thing'' p'')] =>
      (m =? m') && (m =? m'') && far m [thing; thing'; thing''] [p; p'; p'']
  | [(false, Turn step a); (false, At m thing p); (true, At m' thing' p')] =>
      carried step a m thing p m' thing' p'
  | [(false, Turn step a); (true, Layer step' l)] => (step =? step') && (layer_of z a =? l)%positive
  | [(false, Turn step a); (false, Turn step' b)] => two_turns step a step' b
  | [(false, Layer step l); (false, Layer step' l')] => two_layers step l step' l'
  | (false, Layer step l) :: rest => some_amount step l rest
  | (true, Layer step _) :: _ | (true, Turn step _) :: _ => some_action step c || stays c c
  | _ => stays c c
  end.

(** A formula's own clauses are about numbers; which number means what, whoever wrote the formula may say. *)
Variable meaning_of : positive -> option meaning.

Fixpoint read_as (c : clause) : option read_clause :=
  match c with
  | [] => Some []
  | literal :: rest =>
      match meaning_of (variable literal), read_as rest with
      | Some x, Some others => Some ((match literal with Yes _ => true | No _ => false end, x) :: others)
      | _, _ => None
      end
  end.

Definition belongs (c : clause) : bool :=
  match read_as c with Some meant => of_some_kind meant | None => false end.

Definition model_of (run : list action) : model :=
  fun v => match meaning_of v with Some x => truth run x | None => false end.

(** ** Proofs, up to the theorem at the end *)

Section Sound.
Hypothesis tables : sound.
Variable run : list action.
Hypothesis good : good_run run.

Definition meant (x : bool * meaning) : bool := Bool.eqb (fst x) (truth run (snd x)).

Lemma source_app one other p : source (one ++ other) p = source one (source other p).
Proof. apply fold_right_app. Qed.

Lemma source_places actions' p : Forall (fun a => In a (actions z)) actions' ->
  In p (places z) -> In (source actions' p) (places z).
Proof. intros all listed. induction all; [assumption|]. now apply from_places. Qed.

Lemma some_done step : 1 <= step <= horizon z -> exists a, done run step = Some a /\ In a (actions z).
Proof.
  intros [least most]. destruct step as [|before]; [lia|]. cbn. destruct good.
  destruct (nth_error run before) eqn:E; [|apply nth_error_None in E; lia].
  eexists; split; [reflexivity|]. apply nth_error_In in E. rewrite Forall_forall in of_actions0. auto.
Qed.

Lemma done_listed step a : done run step = Some a -> In a (actions z).
Proof.
  destruct step as [|before]; [discriminate|]. cbn. intros E. apply nth_error_In in E.
  destruct good. rewrite Forall_forall in of_actions0. auto.
Qed.

Lemma firstn_done m a : done run (S m) = Some a -> firstn (S m) run = firstn m run ++ [a].
Proof.
  cbn [done]. generalize run. clear. induction m as [|m IH]; intros [|b rest]; try discriminate.
  - now intros [= ->].
  - intros E. change (firstn (S (S m)) (b :: rest)) with (b :: firstn (S m) rest). rewrite IH; auto.
Qed.

Lemma next_source m a p : done run (S m) = Some a ->
  source (firstn (S m) run) p = source (firstn m run) (from z a p).
Proof. intros E. rewrite (firstn_done m a E). apply source_app. Qed.

Lemma says_true step a x : done run step = Some a -> says step a x = true -> meant x = true.
Proof.
  unfold says, meant. destruct x as [[] []]; try discriminate; cbn; intros E;
    rewrite andb_true_iff, Nat.eqb_eq;
    intros [<- same]; rewrite E; now rewrite same.
Qed.

Lemma some_says step a c : done run step = Some a -> existsb (says step a) c = true ->
  exists x, In x c /\ meant x = true.
Proof.
  rewrite existsb_exists. intros E (x & listed & it). exists x. split; [assumption|].
  eapply says_true; eauto.
Qed.

Lemma follow step a b : 1 <= step -> done run step = Some a -> done run (S step) = Some b ->
  forbidden z a b = false.
Proof.
  destruct step as [|before]; [lia|]. unfold done. intros _ Ea Eb.
  apply nth_error_split in Ea as (one & other & E & L).
  rewrite E, nth_error_app2, L in Eb by lia. replace (S before - before) with 1 in Eb by lia. cbn in Eb.
  destruct other as [|b' later]; [discriminate|]. injection Eb as ->. eapply in_order; eauto.
Qed.

(** *** Distances *)

Lemma undone_all a p : In a (actions z) -> from z (undo z a) (from z a p) = p.
Proof. intros listed. now apply undone. Qed.

Lemma source_injective actions' p q : Forall (fun a => In a (actions z)) actions' ->
  source actions' p = source actions' q -> p = q.
Proof.
  intros all. induction all as [|a rest listed all IH]; cbn; [auto|]. intros E. apply IH.
  rewrite <- (undone_all a (source rest p)), <- (undone_all a (source rest q)) by assumption.
  now f_equal.
Qed.

Lemma distance_back actions' roots : Forall (fun a => In a (actions z)) actions' ->
  forall here, map (source actions') here = roots -> distance z roots here <= length actions'.
Proof.
  induction actions' as [|a rest IH] using rev_ind; intros all here E.
  - cbn in E. rewrite map_id in E. subst. rewrite distance_0 by assumption. auto.
  - apply Forall_app in all as [all last]. inversion last as [|? ? listed _]; subst.
    rewrite app_length. cbn. pose proof (distance_1 tables (map (source (rest ++ [a])) here) here a listed).
    enough (distance z (map (source (rest ++ [a])) here) (map (from z a) here) <= length rest) by lia.
    apply IH; [assumption|]. rewrite map_map. apply map_ext. intros p. now rewrite source_app.
Qed.

Lemma distance_forth actions' ends : Forall (fun a => In a (actions z)) actions' ->
  distance z ends (map (source actions') ends) <= length actions'.
Proof.
  intros all. induction all as [|a rest listed all IH]; cbn.
  - rewrite map_id, distance_0 by assumption. auto.
  - destruct (undone tables a listed) as [back there].
    pose proof (distance_1 tables ends (map (fun p => from z a (source rest p)) ends) _ back) as H.
    rewrite map_map in H.
    rewrite (map_ext (fun p => from z (undo z a) (from z a (source rest p))) (source rest)) in H
      by (intros p; apply there).
    change (map (source (a :: rest)) ends) with (map (fun p => from z a (source rest p)) ends). lia.
Qed.

Lemma owner_there p thing : owner z p = Some thing -> source run p = thing.
Proof.
  intros E. destruct (owned tables _ _ E) as [listed only]. apply only.
  - apply source_places; [apply good|assumption].
  - now apply good.
Qed.

Lemma targets_there things ends : targets things = Some ends -> map (source run) ends = things.
Proof.
  revert ends. induction things as [|thing rest IH]; cbn; intros ends; [now intros [= <-]|].
  destruct (target z thing) as [p|] eqn:E; [|discriminate]. destruct (targets rest) as [ps|]; [|discriminate].
  intros [= <-]. cbn. rewrite (IH ps eq_refl). f_equal. apply owner_there. now apply targeted.
Qed.

Lemma firstn_listed m : Forall (fun a => In a (actions z)) (firstn m run).
Proof.
  apply Forall_forall. intros a listed. destruct good. rewrite Forall_forall in of_actions0.
  apply of_actions0.
  rewrite <- (firstn_skipn m run), in_app_iff. auto.
Qed.

Lemma skipn_listed m : Forall (fun a => In a (actions z)) (skipn m run).
Proof.
  apply Forall_forall. intros a listed. destruct good. rewrite Forall_forall in of_actions0.
  apply of_actions0.
  rewrite <- (firstn_skipn m run), in_app_iff. auto.
Qed.

Lemma far_false m things here : far m things here = true -> map (source (firstn m run)) here <> things.
Proof.
  unfold far. rewrite orb_true_iff, andb_true_iff, Nat.ltb_lt, Nat.leb_le.
  intros [too_far|[within too_far]] E.
  - pose proof (distance_back _ _ (firstn_listed m) _ E). rewrite firstn_length in *. lia.
  - destruct (targets things) as [ends|] eqn:T; [|discriminate]. apply Nat.ltb_lt in too_far.
    apply targets_there in T.
    assert (map (source (skipn m run)) ends = here).
    { rewrite <- (firstn_skipn m run) in T. revert T. rewrite <- E. clear E too_far.
      revert here. induction ends as [|p ps IH]; intros [|q here]; try discriminate; [reflexivity|].
      cbn. intros [= head tail]. rewrite source_app in head. f_equal; [|now apply IH].
      eapply source_injective; [apply (firstn_listed m)|exact head]. }
    pose proof (distance_forth _ ends (skipn_listed m)) as near. rewrite H, skipn_length in near.
    rewrite (as_long _ good) in near. lia.
Qed.

(** *** Each kind *)

Lemma whole_run : firstn (horizon z) run = run.
Proof. rewrite <- (as_long _ good). apply firstn_all. Qed.

Lemma placed_true m thing p : placed m thing p = true -> truth run (At m thing p) = true.
Proof.
  unfold placed, at_last. rewrite orb_true_iff, !andb_true_iff, !Nat.eqb_eq. cbn.
  intros [[-> same]|[-> own]]; cbn.
  - rewrite Pos.eqb_eq in *. congruence.
  - destruct (owner z p) eqn:E; [|discriminate]. apply Pos.eqb_eq in own as <-.
    rewrite whole_run. apply Pos.eqb_eq. now apply owner_there.
Qed.

Lemma existsb_place p : existsb (Pos.eqb p) (places z) = true -> In p (places z).
Proof. rewrite existsb_exists. intros (q & listed & same). apply Pos.eqb_eq in same. congruence. Qed.

Lemma not_placed_false m thing p : not_placed m thing p = true -> truth run (At m thing p) = false.
Proof.
  unfold not_placed, at_last. rewrite !orb_true_iff, !andb_true_iff, !negb_true_iff, !Nat.eqb_eq.
  intros [[[-> other]|[[-> listed] unfit]]|too_far]; cbn.
  - rewrite Pos.eqb_neq in *. congruence.
  - rewrite whole_run. apply existsb_place in listed. apply (ends_well _ good) in listed.
    apply Pos.eqb_neq. congruence.
  - apply far_false in too_far. apply Pos.eqb_neq. cbn in too_far. congruence.
Qed.

Lemma carried_true step a m thing p m' thing' p' : carried step a m thing p m' thing' p' = true ->
  truth run (Turn step a) = true -> truth run (At m thing p) = true -> truth run (At m' thing' p') = true.
Proof.
  unfold carried. rewrite !andb_true_iff, !Nat.eqb_eq, !Pos.eqb_eq. intros [[[-> ->] ->] way]. cbn.
  destruct (nth_error run m) as [b|] eqn:E; [|discriminate]. rewrite !Pos.eqb_eq. intros -> there.
  pose proof (next_source m a p' E) as H. cbn in H. now rewrite H, way.
Qed.

Lemma stays_true all c : (forall x, In x c -> In x all) -> stays all c = true ->
  exists x, In x all /\ meant x = true.
Proof.
  revert all. induction c as [|x rest IH]; intros all sub; [discriminate|].
  assert (short : stays all rest = true -> exists x, In x all /\ meant x = true)
    by (intros H; apply (IH all); [intros; apply sub; now right|assumption]).
  cbn [stays]. destruct x as [[] [| |m thing p]]; try exact short.
  destruct rest as [|[[] [| |m' thing' p']] [|? ?]]; try exact short.
  clear short IH. rewrite !andb_true_iff, Nat.eqb_eq, Nat.leb_le, !Pos.eqb_eq.
  intros [[[[-> most] ->] ->] free].
  destruct (some_done (S m)) as (a & now_done & listed); [lia|].
  rewrite forallb_forall in free. specialize (free a listed). apply orb_true_iff in free as [still|said].
  - apply Pos.eqb_eq in still. destruct (truth run (At m thing' p')) eqn:E.
    + exists (true, At (S m) thing' p'). split; [apply sub; cbn; tauto|]. unfold meant.
      cbn [fst snd truth] in *.
      rewrite (next_source m a p' now_done), still. now rewrite E.
    + exists (false, At m thing' p'). split; [apply sub; cbn; tauto|]. unfold meant. cbn [fst snd].
      now rewrite E.
  - eapply some_says; eauto.
Qed.

Lemma two_layers_false step l step' l' : two_layers step l step' l' = true ->
  truth run (Layer step l) = true -> truth run (Layer step' l') = true -> False.
Proof.
  unfold two_layers. rewrite orb_true_iff, !andb_true_iff, !Nat.eqb_eq, Nat.leb_le, negb_true_iff,
    Pos.eqb_neq.
  unfold truth. destruct (done run step) as [a|] eqn:Ea; [|discriminate].
  destruct (done run step') as [b|] eqn:Eb; [|discriminate]. rewrite !Pos.eqb_eq.
  intros [[<- other]|[[first ->] never]] <- <-; [congruence|].
  rewrite forallb_forall in never. specialize (never a (done_listed _ _ Ea)).
  rewrite Pos.eqb_refl in never. cbn in never. rewrite forallb_forall in never.
  specialize (never b (done_listed _ _ Eb)). rewrite Pos.eqb_refl in never. cbn in never.
  rewrite (follow _ _ _ first Ea Eb) in never. discriminate.
Qed.

Lemma two_turns_false step a step' b : two_turns step a step' b = true ->
  truth run (Turn step a) = true -> truth run (Turn step' b) = true -> False.
Proof.
  unfold two_turns. rewrite orb_true_iff, !andb_true_iff, !Nat.eqb_eq, Nat.leb_le, negb_true_iff, Pos.eqb_neq.
  unfold truth. destruct (done run step) as [a'|] eqn:Ea; [|discriminate].
  destruct (done run step') as [b'|] eqn:Eb; [|discriminate]. rewrite !Pos.eqb_eq.
  intros [[<- other]|[[first ->] never]] <- <-; [congruence|].
  rewrite (follow _ _ _ first Ea Eb) in never. discriminate.
Qed.

Lemma some_action_true step c : some_action step c = true -> exists x, In x c /\ meant x = true.
Proof.
  unfold some_action. rewrite !andb_true_iff, !Nat.leb_le. intros [[least most] all].
  destruct (some_done step) as (a & now_done & listed); [lia|].
  rewrite forallb_forall in all. eapply some_says; eauto.
Qed.

Lemma some_amount_true step l c : some_amount step l c = true ->
  exists x, In x ((false, Layer step l) :: c) /\ meant x = true.
Proof.
  unfold some_amount. intros all. destruct (truth run (Layer step l)) eqn:E.
  - cbn in E. destruct (done run step) as [a|] eqn:D; [|discriminate].
    rewrite forallb_forall in all. specialize (all a (done_listed _ _ D)). rewrite E in all. cbn in all.
    destruct (some_says _ _ _ D all) as (x & listed & it). exists x. split; [now right|assumption].
  - exists (false, Layer step l). split; [now left|]. unfold meant. cbn [fst snd]. now rewrite E.
Qed.

Lemma either x c : meant x = true \/ (exists y, In y c /\ meant y = true) ->
  exists y, In y (x :: c) /\ meant y = true.
Proof. intros [H|(y & listed & H)]; [exists x|exists y]; cbn; auto. Qed.

Lemma no x : truth run x = false -> meant (false, x) = true.
Proof. unfold meant. cbn [fst snd]. now intros ->. Qed.

Lemma yes x : truth run x = true -> meant (true, x) = true.
Proof. unfold meant. cbn [fst snd]. now intros ->. Qed.

(** Literals that cannot all be true. *)
Lemma not_all xs : ((forall x, In x xs -> truth run x = true) -> False) ->
  exists y, In y (map (pair false) xs) /\ meant y = true.
Proof.
  induction xs as [|x rest IH]; intros H.
  - destruct H. intros x [].
  - cbn. apply either. destruct (truth run x) eqn:E; [right|left; now apply no].
    apply IH. intros all. apply H. intros y [<-|listed]; auto.
Qed.

Lemma far_true m things here xs : far m things here = true ->
  xs = map (fun '(thing, p) => At m thing p) (combine things here) -> length things = length here ->
  exists y, In y (map (pair false) xs) /\ meant y = true.
Proof.
  intros too_far -> lengths. apply not_all. intros all. apply (far_false _ _ _ too_far). clear too_far.
  revert here lengths all. induction things as [|thing rest IH]; intros [|p here]; try discriminate;
    [reflexivity|].
  cbn. intros [= lengths] all. f_equal; [|apply IH; auto].
  specialize (all (At m thing p) (or_introl eq_refl)). cbn in all. now apply Pos.eqb_eq.
Qed.

Lemma of_some_kind_true c : of_some_kind c = true -> exists x, In x c /\ meant x = true.
Proof.
  intros H.
  assert (general : stays c c = true -> exists x, In x c /\ meant x = true) by (apply stays_true; auto).
  assert (first : forall step, some_action step c || stays c c = true -> exists x, In x c /\ meant x = true).
  { intros step E. apply orb_true_iff in E as [E|E]; [eapply some_action_true; eassumption|auto]. }
  destruct c as [|[[] [step a|step l|m thing p]] rest]; cbn [of_some_kind] in H; try discriminate.
  - eapply first; eassumption.
  - eapply first; eassumption.
  - destruct rest; [|auto]. exists (true, At m thing p). split; [now left|]. now apply yes, placed_true.
  - destruct rest as [|[[] [step' b|step' l|m thing p]] rest]; try (now apply general).
    + destruct rest; [|now apply general]. apply andb_true_iff in H as [same here].
      apply Nat.eqb_eq in same as <-.
      apply either. destruct (truth run (Turn step a)) eqn:E; [right|left; now apply no].
      exists (true, Layer step l). split; [now left|]. apply yes. cbn in *.
      destruct (done run step) as [b|]; [|discriminate]. apply Pos.eqb_eq in E as ->. assumption.
    + destruct rest; [|now apply general]. apply (not_all [Turn step a; Turn step' b]). intros all.
      eapply two_turns_false; [exact H|apply all|apply all]; cbn; auto.
    + destruct rest as [|[[] [| |m' thing' p']] [|? ?]]; try (now apply general).
      apply either. destruct (truth run (Turn step a)) eqn:E; [right|left; now apply no].
      apply either. destruct (truth run (At m thing p)) eqn:E'; [right|left; now apply no].
      eexists. split; [now left|]. apply yes. eapply carried_true; eassumption.
  - destruct rest as [|[[] [step' b|step' l'|m thing p]] [|? ?]]; try (apply some_amount_true; assumption).
    apply (not_all [Layer step l; Layer step' l']). intros all.
    eapply two_layers_false; [exact H|apply all|apply all]; cbn; auto.
  - destruct rest as [|[[] [step' b|step' l'|m' thing' p']] rest]; try (now apply general).
    + exists (false, At m thing p). split; [now left|]. now apply no, not_placed_false.
    + destruct rest as [|[[] [step' b|step' l'|m'' thing'' p'']] [|? ?]]; try (now apply general).
      * apply andb_true_iff in H as [same too_far]. apply Nat.eqb_eq in same as <-.
        now apply (far_true _ _ _ [At m thing p; At m thing' p'] too_far).
      * apply andb_true_iff in H as [same too_far]. apply andb_true_iff in same as [same same'].
        apply Nat.eqb_eq in same as <-. apply Nat.eqb_eq in same' as <-.
        now apply (far_true _ _ _ [At m thing p; At m thing' p'; At m thing'' p''] too_far).
Qed.

Lemma read_as_true c meanings x : read_as c = Some meanings -> In x meanings -> meant x = true ->
  true_in (model_of run) c.
Proof.
  revert meanings. induction c as [|literal rest IH]; cbn; intros meanings; [now intros [= <-]|].
  destruct (meaning_of (variable literal)) as [y|] eqn:E; [|discriminate].
  destruct (read_as rest) as [others|]; [|discriminate]. intros [= <-] [<-|listed] it.
  - apply true_in_head. destruct literal; cbn [holds]; unfold model_of; cbn in E; rewrite E;
      unfold meant in it;
      cbn in it; now destruct (truth run y).
  - apply true_in_tail. eauto.
Qed.

Lemma belonging_is_true c : belongs c = true -> true_in (model_of run) c.
Proof.
  unfold belongs. destruct (read_as c) as [meanings|] eqn:E; [|discriminate]. intros H.
  destruct (of_some_kind_true _ H) as (x & listed & it). eapply read_as_true; eauto.
Qed.

End Sound.
End Runs.

(** ** The theorem

    Every clause that belongs to a formula about the puzzle is true in the model of every good run. *)
Theorem what_belongs_is_true z meaning_of : sound z -> forall run, good_run z run ->
  forall c, belongs z meaning_of c = true -> true_in (model_of z meaning_of run) c.
Proof. exact (belonging_is_true z meaning_of). Qed.
